/** Text → a string literal that means exactly this text, in each language. Whatever a developer typed, it stays data. */

/** POSIX shell: between single quotes nothing is special; a quote inside ends them, comes escaped, and opens them again. */
export function shellLiteral(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** ECMAScript and Python: both read what JSON writes (ECMA-262 §12.9.4; Python reference §2.4.1). */
export function jsonLiteral(text: string): string {
  return JSON.stringify(text);
}

/**
 * Java and C#: as JSON, and ASCII only. Java's compiler may read its source in another encoding, C# ends a line at U+0085, U+2028 and U+2029.
 * Java reads `\u` before everything else (JLS §3.3), but not after a backslash that is itself escaped, and JSON writes line ends as `\n` and `\r`.
 */
export function asciiLiteral(text: string): string {
  return JSON.stringify(text).replaceAll(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** PHP: between single quotes only the quote and the backslash are special, so nothing is ever interpolated. */
export function phpLiteral(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
