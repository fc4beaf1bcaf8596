/**
 * Replaces `{{bankName}}` in texts by the configured value. It runs on the plain strings of the parsed content, so that a value can never
 * become markup. An unknown name is an error, so that no page shows braces.
 */
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';

type Values = Readonly<Record<string, string>>;

const PLACEHOLDER = /\{\{\s*([A-Za-z]+)\s*\}\}/g;

/** @throws Error naming the file, and how the filled value violates its schema */
export function fillPlaceholders<Schema extends TSchema>(schema: Schema, value: Static<Schema>, values: Values, file: string): Static<Schema> {
  const filled = fill(value, values, file);
  if (Value.Check(schema, filled)) return filled;
  const [first] = Value.Errors(schema, filled);
  throw new Error(`${file}: ${first?.instancePath ?? '/'} ${first?.message ?? 'does not fit the contract'}, once its placeholders are filled`);
}

export function fillText(text: string, values: Values, file: string): string {
  return text.replaceAll(PLACEHOLDER, (match, name: string, at: number) => {
    const value = values[name];
    if (value !== undefined) return value;
    throw new Error(`${file}:${text.slice(0, at).split('\n').length}: unknown placeholder ${match}; known are ${Object.keys(values).join(', ')}`);
  });
}

function fill(node: unknown, values: Values, file: string): unknown {
  if (typeof node === 'string') return fillText(node, values, file);
  if (Array.isArray(node)) return node.map((item: unknown) => fill(item, values, file));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, fill(value, values, file)]));
}
