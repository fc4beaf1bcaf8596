/**
 * `{{bankName}}` in a text becomes the configured value. It happens in the finished tree, on plain strings: a value can
 * therefore never become markup. An unknown name is an error, so that no page shows braces.
 */
import { ContentPage } from '@portico/contract';
import { Value } from 'typebox/value';

const PLACEHOLDER = /\{\{\s*([A-Za-z]+)\s*\}\}/g;

export function fillPlaceholders(page: ContentPage, values: Readonly<Record<string, string>>, file: string): ContentPage {
  const filled = fill(page, values, file);
  if (!Value.Check(ContentPage, filled)) throw new Error(`${file}: does not fit the contract once its placeholders are filled`);
  return filled;
}

function fill(node: unknown, values: Readonly<Record<string, string>>, file: string): unknown {
  if (typeof node === 'string') return fillText(node, values, file);
  if (Array.isArray(node)) return node.map((item: unknown) => fill(item, values, file));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, fill(value, values, file)]));
}

function fillText(text: string, values: Readonly<Record<string, string>>, file: string): string {
  return text.replaceAll(PLACEHOLDER, (_match, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${file}: unknown placeholder {{${name}}}; known are ${Object.keys(values).join(', ')}`);
    return value;
  });
}
