/** JSON whose numbers keep every digit, also integers beyond 2^53 and `1.00`. */

/** A number is the text of its digits after U+0000. */
export type WireJson = null | boolean | number | string | readonly WireJson[] | { readonly [name: string]: WireJson };

const MARK = '\u0000';
/** A text that holds the mark keeps JavaScript's numbers, so that none of its strings becomes a number. */
const ESCAPED_MARK = String.raw`\u0000`;
const STRINGS_AND_NUMBERS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/gs;
const MARKED = /"\\u0000(-?\d[\d.eE+-]*)"/g;

/** `undefined` for a text that is not JSON. */
export function readJson(text: string): WireJson | undefined {
  try {
    const value: WireJson = JSON.parse(text);
    if (text.includes(ESCAPED_MARK)) return value;
    return JSON.parse(text.replace(STRINGS_AND_NUMBERS, (token) => (token.startsWith('"') ? token : JSON.stringify(MARK + token))));
  } catch {
    return undefined;
  }
}

/** @param isBare a string at the root is written without quotes, as a style writes it */
export function writeJson(value: WireJson, isBare = false, space?: number): string {
  if (typeof value === 'string' && (isBare || value.startsWith(MARK))) return value.startsWith(MARK) ? value.slice(1) : value;
  return JSON.stringify(value, null, space).replaceAll(MARKED, '$1');
}

/** Formats JSON with two spaces per level and every digit of its numbers; `undefined` when the text is not JSON. */
export function formatJson(text: string): string | undefined {
  const value = readJson(text);
  if (value === undefined) return undefined;
  return text.includes(ESCAPED_MARK) ? JSON.stringify(value, null, 2) : writeJson(value, false, 2);
}
