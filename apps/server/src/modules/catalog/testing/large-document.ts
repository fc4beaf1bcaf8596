/** An OpenAPI document of any size, of the shape of the largest public ones: many operations, deep and shared schemas, long texts. */

const SENTENCE = 'The account of the customer as the bank knows it, with everything that the consent covers and nothing beside it. ';

/** About 11 kB per operation as JSON. */
export function largeDocument(operations: number): Readonly<Record<string, unknown>> {
  const paths: Record<string, unknown> = {};
  const schemas: Record<string, unknown> = { Node: { type: 'object', properties: { children: { type: 'array', items: ref('Node') } } } };
  for (let number = 0; number < operations; number += 1) {
    schemas[`Thing${number}`] = thing(number);
    paths[`/things/${number}/{id}`] = {
      get: {
        operationId: `things/read-${number}`,
        tags: [`group ${number % 40}`],
        summary: `Read thing ${number}`,
        description: SENTENCE.repeat(4),
        parameters: Array.from({ length: 8 }, (_, index) => ({
          name: index === 0 ? 'id' : `filter-${index}`,
          in: index === 0 ? 'path' : 'query',
          required: index === 0,
          description: SENTENCE,
          schema: { type: 'string' },
        })),
        responses: {
          200: { description: 'Found.', content: { 'application/json': { schema: ref(`Thing${number}`) } } },
          404: { description: 'Nothing there.', content: { 'application/json': { schema: ref('Node') } } },
        },
      },
    };
  }
  return { openapi: '3.0.3', info: { title: 'Everything', version: '1', description: SENTENCE }, paths, components: { schemas } };
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function thing(number: number): unknown {
  const fields = Array.from({ length: 40 }, (_, index) => [
    `field-${index}`,
    { type: 'string', nullable: index % 3 === 0, description: SENTENCE, example: `value ${number}-${index}` },
  ]);
  return { type: 'object', required: ['field-0'], properties: { ...Object.fromEntries(fields), next: ref(`Thing${Math.max(0, number - 1) % 3}`) } };
}
