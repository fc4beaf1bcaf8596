import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv, unmarked } from './csv.ts';

const TRIGGERS = ['=', '+', '-', '@', '\t', '\r', '\n', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20', '\u2212'];
const hostile = fc
  .tuple(
    fc.constantFrom('', ' ', '\u00A0', '\u200B', '\uFEFF', '\u202E', '\u0000', '"', ','),
    fc.constantFrom(...TRIGGERS, ''),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', ';', '\t', ' ;"', 'a;; '),
    fc.constantFrom(...TRIGGERS, ''),
  )
  .map((parts) => parts.join(''));

describe('a cell of a CSV file', () => {
  it('never begins like a formula, and its text is preserved', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const [[cell = '', neighbour] = []] = parseCsv(toCsv([[text, 'next']]));
        expect(neighbour).toBe('next');
        expect(cell.replaceAll("'", '')).toBe(text.replaceAll("'", ''));
        expect(TRIGGERS).not.toContain(cell.replace(/^[\s\p{Cc}\p{Cf}]+/u, '').charAt(0) || cell.charAt(0));
      }),
      { numRuns: 10_000 },
    );
  });
  it('is the same text again without its marks, also when the text begins with one', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom('', "'", "''"), (text, marks) => {
        const [[cell = ''] = []] = parseCsv(toCsv([[`${marks}${text}`]]));
        expect(unmarked(cell)).toBe(`${marks}${text}`);
      }),
      { numRuns: 10_000 },
    );
  });
  it.each([
    [-4680, '-46.80'],
    [5, '0.05'],
    [120_515, '1205.15'],
  ])('is a number for %i cents, also for a negative amount', (cents, text) => expect(toCsv([[{ cents }]])).toBe(`${text}\r\n`));
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\uFF1D1', ' =1', '\u200B=1', '-'])('marks %j as text', (text) => {
    expect(parseCsv(toCsv([[text]]))).toEqual([[`'${text}`]]);
  });
  it.each([
    ['Lumen;=1+1', `Lumen;'=1+1`],
    ['a; "=1"', `a;' "=1"`],
    ['a\t@SUM(A1)', `a\t'@SUM(A1)`],
    ['a\n+1', `a\n'+1`],
    ['a;b - c', 'a;b - c'],
  ])('marks %j where a spreadsheet that splits at other signs begins a cell', (text, marked) => {
    expect(parseCsv(toCsv([[text]]))).toEqual([[marked]]);
  });
  it('begins like a formula at no sign at which a spreadsheet splits', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const part of toCsv([['first', text]]).split(/[,;\t\r\n]/))
          expect(TRIGGERS).not.toContain(part.replace(/^[\s"\p{Cc}\p{Cf}]+/u, '').charAt(0) || 'none');
      }),
      { numRuns: 10_000 },
    );
  });
  it('is a number for a number, also a negative one', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), (value) => {
        const [[cell = ''] = []] = parseCsv(toCsv([[value]]));
        expect(Math.abs(Number(cell) - value)).toBeLessThanOrEqual(0.0005001);
        expect(cell).toMatch(/^-?\d+\.\d{3}$/);
      }),
    );
  });
  it('is a dash for null', () => {
    expect(toCsv([[null, 'a', 0]])).toBe('-,a,0.000\r\n');
  });
});

/** RFC 4180, read on its own. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (isQuoted && character === '"' && text.charAt(at + 1) === '"') {
      cell += '"';
      at += 1;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === ',') {
      rows.at(-1)?.push(cell);
      cell = '';
    } else if (!isQuoted && character === '\r') {
      rows.at(-1)?.push(cell);
      cell = '';
      rows.push([]);
      at += 1;
    } else cell += character;
  }
  return rows.slice(0, -1);
}
