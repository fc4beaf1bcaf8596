/**
 * New comments, test titles and documents name who acts. `plain-words/known.json` has the number of older texts of each file that do not;
 * it only gets smaller (`UPDATE_RECORDED=1` writes it).
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findHiddenSubjects, findUnnamedPersons } from './plain-words/find-hidden-subjects.ts';

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

describe('sentences on pages, in mails and in responses', () => {
  it('name a person, or say what happened', () => {
    const shown = execFileSync('git', ['ls-files', 'apps', 'packages'], { cwd: root, encoding: 'utf8' }).split('\n');
    const found = shown.filter((path) => existsSync(join(root, path)) && /\.(?:tsx?|json)$/.test(path));
    expect(found.flatMap((path) => findUnnamedPersons(path, read(path)).map((text) => `${path}: ${text}`))).toEqual([]);
  });

  it.each([
    ['a catalogue', 'apps/web/src/features/a/messages.en.json', '  "a.b": "Nobody has signed it.",'],
    ['a text in code', 'apps/server/src/a.ts', "throw new Refusal('It belongs to somebody else.');"],
    ['a mail', 'apps/server/src/a.ts', '`Somebody, probably you, signed up.`'],
    ['a paragraph of a page', 'apps/web/src/a.tsx', '<p>\n  Whoever knows it can sign in.\n</p>'],
    ['a sentence behind a colon', 'apps/web/src/a.tsx', '<p>No data: nobody sent such a request.</p>'],
    ['the genitive', 'apps/web/src/a.tsx', '<p>It counts in nobody’s traffic.</p>'],
  ])('are found in %s', (_place, path, text) => {
    expect(findUnnamedPersons(path, text)).toHaveLength(1);
  });

  it.each([
    ['a name in code', 'apps/web/src/a.ts', "const nobody = (a) => a;\nconst b = { isAllowed: everybody, c: 'nobody' };"],
    ['a comment', 'apps/web/src/a.ts', '// It waits for nobody else.\n'],
    ['a test', 'apps/web/src/a.test.ts', "expect(text).toBe('It finds nobody else.');"],
  ])('are not searched in %s', (_place, path, text) => {
    expect(findUnnamedPersons(path, text)).toEqual([]);
  });
});
