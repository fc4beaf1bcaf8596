/** Parts of shell commands that run in bash as printed. */

/** One command on several lines. */
export function commandLines(parts: readonly string[]): string {
  return parts.join(' \\\n  ');
}

/** Single quotes disable the shell's special characters. A quote inside closes the literal, is escaped, and reopens it. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
