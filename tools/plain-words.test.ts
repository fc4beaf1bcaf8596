/**
 * New comments, test titles and documents name who acts. `plain-words/known.json` has the number of older texts of each file that do not;
 * it only gets smaller (`UPDATE_RECORDED=1` writes it).
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findHiddenSubjects } from './plain-words/find-hidden-subjects.ts';

const root = join(import.meta.dirname, '..');
const KNOWN = join(import.meta.dirname, 'plain-words/known.json');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)));

describe('words that hide who acts', () => {
  it('are not added to any file', () => {
    const found = files.map((path) => ({ path, texts: findHiddenSubjects(path, read(path)) })).filter(({ texts }) => texts.length > 0);
    const counts = Object.fromEntries(found.map(({ path, texts }) => [path, texts.length]));
    const known: Readonly<Record<string, number>> = JSON.parse(readFileSync(KNOWN, 'utf8'));
    const added = found.filter(({ path, texts }) => texts.length > (known[path] ?? 0));
    if (process.env.UPDATE_RECORDED === '1') writeFileSync(KNOWN, `${JSON.stringify(counts, undefined, 2)}\n`);
    else expect(added).toEqual([]);
  });

  it.each([
    ['a comment', 'a.ts', '/** Whoever has it first wins. */'],
    ['a comment on a line', 'a.mjs', 'const a = 1;\n// Nobody waits for it.\n'],
    ['a title', 'a.test.ts', "it('tells nobody', () => {});"],
    ['a title behind a table', 'a.test.tsx', "it.each([1])(\n  'is told at its door: %s',\n  async () => {},\n);"],
    ['a sentence', 'docs/a.md', 'The server starts. It sends the mail anew.'],
  ])('are found in %s', (_place, path, text) => {
    expect(findHiddenSubjects(path, text)).toHaveLength(1);
  });

  it.each([
    ['code', 'a.ts', "const nobody = 'whoever';"],
    ['a comment that names who acts', 'a.ts', '/** The first transaction that takes the lock succeeds. */'],
    ['the specification', 'docs/specification.md', 'Nobody may sign twice.'],
    ['another kind of file', 'a.json', '{"a":"nobody"}'],
  ])('are not searched in %s', (_place, path, text) => {
    expect(findHiddenSubjects(path, text)).toEqual([]);
  });
});
