import { describe, expect, it } from 'vitest';
import { readCsv } from './csv.ts';

const valuesOf = (text: string) => readCsv(text).records.map(({ values }) => values);

describe('comma-separated values', () => {
  it.each([
    ['commas', 'a,b\n1,2'],
    ['semicolons', 'a;b\n1;2'],
    ['tabs', 'a\tb\n1\t2'],
    ['CRLF and a last line break', 'a,b\r\n1,2\r\n'],
    ['CR alone', 'a,b\r1,2\r'],
    ['a byte order mark', '\uFEFFa,b\n1,2'],
    ['empty lines between and behind', '\n\na,b\n\n1,2\n\n\n'],
    ['quotation marks around everything', '"a","b"\n"1","2"'],
  ])('are read with %s', (_what, text) =>
    expect(valuesOf(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]));

  it('hold separators, line breaks and doubled quotation marks inside quotation marks', () => {
    expect(valuesOf('a,b\n"1,5;6","say ""yes""\r\nor no"')[1]).toEqual(['1,5;6', 'say "yes"\nor no']);
    expect(valuesOf('a,b\n"",""""')[1]).toEqual(['', '"']);
  });

  it('are parted by what the first line has most of: a semicolon leaves commas alone', () => {
    expect(valuesOf('a;b\n1,50;x,y')[1]).toEqual(['1,50', 'x,y']);
  });

  it('keep empty values, and a quotation mark inside a plain one', () => {
    expect(valuesOf('a,b,c\n,,3')[1]).toEqual(['', '', '3']);
    expect(valuesOf('a,b\n5" pipe,2')[1]).toEqual(['5" pipe', '2']);
  });

  it('know the line on which each record begins', () => {
    const { records } = readCsv('a,b\n\n"1\n1",2\r\n3,4\n');
    expect(records.map(({ line }) => line)).toEqual([1, 3, 5]);
  });

  it('are nothing where there is nothing', () => {
    for (const text of ['', '\uFEFF', '\n\r\n', ' ', ',,,\n,,']) expect(valuesOf(text)).toEqual([]);
  });

  it.each([
    ['a quotation mark that is never closed', 'a,b\n1,2\n"3,4\n5,6', 3, 'never closed'],
    ['text behind a closed one', 'a,b\n"1" x,2\n3,4', 2, 'twice'],
    ['a closing quotation mark that is not doubled', 'a,b\n1,"say "yes""', 2, 'twice'],
  ])('are read up to %s, which is named with its line', (_what, text, line, words) => {
    const { records, fault } = readCsv(text);
    expect(fault).toMatchObject({ line, text: expect.stringContaining(words) });
    expect(records.every((record) => record.line < line)).toBe(true);
  });
});
