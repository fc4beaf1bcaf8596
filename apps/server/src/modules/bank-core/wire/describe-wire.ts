/** The OpenAPI document of the calls of a core, from their schemas: `docs/guide/bank-core-2.openapi.json`. */
import { CORE_CALLS } from './calls.ts';
import { OPTIONAL_CALLS } from './optional-calls.ts';

/** The major number is the version of the wire; a minor one adds what cores may ignore. */
const DOCUMENT_VERSION = '2.1.0';

const ERRORS = {
  400: 'The request has a wrong form. Portico repeats the call.',
  401: 'The secret is wrong.',
  409: 'The payment was released, or was requested before with other content. No money moves.',
  500: 'The core cannot determine the result. Portico repeats the call.',
  503: 'The core is not available. Portico repeats the call.',
} as const;

export function describeWire(): object {
  const schemas: Record<string, unknown> = {};
  /** A schema with a title becomes a component, and a reference to it. */
  const toReferences = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(toReferences);
    if (typeof schema !== 'object' || schema === null) return schema;
    const { title, ...members } = Object.fromEntries(Object.entries(schema));
    const plain = Object.fromEntries(Object.entries(members).map(([name, value]) => [name, toReferences(value)]));
    if (typeof title !== 'string') return plain;
    schemas[title] = plain;
    return { $ref: `#/components/schemas/${title}` };
  };
  const paths = Object.fromEntries(
    Object.values({ ...CORE_CALLS, ...OPTIONAL_CALLS }).map(({ name, summary, request, response }) => [
      `/${name}`,
      {
        post: {
          operationId: name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
          summary,
          parameters: [{ $ref: '#/components/parameters/Version' }],
          requestBody: { required: true, content: { 'application/json': { schema: toReferences(request) } } },
          responses: {
            200: {
              description: 'The answer. Every other status proves nothing.',
              content: { 'application/json': { schema: toReferences(response) } },
            },
            ...Object.fromEntries(Object.keys(ERRORS).map((status) => [status, { $ref: `#/components/responses/${status}` }])),
          },
        },
      },
    ]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: "Calls of a bank's core",
      version: DOCUMENT_VERSION,
      description:
        'Portico makes these calls; the core of the bank answers them. docs/guide/bank-core.md explains them and lists the promises. Amounts are whole cents, debits negative. Portico ignores members that are not in this document, and a core ignores members that it does not know.',
      license: { name: 'As the delivery of Portico', identifier: 'LicenseRef-Portico' },
    },
    servers: [{ url: 'https://core.bank.example/portico', description: 'PORTICO_BANK_URL' }],
    security: [{ secret: [] }],
    paths,
    components: {
      parameters: {
        Version: {
          name: 'Portico-Bank-Version',
          in: 'header',
          description: 'The version that the call follows. A call without the header follows version 1.',
          schema: { type: 'string', enum: ['2'] },
        },
      },
      securitySchemes: { secret: { type: 'http', scheme: 'bearer', description: 'PORTICO_BANK_SECRET' } },
      responses: Object.fromEntries(Object.entries(ERRORS).map(([status, description]) => [status, { description }])),
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}
