/** `docs/evidence/customers.md`: each row has a place in the specification or is an addition, and has tests that exist. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findDeadEvidence, hasHeading } from './evidence-links.ts';

const docs = join(dirname(import.meta.dirname), 'docs');
const folder = join(docs, 'evidence');
const page = readFileSync(join(folder, 'customers.md'), 'utf8');
const specification = readFileSync(join(docs, 'specification.md'), 'utf8');

const ROW =
  /^\| (?<section>\[§\d [^\]]+\]\(\.\.\/specification\.md#[^)]+\)|addition(?:, \[\d{4}\]\([^)]+\))?) \| (?<statement>.+?) \| (?<proof>.+) \|$/;
const TEST = /\]\([^)]+\.(?:test|spec)\.tsx?\)/;
const literalsOf = (text: string): readonly string[] => [...text.matchAll(/(?<![\p{Letter}])'([^']+)'/gu)].map(([, literal = '']) => literal);

const [tested = '', untested = ''] = page.split('\n## Statements without a test\n');
const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line.startsWith('|') && !/^\| section |^\|-/.test(line));
const rowsOf = (text: string) =>
  linesOf(text).map((line) => {
    const { section = '', statement = '', proof = '' } = ROW.exec(line)?.groups ?? {};
    return { line, section, statement, proof };
  });

describe('the statements for customers', () => {
  it('have a section of the specification, or are called an addition', () => {
    expect([...rowsOf(tested), ...rowsOf(untested)].filter(({ section }) => section === '').map(({ line }) => line)).toEqual([]);
  });

  it('have a test each, or a reason in the last table', () => {
    expect(
      rowsOf(tested)
        .filter(({ proof }) => !TEST.test(proof))
        .map(({ line }) => line),
    ).toEqual([]);
    expect(rowsOf(untested).length).toBeGreaterThan(0);
    expect(rowsOf(untested).filter(({ proof }) => TEST.test(proof))).toEqual([]);
  });

  it('name headings, files and titles of tests that exist', () => {
    expect(findDeadEvidence(folder, page)).toEqual([]);
  });

  it('quote the specification literally', () => {
    const quoted = [...rowsOf(tested), ...rowsOf(untested)].flatMap(({ statement }) => literalsOf(statement));
    expect(quoted.length).toBeGreaterThan(20);
    expect(quoted.filter((literal) => !specification.includes(literal))).toEqual([]);
  });

  it.each(['### Signing screens (customer-facing)', '## 4. States and transitions'])('quote every literal text of “%s”', (heading) => {
    const section = (specification.split(`${heading}\n`)[1] ?? '').split(/\n#{2,3} /)[0] ?? '';
    const quoted = new Set(rowsOf(tested).flatMap(({ statement }) => literalsOf(statement)));
    expect(literalsOf(section).length).toBeGreaterThan(4);
    expect(literalsOf(section).filter((literal) => !quoted.has(literal))).toEqual([]);
  });

  it('are counted', () => {
    const additions = rowsOf(tested).filter(({ section }) => section.startsWith('addition')).length;
    expect(page).toContain(`There are ${rowsOf(tested).length - additions} rows of the specification and ${additions} additions.`);
  });
});

describe('a link of a document of evidence', () => {
  const own = '../../tools/customers.test.ts';

  it('is accepted to a whole title, a heading, a file and another site', () => {
    const links = `[are counted](${own}), [heading](../specification.md#5-validation-rules), [file](states.md), [site](https://example.org)`;
    expect(findDeadEvidence(folder, links)).toEqual([]);
  });

  it.each([
    ['a title that no test has', `[are weighed](${own})`, 'has no test'],
    ['a part of a title', `[are count](${own})`, 'has no test'],
    ['a heading that does not exist', '[heading](../specification.md#5-validation)', 'is no heading'],
    ['a file that does not exist', '[file](absent.md)', 'is no file'],
    ['a folder', '[folder](states)', 'is no file'],
  ])('is refused to %s', (_what, link, why) => {
    expect(findDeadEvidence(folder, link)).toEqual([expect.stringContaining(why)]);
  });

  it('names a heading by the anchor that GitHub makes of it', () => {
    const markdown = '# A\n\n## Time (2.2.1)\n\n### Signing screens (customer-facing)\n';
    expect(['a', 'time-221', 'signing-screens-customer-facing', 'signing-screens'].map((anchor) => hasHeading(markdown, anchor))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
