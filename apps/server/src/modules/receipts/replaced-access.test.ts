/** The receipt of a consent says which earlier access ended with it, in the words of the signing page, in every language. */
import { readFile } from 'node:fs/promises';
import type { Locale } from '@portico/contract';
import { LOCALES } from '@portico/contract/values';
import { describe, expect, it } from 'vitest';
import { textOfPdf } from '../../testing/pdf-text.ts';
import { describeReceipt } from './describe-receipt.ts';
import { drawReceipt } from './draw-receipt.ts';
import { isReceipt, type Receipt } from './receipt.ts';
import { formatDay } from './receipt-format.ts';

const AT = '2026-11-20T12:07:11.000Z';
const SIGNING = new URL('../../../../web/src/features/signing/', import.meta.url);

function receiptOf(status: Partial<Receipt['status']>): Receipt {
  return {
    format: 'portico-receipt-1',
    bankName: 'Portico Bank',
    evidence: {
      receiptId: 'sgn_1',
      kind: 'consent',
      resourceId: 'cns_1',
      position: 4,
      recordedAt: AT,
      contentHash: 'a1'.repeat(32),
      signed: {},
      signature: {
        signatory: 'Liis Näidis',
        method: 'SMART_ID',
        tppName: 'Lumen Books OÜ',
        tppApplicationName: 'Lumen Books online',
        bankCountry: 'ee',
        locale: 'en',
        signedAt: AT,
      },
    },
    coSignatures: [],
    status: { value: 'valid', readAt: AT, awaited: [], ...status },
  };
}

async function wordsOfPage(language: Locale): Promise<readonly [string, string]> {
  const words: Readonly<Record<string, string>> = JSON.parse(await readFile(new URL(`messages.${language}.json`, SIGNING), 'utf8'));
  return [words['consent.earlier'] ?? '', words['consent.replaced']?.replace('{date}', formatDay('2026-06-02', language)) ?? ''];
}

const rowsOf = (receipt: Receipt, language: Locale) =>
  describeReceipt(receipt, language).sections.flatMap(({ rows }) => rows.map(({ label, value }) => [label, value]));
const flat = (text: string) => text.replaceAll(/\s+/gu, ' ');

it.each(LOCALES)('in %s the page and the PDF name the access that ended', async (language) => {
  const receipt = receiptOf({ replacedAccessOf: '2026-06-02' });
  const [label, value] = await wordsOfPage(language);
  expect(isReceipt(receipt)).toBe(true);
  expect(rowsOf(receipt, language)).toContainEqual([label, value]);
  const page = flat((await textOfPdf(await drawReceipt(receipt, language))).join(' '));
  expect(page).toContain(flat(value));
});

describe('a receipt without an access that ended, or of an earlier version', () => {
  it.each(LOCALES)('has no such row in %s', async (language) => {
    const [label] = await wordsOfPage(language);
    expect(rowsOf(receiptOf({}), language).map(([each]) => each)).not.toContain(label);
  });

  it('is valid without it, and refused with a day that is none', () => {
    expect(isReceipt(receiptOf({}))).toBe(true);
    expect(isReceipt({ ...receiptOf({}), status: { ...receiptOf({}).status, replacedAccessOf: 'June 2' } })).toBe(false);
  });
});
