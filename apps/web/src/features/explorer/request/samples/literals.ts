/** Converts a text into a string literal of each language. Escaping ensures that the text cannot change the sample's code. */

/** POSIX shell: single quotes disable all special characters. A quote inside closes the literal, is escaped, and reopens it. */
export function shellLiteral(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** ECMAScript and Python: both accept JSON strings (ECMA-262 §12.9.4; Python reference §2.4.1). */
export function jsonLiteral(text: string): string {
  return JSON.stringify(text);
}

/**
 * Java and C#: a JSON string in ASCII only. Java's compiler may use another source encoding, and C# ends a line at U+0085, U+2028 and U+2029.
 * Java decodes `\u` before parsing (JLS §3.3), but not after an escaped backslash; JSON writes line breaks as `\n` and `\r`.
 */
export function asciiLiteral(text: string): string {
  return JSON.stringify(text).replaceAll(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** PHP: between single quotes only the quote and the backslash are special, so nothing is interpolated. */
export function phpLiteral(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
