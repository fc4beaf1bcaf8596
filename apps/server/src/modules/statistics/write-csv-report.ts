import type { StatisticsQuarter } from '@portico/contract';
import { type CsvCell, toCsv } from '@portico/primitives';
import { COLUMNS, noteOf, remarksOf, SECTIONS, titleOf } from './report-columns.ts';

/** A head, then one section for each interface, each with a row for every day. In UTF-8 with the mark that spreadsheets ask for. */
export function writeCsvReport(quarter: StatisticsQuarter, bankName: string): Buffer {
  const head: CsvCell[][] = [[bankName], [titleOf(quarter)], ...remarksOf(quarter).map((remark) => [remark])];
  const sections = SECTIONS.flatMap(([one, title]): CsvCell[][] => [
    [],
    [title],
    ['Date', ...COLUMNS.map(([, heading]) => heading), 'Note'],
    ...quarter.days.map((day) => [day.day, ...COLUMNS.map(([name]) => day[one][name]), noteOf(day)]),
  ]);
  return Buffer.from(`\uFEFF${toCsv([...head, ...sections])}`);
}
