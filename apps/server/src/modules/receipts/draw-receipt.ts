/**
 * The receipt as a PDF (tagged, in its language, the canonical JSON attached): A4, one page for what people sign, as many as it takes
 * for a large bulk payment. The same receipt in the same language is the same file, byte for byte, so that the pages can be verified too.
 */
import { setImmediate } from 'node:timers/promises';
import type { Locale, ReceiptView } from '@portico/contract';
import { canonicalJson } from '#platform/crypto/canonical-json.ts';
import { openSheet, type Sheet } from '#platform/pdf/pdf-sheet.ts';
import { describeReceipt } from './describe-receipt.ts';
import { ATTACHMENT_NAME } from './read-pdf.ts';
import type { Receipt } from './receipt.ts';
import { textsIn } from './receipt-texts.ts';

/** Points. */
const WIDTH = 483;
const LABEL_WIDTH = 150;
const TITLE = { face: 'bold', size: 20 } as const;
const HEADING = { face: 'bold', size: 10.5 } as const;
const LABEL = { face: 'regular', size: 8.5, color: 'quiet' } as const;
const SMALL = { face: 'regular', size: 7.5, color: 'quiet' } as const;
const VALUES = {
  text: { face: 'regular', size: 9 },
  amount: { face: 'bold', size: 9 },
  code: { face: 'mono', size: 8 },
} as const;
const ITEM_TEXT = { face: 'regular', size: 7.5 } as const;
const ITEM_CODE = { face: 'mono', size: 6.6 } as const;
const TOTAL_WIDTH = 140;
const ROWS_AT_A_TIME = 20;
/** Widths of the columns of the items, by their number; the last is flush right. Without the status: receipts of earlier versions. */
const ITEM_WIDTHS: ReadonlyMap<number, readonly number[]> = new Map([
  [6, [26, 96, 118, 92, 78, 73]],
  [7, [22, 78, 111, 70, 62, 76, 64]],
]);
/** The largest amount is on one line. */
const WIDE_ITEM_WIDTHS: ReadonlyMap<number, readonly number[]> = new Map([
  [6, [22, 92, 111, 92, 86, 80]],
  [7, [22, 74, 111, 70, 60, 66, 80]],
]);

export type DrawReceipt = (receipt: Receipt, language?: Locale) => Promise<Buffer>;

export async function drawReceipt(receipt: Receipt, language?: Locale): Promise<Buffer> {
  const view = describeReceipt(receipt, language);
  const text = textsIn(view.language);
  const title = `${text('receipt.title')} ${view.receiptId}`;
  const sheet = await openSheet({ language: view.language, title, author: receipt.bankName, madeAt: new Date(receipt.status.readAt), width: WIDTH });
  sheet.attach(Buffer.from(canonicalJson(receipt)), { name: ATTACHMENT_NAME, type: 'application/json', description: text('receipt.title') });
  drawHead(sheet, view, `${receipt.bankName} · ${text('receipt.title')}`);
  const isEarlier = receipt.status.drawing === undefined;
  for (const section of view.sections) await drawSection(sheet, section, isEarlier);
  if (view.items !== undefined) await drawItems(sheet, view.items, isEarlier ? ITEM_WIDTHS : WIDE_ITEM_WIDTHS);
  sheet.gap(10);
  for (const note of view.notes) {
    sheet.paragraph('P', note, SMALL);
    sheet.gap(3);
  }
  return sheet.end((page, pages) => [`${receipt.bankName} · ${view.title} · ${view.receiptId}`, text('receipt.page', { page, pages })]);
}

function drawHead(sheet: Sheet, view: ReceiptView, whose: string): void {
  sheet.paragraph('P', whose, HEADING);
  sheet.gap(14);
  sheet.paragraph('H1', view.title, TITLE);
  sheet.gap(4);
  sheet.paragraph('P', view.summary, VALUES.text);
}

async function drawSection(sheet: Sheet, { title, rows }: ReceiptView['sections'][number], isEarlier: boolean): Promise<void> {
  sheet.gap(13);
  sheet.keepTogether(60);
  sheet.paragraph('H2', title, HEADING);
  sheet.gap(3);
  await sheet.table([LABEL_WIDTH, WIDTH - LABEL_WIDTH], (row) => {
    for (const { label, value, form } of rows) {
      // A cell of many lines may go on on the next page, a line may not.
      const [first = '', ...others] = value.split('\n');
      const isContinued = (index: number) => !isEarlier && index < others.length;
      row(
        [
          { text: label, style: LABEL, headingOf: 'Row' },
          { text: first, style: VALUES[form] },
        ],
        { isContinued: isContinued(0) },
      );
      for (const [index, line] of others.entries())
        row(
          [
            { text: '', style: LABEL },
            { text: line, style: VALUES[form] },
          ],
          { isContinued: isContinued(index + 1) },
        );
    }
  });
}

async function drawItems(
  sheet: Sheet,
  { title, columns, rows, totals = [] }: NonNullable<ReceiptView['items']>,
  itemWidths: typeof ITEM_WIDTHS,
): Promise<void> {
  const last = columns.length - 1;
  sheet.gap(13);
  sheet.keepTogether(60);
  sheet.paragraph('H2', title, HEADING);
  sheet.gap(3);
  const widths = itemWidths.get(columns.length);
  if (widths === undefined) throw new Error(`There are no widths for a table of ${columns.length} columns.`);
  await sheet.table(widths, async (row) => {
    const headings = columns.map((text, index) => ({ text, style: SMALL, headingOf: 'Column' as const, isFlushRight: index === last }));
    row(headings, { isRepeated: true });
    for (const [index, cells] of rows.entries()) {
      // A thousand rows take a while: others are answered in between.
      if (index % ROWS_AT_A_TIME === 0) await setImmediate();
      row(cells.map((text, column) => ({ text, style: column === 2 ? ITEM_CODE : ITEM_TEXT, isFlushRight: column === last })));
    }
  });
  if (totals.length === 0) return;
  await sheet.table([WIDTH - TOTAL_WIDTH, TOTAL_WIDTH], (row) => {
    for (const { label, value } of totals) {
      row([
        { text: label, style: VALUES.amount, headingOf: 'Row' },
        { text: value, style: VALUES.amount, isFlushRight: true },
      ]);
    }
  });
}
