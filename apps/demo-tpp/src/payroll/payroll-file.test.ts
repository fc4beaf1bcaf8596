import { isIban } from '@portico/primitives';
import { describe, expect, it } from 'vitest';
import { decodeFile, readPayroll, SAMPLE_FILE } from './payroll-file.ts';

const HEADING = 'name,iban,amount,reference';
const GOOD = 'Mari Näidis,EE869800100045081764,1480.00,Salary';

const fileOf = (...lines: readonly string[]) => [HEADING, ...lines].join('\n');

/** `[line, text]` of each fault. */
function faultsOf(text: string): readonly (readonly [number | undefined, string])[] {
  const read = readPayroll(text);
  return 'faults' in read ? read.faults.map(({ line, text: words }) => [line, words] as const) : [];
}

function salariesOf(text: string) {
  const read = readPayroll(text);
  return 'salaries' in read ? read.salaries : read.faults;
}

describe('the file of a payroll', () => {
  it('has one payment on each line', () => {
    expect(salariesOf(fileOf(GOOD, '"Proov, Jaan",EE76 9800 1000 9900 1237,12.5,"Bonus, late"'))).toEqual([
      { name: 'Mari Näidis', iban: 'EE869800100045081764', cents: 148_000, reference: 'Salary' },
      { name: 'Proov, Jaan', iban: 'EE769800100099001237', cents: 1_250, reference: 'Bonus, late' },
    ]);
  });

  it('may have its columns in any order, in capitals, with a currency and semicolons', () => {
    expect(salariesOf('Currency;AMOUNT;Name;IBAN;Reference\neur;1;Mari;ee869800100045081764;Salary')).toEqual([
      { name: 'Mari', iban: 'EE869800100045081764', cents: 100, reference: 'Salary' },
    ]);
  });

  it('is read with composed letters', () => {
    expect(salariesOf(fileOf(GOOD.replace('ä', 'a\u0308')))).toMatchObject([{ name: 'Mari Näidis' }]);
  });

  it('of the sample is valid, and its IBANs are valid', () => {
    const salaries = salariesOf(SAMPLE_FILE);
    expect(salaries.length).toBeGreaterThan(3);
    for (const salary of salaries) expect('iban' in salary && isIban(salary.iban)).toBe(true);
  });

  it('of the sample has a total that the first customer of each country can pay', () => {
    const totalCents = salariesOf(SAMPLE_FILE).reduce((sum, salary) => sum + ('cents' in salary ? salary.cents : Number.NaN), 0);
    expect(totalCents).toBe(96_825);
  });

  it('has at most a thousand payments', () => {
    expect(salariesOf(fileOf(...Array<string>(1000).fill(GOOD)))).toHaveLength(1000);
    expect(faultsOf(fileOf(...Array<string>(1001).fill(GOOD)))).toEqual([
      [undefined, 'It has 1,001 payments. One payroll holds 1,000 at most: divide the file.'],
    ]);
  });
});

describe('the file of a payroll is refused', () => {
  it.each([
    ['that is empty', '', undefined, 'There is nothing in it'],
    ['that holds only spaces', ' \n\t', undefined, 'There is nothing in it'],
    ['that has column names and no payments', HEADING, undefined, 'no payments'],
    ['without a line of columns', GOOD, 1, 'Begin the file with name,iban,amount,reference'],
    ['without the IBAN', 'name,amount,reference\nMari,1.00,x', 1, 'The column “iban” is missing'],
    ['with a column nobody knows', `${HEADING},bonus\n${GOOD},1`, 1, 'The column “bonus” is not known'],
    ['with a column that stands twice', `${HEADING},name\n${GOOD},Jaan`, 1, 'The column “name” is not known here, or stands twice'],
    ['with a value too many', fileOf('Mari,Näidis,EE869800100045081764,1.00,x'), 2, 'This line has 5 values, the first line names 4 columns'],
    ['with a value too few', fileOf('Mari,EE869800100045081764,1.00'), 2, 'This line has 3 values'],
    ['with an open quotation mark', fileOf(GOOD, '"Mari,EE869800100045081764,1.00,x'), 3, 'never closed'],
    ['in two currencies', `${HEADING},currency\n${GOOD},EUR\n${GOOD},USD`, undefined, 'more than one currency: EUR, USD'],
    ['in another currency', `${HEADING},currency\n${GOOD},USD`, undefined, 'Its currency is USD'],
    ['with a wrong check digit', fileOf(GOOD.replace('EE86', 'EE87')), 2, 'The IBAN “EE879800100045081764” is wrong'],
    ['without an IBAN on a line', fileOf('Mari,,1.00,x'), 2, 'The IBAN is missing'],
    ['without a name on a line', fileOf(GOOD.replace('Mari Näidis', ' ')), 2, 'The name is missing'],
    ['with a name that is too long', fileOf(GOOD.replace('Mari', 'M'.repeat(70))), 2, 'The name has 77 characters, 70 fit'],
    ['with a reference that is too long', fileOf(GOOD.replace('Salary', 'S'.repeat(141))), 2, 'The reference has 141 characters, 140 fit'],
    ['with a letter that no bank passes on', fileOf(GOOD.replace('ä', 'я')), 2, 'The name holds “я”'],
    ['with a letter that was lost', fileOf(GOOD.replace('ä', '\uFFFD')), 2, 'was lost when the file was saved'],
    ['whose sum is too large', fileOf(...Array<string>(2).fill(GOOD.replace('1480.00', '500000000.00'))), undefined, 'Its sum is 1000000000.00'],
    ['with a line break in a reference', fileOf(GOOD.replace('Salary', '"Salary\nlate"')), 2, 'The reference holds “a line break”'],
  ])('%s', (_what, text, line, words) => expect(faultsOf(text)).toEqual([[line, expect.stringContaining(words)]]));

  it.each([
    ['"1250,50"', 'Write a point before the cents: 1250.50'],
    ['', 'The amount is missing'],
    ['0', 'The amount is 0'],
    ['0.00', 'The amount is 0'],
    ['-5.00', 'is negative'],
    ['1 250.00', 'is no amount'],
    ['"1,250.00"', 'is no amount'],
    ['12.345', 'is no amount'],
    ['1250.00 €', 'is no amount'],
    ['1e3', 'is no amount'],
    ['1000000000.00', 'is too large'],
  ])('with the amount %s', (amount, words) => {
    expect(faultsOf(fileOf(GOOD.replace('1480.00', amount)))).toEqual([[2, expect.stringContaining(words)]]);
  });

  it('with all its errors, each with its line', () => {
    const faults = faultsOf(fileOf(GOOD, ',EE00,"1,5",', GOOD, 'Mari,EE869800100045081764,x,y'));
    expect(faults.map(([line]) => line)).toEqual([3, 3, 3, 3, 5]);
  });

  it('as a whole: one wrong IBAN among five hundred leaves no payment', () => {
    const lines = Array<string>(500).fill(GOOD);
    lines[250] = GOOD.replace('EE86', 'EE99');
    expect(faultsOf(fileOf(...lines))).toEqual([[252, expect.stringContaining('IBAN')]]);
  });
});

describe('an uploaded file', () => {
  it('is read as UTF-8, with or without a byte order mark', () => {
    for (const mark of ['', '\uFEFF']) {
      const text = decodeFile(new TextEncoder().encode(`${mark}${fileOf(GOOD)}`));
      expect(typeof text === 'string' && salariesOf(text)).toMatchObject([{ name: 'Mari Näidis' }]);
    }
  });

  it.each([
    ['in another encoding', Buffer.from(fileOf(GOOD), 'latin1'), 'not encoded as UTF-8'],
    ['in UTF-16', Buffer.from(`\uFEFF${HEADING}`, 'utf16le'), 'not encoded as UTF-8'],
    ['in UTF-16 without its mark', Buffer.from(HEADING, 'utf16le'), 'not encoded as UTF-8'],
    ['that is a workbook', Buffer.from('PK\u0003\u0004rest'), 'This is a spreadsheet workbook'],
  ])('is refused %s', (_what, bytes, words) => {
    expect(decodeFile(bytes)).toEqual({ line: undefined, text: expect.stringContaining(words) });
  });
});
