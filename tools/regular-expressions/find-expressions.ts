/** Finds every regular expression that the servers and the pages run. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vitest/node';

export interface Expression {
  readonly source: string;
  readonly flags: string;
  /** The first file with it, relative to the root. */
  readonly file: string;
}

const PLACES = ['apps', 'packages'];
/** Files that only tests and builds run. */
const NOT_RUN = /[\\/](?:node_modules|dist|testing|testkit|recorded|server[\\/]test|web[\\/]build)[\\/]|\.test\.tsx?$|\.d\.ts$|\.config\.ts$/;

/** Returns each expression once. */
export function findExpressions(root: string): readonly Expression[] {
  const found = new Map<string, Expression>();
  for (const place of PLACES) {
    for (const name of readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })) {
      const file = join(place, name);
      if (!/\.tsx?$/.test(file) || NOT_RUN.test(file)) continue;
      const text = readFileSync(join(root, file), 'utf8');
      for (const { pattern, flags } of literalsOf(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))) {
        if (!found.has(`/${pattern}/${flags}`)) found.set(`/${pattern}/${flags}`, { source: pattern, flags, file });
      }
    }
  }
  return [...found.values()];
}

/** Finds ESTree's `Literal.regex` at any depth. */
function literalsOf(node: unknown): { readonly pattern: string; readonly flags: string }[] {
  if (Array.isArray(node)) return node.flatMap(literalsOf);
  if (typeof node !== 'object' || node === null) return [];
  const regex: unknown = 'regex' in node ? node.regex : undefined;
  if (typeof regex === 'object' && regex !== null && 'pattern' in regex && 'flags' in regex) {
    return [{ pattern: String(regex.pattern), flags: String(regex.flags) }];
  }
  return Object.values(node).flatMap(literalsOf);
}
