/** The tables of `docs/evidence/`: each row has a place in the specification or is an addition, and has tests that exist. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findDeadEvidence, hasHeading } from './evidence-links.ts';

const docs = join(dirname(import.meta.dirname), 'docs');
const folder = join(docs, 'evidence');
const specification = readFileSync(join(docs, 'specification.md'), 'utf8');

interface EvidencePage {
  readonly file: string;
  /** Headings of the specification whose literal texts are all quoted in rows with tests. */
  readonly headings: readonly string[];
}
const PAGES: readonly EvidencePage[] = [
  { file: 'customers.md', headings: ['### Signing screens (customer-facing)', '## 4. States and transitions'] },
  { file: 'portal.md', headings: ['### Main portal shell', '### Modals, chosen by query parameter m'] },
];

const ROW =
  /^\| (?<section>\[§\d [^\]]+\]\(\.\.\/specification\.md#[^)]+\)|addition(?:, \[\d{4}\]\([^)]+\))?) \| (?<statement>.+?) \| (?<proof>.+) \|$/;
const TEST = /\]\([^)]+\.(?:test|spec)\.tsx?\)/;
const literalsOf = (text: string): readonly string[] => [...text.matchAll(/(?<![\p{Letter}])'([^']+)'/gu)].map(([, literal = '']) => literal);

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line.startsWith('|') && !/^\| section |^\|-/.test(line));
const rowsOf = (text: string) =>
  linesOf(text).map((line) => {
    const { section = '', statement = '', proof = '' } = ROW.exec(line)?.groups ?? {};
    return { line, section, statement, proof };
  });

const pages = PAGES.map(({ file, headings }) => {
  const text = readFileSync(join(folder, file), 'utf8');
  const [tested = [], untested = []] = text.split('\n## Statements without a test\n').map(rowsOf);
  return { file, headings, text, tested, untested, rows: [...tested, ...untested] };
});

describe.each(pages)('the statements of $file', ({ text, tested, untested, rows, headings }) => {
  it('have a section of the specification, or are called an addition', () => {
    expect(rows.filter(({ section }) => section === '').map(({ line }) => line)).toEqual([]);
  });

  it('have a test each, or a reason in the last table', () => {
    expect(tested.filter(({ proof }) => !TEST.test(proof)).map(({ line }) => line)).toEqual([]);
    expect(untested.length).toBeGreaterThan(0);
    expect(untested.filter(({ proof }) => TEST.test(proof))).toEqual([]);
  });

  it('name headings, files and titles of tests that exist', () => {
    expect(findDeadEvidence(folder, text)).toEqual([]);
  });

  it('quote the specification literally', () => {
    const quoted = rows.flatMap(({ statement }) => literalsOf(statement));
    expect(quoted.length).toBeGreaterThan(20);
    expect(quoted.filter((literal) => !specification.includes(literal))).toEqual([]);
  });

  it.each(headings)('quote every literal text of “%s”', (heading) => {
    const section = (specification.split(`${heading}\n`)[1] ?? '').split(/\n#{2,3} /)[0] ?? '';
    const quoted = new Set(tested.flatMap(({ statement }) => literalsOf(statement)));
    expect(literalsOf(section).length).toBeGreaterThan(0);
    expect(literalsOf(section).filter((literal) => !quoted.has(literal))).toEqual([]);
  });

  it('are counted', () => {
    const additions = tested.filter(({ section }) => section.startsWith('addition')).length;
    expect(text).toContain(`There are ${tested.length - additions} rows of the specification and ${additions} additions.`);
  });
});

describe('the statements of all pages', () => {
  it('quote every literal text of the specification', () => {
    const quoted = new Set(pages.flatMap(({ rows }) => rows.flatMap(({ statement }) => literalsOf(statement))));
    expect(literalsOf(specification).filter((literal) => !quoted.has(literal))).toEqual([]);
  });

  it('name every call of the specification', () => {
    const named = pages.flatMap(({ tested }) => tested.map(({ statement }) => statement.replaceAll('`', ''))).join('\n');
    const [, calls = ''] = specification.split('\n## 7. The calls it makes\n');
    const developers = [...calls.matchAll(/^\| (?!Call )((?:GET|POST|DELETE) [^|]+) \| /gm)].flatMap(([, call = '']) => call.split(', '));
    const customers = [...new Set([...calls.matchAll(/\bui\/[a-z-]+(?:\/[a-z]+)?/g)].map(([call]) => call))];
    expect([developers.length, customers.length]).toEqual([19, 17]);
    const isNamed = (call: string) =>
      named
        .split(call)
        .slice(1)
        .some((rest) => !/^[\w/-]/.test(rest));
    expect([...developers, ...customers].filter((call) => !isNamed(call))).toEqual([]);
  });
});

describe('the review of the portal', () => {
  const text = readFileSync(join(folder, 'portal-review.md'), 'utf8');
  const rows = text.split('\n').filter((line) => /^\| (?!row \|)/.test(line));

  it('names files and titles of tests that exist', () => expect(findDeadEvidence(folder, text)).toEqual([]));

  it('has a test for each row, or the reason why it has none', () => {
    expect(rows).toHaveLength(41);
    expect(rows.filter((row) => !TEST.test(row) && !row.includes('| no test'))).toEqual([]);
  });
});

describe('the review of trust', () => {
  const text = readFileSync(join(folder, 'trust.md'), 'utf8');
  const rows = text.split('\n').filter((line) => /^\| (?!row \|)/.test(line));
  const all = Object.entries({ S: 17, X: 20, O: 7, Q: 1, C: 5 }).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, at) => `${letter}${at + 1}`),
  );

  it('names files and titles of tests that exist', () => expect(findDeadEvidence(folder, text)).toEqual([]));

  it('has every row, with a test', () => {
    expect(rows.map((row) => row.split(' | ')[0]?.slice(2))).toEqual(all);
    expect(rows.filter((row) => !TEST.test(row))).toEqual([]);
  });
});

describe('the modules of FAPI 2.0', () => {
  const text = readFileSync(join(folder, 'fapi2.md'), 'utf8');
  const [modules = ''] = text.split('\nBeyond the modules:\n');
  const rows = modules.split('\n').filter((line) => /^\| \w+ \| /.test(line) && !line.startsWith('| module '));

  it('name files and titles of tests that exist', () => expect(findDeadEvidence(folder, text)).toEqual([]));

  it('are counted', () => {
    expect(text).toContain(`There are ${rows.length} modules for every country`);
    expect(text).toContain(`; ${rows.filter((row) => TEST.test(row)).length} have a test.`);
  });
});

describe('the identity of providers', () => {
  const text = readFileSync(join(folder, 'provider-identity.md'), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:certificate|check|fault|material) \|/.test(line));

  it('names files and titles of tests that exist', () => expect(findDeadEvidence(folder, text)).toEqual([]));

  it('has a test in every row', () => {
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.filter((row) => !TEST.test(row))).toEqual([]);
  });
});

describe('a link of a document of evidence', () => {
  const own = '../../tools/evidence-tables.test.ts';

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
