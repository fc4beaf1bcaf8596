import { describe, expect, it } from 'vitest';
import { readCsv } from './read-csv.ts';

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
    ]),
  );

  it('may contain separators, line breaks and doubled quotation marks inside quotation marks', () => {
    expect(valuesOf('a,b\n"1,5;6","say ""yes""\r\nor no"')[1]).toEqual(['1,5;6', 'say "yes"\nor no']);
    expect(valuesOf('a,b\n"",""""')[1]).toEqual(['', '"']);
  });

  it('are separated by the most frequent separator of the first line', () => {
    expect(valuesOf('a;b\n1,50;x,y')[1]).toEqual(['1,50', 'x,y']);
  });

  it('keep empty values, spaces around values, and lines with fewer or more values', () => {
    expect(valuesOf('a,b,c\n,,3')[1]).toEqual(['', '', '3']);
    expect(valuesOf('a,b\n 1 , 2 ')[1]).toEqual([' 1 ', ' 2 ']);
    expect(valuesOf('a,b\n1\n1,2,3')).toEqual([['a', 'b'], ['1'], ['1', '2', '3']]);
  });

  it.each([
    ['a byte order mark before a quotation mark', '\uFEFF"a","b"\n1,2'],
    ['semicolons and quotation marks', '"a";"b"\r\n"1";"2"\r\n'],
    ['lines of separators alone', 'a,b\n,\n , \n1,2'],
  ])('are read despite %s', (_what, text) =>
    expect(valuesOf(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]),
  );

  it.each([
    ['CRLF', '\r\n'],
    ['LF', '\n'],
    ['CR', '\r'],
  ])('read %s inside quotation marks as one line break, also in column names', (_name, end) => {
    expect(valuesOf(`"a${end}a",b${end}"1${end}${end}1",2${end}`)).toEqual([
      ['a\na', 'b'],
      ['1\n\n1', '2'],
    ]);
  });

  it('are read literally: formulas, escapes, comments and property names', () => {
    expect(valuesOf('__proto__,constructor\n=1+1,\\\n# a,null')).toEqual([
      ['__proto__', 'constructor'],
      ['=1+1', '\\'],
      ['# a', 'null'],
    ]);
  });

  it('are read completely in a file of 20 000 lines', () => {
    const lines = Array.from({ length: 20_000 }, (_line, index) => `"name ""${index}""",EE382200221020145685`);
    expect(valuesOf(['a,b', ...lines].join('\r\n'))).toHaveLength(20_001);
  });

  it('have the number of the line on which each record begins', () => {
    const { records } = readCsv('a,b\n\n"1\n1",2\r\n3,4\n');
    expect(records.map(({ line }) => line)).toEqual([1, 3, 5]);
    const wide = readCsv('\uFEFF\r\n"a\r\na",b\r\n,\r\n"1\r\n\r\n1","2\r\n2"\r\n3,4\r\n');
    expect(wide.records.map(({ line }) => line)).toEqual([2, 5, 9]);
  });

  it('have that number also behind empty lines, however many', () => {
    const { records } = readCsv(`a,b${'\n'.repeat(50_001)}1,2\n\n3,4`);
    expect(records.map(({ line }) => line)).toEqual([1, 50_002, 50_004]);
  });

  it('end where more than a thousand lines have another number of values than the first one', () => {
    const short = (count: number) => readCsv(`a,b\n${'1\n'.repeat(count)}3,4\n`);
    expect([short(1_000).fault, short(1_000).records.length]).toEqual([undefined, 1_002]);
    expect(short(1_001).fault).toMatchObject({ line: 1_002, text: expect.stringContaining('More than 1000 lines') });
    for (const line of [' ', ',,', '1,2,3']) expect(readCsv(`a,b\n${`${line}\n`.repeat(5_000)}`).fault, line).toBeDefined();
  });

  it('are empty for a file without values', () => {
    for (const text of ['', '\uFEFF', '\n\r\n', ' ', ',,,\n,,']) expect(valuesOf(text)).toEqual([]);
  });

  it.each([
    ['a quotation mark that is never closed', 'a,b\n1,2\n"3,4\n5,6', 3, 'never closed'],
    ['text behind a closed one', 'a,b\n"1" x,2\n3,4', 2, 'twice'],
    ['a quotation mark that is never closed, behind values over several lines', 'a,b\r\n"1\r\n1",2\r\n\r\n,\r\n3,"4\r\n5,6', 6, 'never closed'],
    ['a quotation mark that is never closed, behind empty lines', 'a,b\n1,2\n\n\n3,"4\n5,6', 5, 'never closed'],
    ['a quotation mark that is never closed, in the names', '"a,b\n1,2', 1, 'never closed'],
    ['a quotation mark inside a plain value', 'a,b\n1,2\n5" pipe,2', 3, 'Put the whole value in quotation marks'],
    ['a space before a quotation mark', 'a,b\n1, "2"', 2, 'Put the whole value in quotation marks'],
    ['a space behind a quotation mark', 'a,b\n"1" ,2', 2, 'twice'],
    ['a closing quotation mark that is not doubled', 'a,b\n1,"say "yes""', 2, 'twice'],
  ])('are read up to %s, which is reported with its line', (_what, text, line, words) => {
    const { records, fault } = readCsv(text);
    expect(fault).toMatchObject({ line, text: expect.stringContaining(words) });
    expect(records.every((record) => record.line < line)).toBe(true);
  });
});
