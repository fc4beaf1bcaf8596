/** T25: the code contains every statement's text; callers' values are parameters only. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const server = globSync(['apps/server/src/**/*.ts', 'packages/testkit/src/**/*.ts'], { cwd: root }).filter(
  (path) => !/\.test\.ts$|\/testing\//.test(path),
);
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('the server', () => {
  it('makes no SQL of texts: what enters a statement as it is, is written in the code', () => {
    const written = /^('[\w. ]*'|true|false|[A-Z][A-Z_]+)$/;
    const entered = server.flatMap((path) =>
      [...read(path).matchAll(/\bsql\.(raw|lit|id|ref|table)\(([^()]*)\)/g)]
        .map(([, , text = '']) => ({ path, text }))
        .filter(({ text }) => !written.test(text)),
    );
    expect(new Set(entered.map(({ path, text }) => `${basename(path)}: ${text}`))).toEqual(
      new Set([
        // Names of tables in a list beside it, names of a row's own columns, and whole numbers.
        'forget-identity-store.ts: table',
        'item-store.ts: name',
        'artifact-store.ts: place',
        'call-facts-store.ts: place',
        // Tables and columns of the list of a person's data (`held-tables.ts`), and the keys of those tables.
        'held-rows-store.ts: table',
        'held-rows-store.ts: of',
        'held-rows-store.ts: by',
        ['held-rows-store.ts: `held.', 'column}`'].join('${'),
        ['held-rows-store.ts: `last.', 'column}`'].join('${'),
        // Partitions: of tables that the code names, for days computed by the database.
        'partition-store.ts: name',
        'partition-store.ts: piece.name',
        ['partition-store.ts: `', 'name}_rest`'].join('${'),
        ['partition-store.ts: `', 'day} 00:00:00+00`'].join('${'),
        ['session-store.ts: `', 'count} seconds`'].join('${'),
      ]),
    );
    const joined =
      /(?<!\bsql(?:<[^`()]*>)?)`\s*(?:select\b[^`]*\bfrom|insert into|update\b[^`]*\bset|delete from|with \w+ as)\b[^`]*\$\{|'(?:select|insert into|update|delete from) [^'\n]*' \+|\bCompiledQuery\.raw\(/i;
    expect(server.filter((path) => joined.test(read(path)))).toEqual([]);
    expect(server.length).toBeGreaterThan(300);
  });

  it('hides the lists of prepared statements from the planner: decision 0040', () => {
    const withStatements = server.filter((path) => /\b(?:prepared|unawaited)\(/.test(read(path)));
    expect(withStatements.filter((path) => /\bany ?\(\$\{/i.test(read(path)))).toEqual([]);
    expect(withStatements.length).toBeGreaterThan(15);
  });
});
