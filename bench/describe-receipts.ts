/** Describes the results for receipts, as text and a table. */
import type { CheapCall, ReceiptsCost } from './measure-receipts.ts';
import type { Spread } from './statistics.ts';

export function describeReceipts({ readers, alone, besideDrawing, besideReading, drawn, read }: ReceiptsCost, settings: string): string {
  return `## Receipts as PDF beside cheap calls

One application reads the status of a payment, one call after the other, while ${readers} readers ask for receipts as PDF. A PDF that is new is drawn in a
thread of its own, one after the other; a PDF that was drawn within the last minute is kept. Receipts are read from the database two at a time. Before
PDFs had a thread, ${readers} such readers made a cheap call take 2 s instead of 1 ms. Before the readings had a limit, the median beside PDFs drawn
before was 439 ms. ${settings}

| readers | PDFs per second, median (min–max) | status of a payment: p50 | p99 | longest |
|---|---|---|---|---|
| none | – | ${times(alone)} |
| ${readers}, PDFs never drawn before | ${spread(drawn)} | ${times(besideDrawing)} |
| ${readers}, PDFs drawn before | ${spread(read)} | ${times(besideReading)} |
`;
}

/** One sentence if the median of the cheap call is above the budget. @param most milliseconds */
export function brokenReceipts({ besideDrawing, besideReading }: ReceiptsCost, most: number): readonly string[] {
  const p50 = Math.max(besideDrawing.p50, besideReading.p50);
  return p50 <= most ? [] : [`Beside readers of receipts a cheap call takes ${p50.toFixed(0)} ms.`];
}

const times = ({ p50, p99, max }: CheapCall): string => [p50, p99, max].map((ms) => `${ms.toFixed(1)} ms`).join(' | ');
const spread = ({ median, min, max }: Spread): string => `${median.toFixed(0)} (${min.toFixed(0)}–${max.toFixed(0)})`;
