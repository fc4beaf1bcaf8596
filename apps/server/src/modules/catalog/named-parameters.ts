/** Parameters and fields of bodies by name, with the operations that have them: for the search of the portal. */
import type { NamedParameter, OperationSlice } from '@portico/contract';
import { type PackedText, packText } from './packed-text.ts';
import type { ServedSection } from './served-section.ts';
import { plainStart } from './slices/read-prose.ts';

/** A larger section is found by its operations only: reading every slice of it would take seconds. */
const OPERATIONS_MAX = 200;
const TEXT_LENGTH_MAX = 200;

export async function packNamedParameters(sections: readonly ServedSection[]): Promise<PackedText> {
  const found = new Map<string, NamedParameter>();
  for (const section of sections) {
    const { operations } = section.index();
    if (operations.length > OPERATIONS_MAX) continue;
    for (const { operationId } of operations) {
      const text = await section.sliceText(operationId);
      if (text !== undefined) collect(found, JSON.parse(text));
    }
  }
  return packText(JSON.stringify([...found.values()]));
}

function collect(found: Map<string, NamedParameter>, slice: OperationSlice): void {
  const { apiId, operationId, list } = slice;
  const parameters = slice.parameters.map(({ name, in: place, description = '' }) => ({ name, in: place, text: description }));
  const fields = fieldsOf(slice).map(([name, text]) => ({ name, in: 'body' as const, text }));
  for (const { name, in: place, text } of [...parameters, ...fields]) {
    const key = `${list}\n${place}\n${name}`;
    const known = found.get(key) ?? { name, in: place, list, text: plainStart(text, TEXT_LENGTH_MAX), operations: [] };
    found.set(key, { ...known, operations: [...known.operations, { apiId, operationId }] });
  }
}

/** The fields at the first level of the first body. */
function fieldsOf({ requestBody, $defs }: OperationSlice): readonly [name: string, text: OperationSlice['description']][] {
  const schema: unknown = requestBody?.content[0]?.schema;
  const name = String(Object(schema).$ref ?? '').replace('#/$defs/', '');
  const { properties } = Object($defs[name] ?? schema);
  return Object.entries(Object(properties)).map(([field, property]) => [field, textOf(property)]);
}

function textOf(property: unknown): OperationSlice['description'] {
  const { description } = Object(property);
  return typeof description === 'string' || Array.isArray(description) ? description : '';
}
