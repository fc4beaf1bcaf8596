/** The report as a PDF: A4, tagged, each interface a table that repeats its headings. The same figures are the same file. */
import type { StatisticsQuarter } from '@portico/contract';
import { openSheet, type Sheet } from '#platform/pdf/pdf-sheet.ts';
import { COLUMNS, noteOf, remarksOf, SECTIONS, titleOf } from './report-columns.ts';
import type { Interface } from './what-counts.ts';

/** Points. */
const WIDTH = 483;
const WIDTHS = [62, 62, 62, 72, 58, 62, 58, 47];
const TITLE = { face: 'bold', size: 18 } as const;
const HEADING = { face: 'bold', size: 11 } as const;
const TEXT = { face: 'regular', size: 9 } as const;
const COLUMN = { face: 'regular', size: 7, color: 'quiet' } as const;
const CELL = { face: 'regular', size: 8 } as const;

export type DrawReport = (quarter: StatisticsQuarter, bankName: string) => Promise<Buffer>;

export async function drawReport(quarter: StatisticsQuarter, bankName: string): Promise<Buffer> {
  const title = titleOf(quarter);
  const madeAt = new Date(quarter.publishedAt ?? `${quarter.days.at(-1)?.day ?? quarter.from}T00:00:00Z`);
  const sheet = await openSheet({ language: 'en', title, author: bankName, madeAt, width: WIDTH });
  sheet.paragraph('P', bankName, HEADING);
  sheet.gap(12);
  sheet.paragraph('H1', title, TITLE);
  sheet.gap(6);
  for (const remark of remarksOf(quarter)) sheet.paragraph('P', remark, TEXT);
  for (const [one, heading] of SECTIONS) await drawSection(sheet, { one, heading, days: quarter.days });
  return sheet.end((page, pages) => [`${bankName} · EBA/GL/2018/07 · ${title}`, `${page} / ${pages}`]);
}

async function drawSection(
  sheet: Sheet,
  { one, heading, days }: { readonly one: Interface; readonly heading: string; readonly days: StatisticsQuarter['days'] },
): Promise<void> {
  sheet.gap(16);
  sheet.keepTogether(80);
  sheet.paragraph('H2', heading, HEADING);
  sheet.gap(3);
  await sheet.table(WIDTHS, (row) => {
    const headings = ['Date', ...COLUMNS.map(([, text]) => text), 'Note'];
    row(
      headings.map((text, index) => ({ text, style: COLUMN, headingOf: 'Column' as const, isFlushRight: isFigure(index) })),
      { isRepeated: true },
    );
    for (const day of days) {
      const figures = COLUMNS.map(([name]) => day[one][name]?.toFixed(3) ?? '-');
      row([day.day, ...figures, noteOf(day)].map((text, index) => ({ text, style: CELL, isFlushRight: isFigure(index) })));
    }
  });
}

const isFigure = (index: number): boolean => index > 0 && index <= COLUMNS.length;
