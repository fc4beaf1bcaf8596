/** `docs/security/asvs.md` must have every requirement of the standard's levels 1 and 2 once, and its evidence must exist. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findDeadEvidence, LINK } from './evidence-links.ts';

const docs = join(dirname(import.meta.dirname), 'docs', 'security');

/** OWASP ASVS 5.0.0: the levels of each section's requirements, in their order. `'1.5': '123'` is 1.5.1 at level 1 to 1.5.3 at level 3. */
const LEVELS: Readonly<Record<string, string>> = {
  ...{ '1.1': '22', '1.2': '1111122223', '1.3': '112222222223', '1.4': '222', '1.5': '123' },
  ...{ '2.1': '122', '2.2': '112', '2.3': '12223', '2.4': '23' },
  ...{ '3.1': '3', '3.2': '113', '3.3': '12223', '3.4': '11222233', '3.5': '11122333', '3.6': '3', '3.7': '22333' },
  ...{ '4.1': '12233', '4.2': '23333', '4.3': '22', '4.4': '1222' },
  ...{ '5.1': '2', '5.2': '112333', '5.3': '113', '5.4': '222' },
  ...{ '6.1': '122', '6.2': '111111112222', '6.3': '11223333', '6.4': '112233', '6.5': '22222333', '6.6': '2223', '6.7': '33', '6.8': '2222' },
  ...{ '7.1': '222', '7.2': '1111', '7.3': '22', '7.4': '11222', '7.5': '223', '7.6': '22' },
  ...{ '8.1': '1233', '8.2': '1123', '8.3': '133', '8.4': '23' },
  ...{ '9.1': '111', '9.2': '1222' },
  ...{ '10.1': '22', '10.2': '223', '10.3': '22223', '10.4': '1111122222233333', '10.5': '22222', '10.6': '22', '10.7': '222' },
  ...{ '11.1': '2233', '11.2': '22233', '11.3': '11233', '11.4': '1222', '11.5': '23', '11.6': '23', '11.7': '33' },
  ...{ '12.1': '12233', '12.2': '11', '12.3': '22223' },
  ...{ '13.1': '2333', '13.2': '222223', '13.3': '2233', '13.4': '1222233' },
  ...{ '14.1': '22', '14.2': '12223333', '14.3': '122' },
  ...{ '15.1': '12233', '15.2': '12233', '15.3': '1222222', '15.4': '3333' },
  ...{ '16.1': '2', '16.2': '22222', '16.3': '2222', '16.4': '222', '16.5': '2223' },
  ...{ '17.1': '23', '17.2': '22223333', '17.3': '22' },
};
const asked = Object.entries(LEVELS).flatMap(([section, levels]) =>
  [...levels].map((level, index) => ({ id: `${section}.${index + 1}`, level })).filter(({ level }) => level < '3'),
);

/** `| 1.2.4 | 1 | SQL by parameters | met | [title of a test](../file), … |` */
const ROW = /^\| (?<id>\d+\.\d+\.\d+) \| (?<level>\d) \| (?<what>[^|]+) \| (?<status>[^|]+) \| (?<text>.*) \|$/;

interface Row {
  readonly id: string;
  readonly level: string;
  readonly status: string;
  readonly text: string;
}

const markdown = readFileSync(join(docs, 'asvs.md'), 'utf8');
const rows = markdown.split('\n').flatMap((line): readonly Row[] => {
  const { id, level, status, text } = ROW.exec(line)?.groups ?? {};
  return id === undefined || level === undefined || status === undefined || text === undefined ? [] : [{ id, level, status, text }];
});

describe('the ASVS', () => {
  it('has 253 requirements at its levels 1 and 2', () => {
    expect([asked.filter(({ level }) => level === '1').length, asked.length]).toEqual([70, 253]);
  });

  it('has one row for each of them, in their order', () => {
    expect(rows.map(({ id, level }) => ({ id, level }))).toEqual(asked);
  });

  it('is met with evidence, or says why not', () => {
    expect(rows.filter((row) => !isAnswered(row))).toEqual([]);
  });

  it('names files, headings and titles of tests that are there', () => {
    expect(rows.flatMap(({ id, text }) => findDeadEvidence(docs, text).map((why) => `${id}: ${why}`))).toEqual([]);
  });

  it('counts them', () => {
    const lines = ['1', '2'].map((level) => {
      const own = rows.filter((row) => row.level === level);
      const counts = ['met', 'n/a', 'not met'].map((status) => own.filter((row) => row.status === status).length);
      return `| ${[level, own.length, ...counts].join(' | ')} |`;
    });
    expect(markdown).toContain(lines.join('\n'));
  });
});

function isAnswered({ status, text }: Row): boolean {
  if (status === 'met') return text.match(LINK) !== null;
  if (status === 'not met') return text.startsWith('because ');
  return status === 'n/a' && text.trim() !== '';
}
