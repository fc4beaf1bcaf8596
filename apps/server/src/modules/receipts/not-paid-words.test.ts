/** A payment that was signed and not made: the receipt says so in the words of the signing page, in every language. */
import { readFile } from 'node:fs/promises';
import type { Locale } from '@portico/contract';
import { LOCALES, NOT_PAID_REASONS } from '@portico/contract/values';
import { describe, expect, it } from 'vitest';
import { describeReceipt } from './describe-receipt.ts';
import type { Receipt } from './receipt.ts';

const AT = '2026-11-20T12:07:11.000Z';
const SIGNING = new URL('../../../../web/src/features/signing/', import.meta.url);

function receiptOf(kind: Receipt['evidence']['kind'], status: Partial<Receipt['status']>, items?: Receipt['items']): Receipt {
  return {
    format: 'portico-receipt-1',
    bankName: 'Portico Bank',
    evidence: {
      receiptId: 'sgn_1',
      kind,
      resourceId: 'pay_1',
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
    ...(items === undefined ? {} : { items }),
    coSignatures: [],
    status: { value: 'RJCT', readAt: AT, awaited: [], ...status },
  };
}

const ITEM: NonNullable<Receipt['items']>[number] = {
  instructedAmount: { amount: '1.00', currency: 'EUR' },
  creditorName: 'Lumen Books OÜ',
  creditorAccount: { iban: 'EE869800100045081764' },
  payeeVerification: { result: 'MTCH' },
};

async function signingWords(language: Locale): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await readFile(new URL(`messages.${language}.json`, SIGNING), 'utf8'));
}

const statusOf = (receipt: Receipt, language: Locale) => describeReceipt(receipt, language).sections[0]?.rows ?? [];

describe.each(LOCALES)('in %s', (language) => {
  it.each(NOT_PAID_REASONS)('%s is named as on the signing page: of a payment, of a run and of an item', async (notPaidReason) => {
    const words = (await signingWords(language))[`signing.result.${notPaidReason}`];
    const [payment] = statusOf(receiptOf('payment', { notPaidReason }), language);
    expect(payment?.value.split('\n')[0]).toBe(words);

    const unpaidRun = { executionDate: '2026-12-01', notPaidReason };
    const periodic = describeReceipt(receiptOf('periodic-payment', { value: 'ACTC', unpaidRun }), language);
    expect(periodic.sections.flatMap(({ rows }) => rows.map(({ value }) => value))).toContain(words);
    for (const [goesOn, last] of [
      [true, 'periodic.unpaid.goesOn'],
      [false, 'periodic.unpaid.over'],
    ] as const) {
      const rows = statusOf(receiptOf('periodic-payment', { value: 'ACTC', unpaidRun, goesOn }), language);
      const page = await signingWords(language);
      expect(rows.at(-1)?.value.split('\n')).toEqual([words, page['periodic.unpaid.next'], page[last]]);
    }

    const outcomes = [{ value: 'ACCC' }, { value: 'RJCT', notPaidReason }];
    const bulk = describeReceipt(receiptOf('bulk-payment', { value: 'PART', outcomes }, [ITEM, ITEM]), language);
    expect([bulk.items?.rows[0]?.[5], bulk.items?.rows[1]?.[5]]).toEqual([expect.not.stringContaining(words ?? ''), words]);
  });

  it('a bulk payment of which some were made is named as on the signing page', async () => {
    const outcomes = [{ value: 'ACCC' }, { value: 'RJCT', notPaidReason: 'bankRefused' as const }];
    const [status, count] = statusOf(receiptOf('bulk-payment', { value: 'PART', outcomes }, [ITEM, ITEM]), language);
    expect(status?.value).toBe((await signingWords(language))['signing.result.partly']);
    expect(count?.value).toMatch(/^1\D+2$/);
  });

  it('a payment that the payee’s bank blocked is named as on the signing page', async () => {
    const view = describeReceipt(receiptOf('payment', { value: 'BLCK' }), language);
    const values = view.sections.flatMap(({ rows }) => rows.map(({ value }) => value));
    expect(values).toContain((await signingWords(language))['signing.result.blocked']);
  });
});

describe('a receipt of an earlier version', () => {
  it('does not say whether later runs follow: what was signed comes first, as then', () => {
    const unpaidRun = { executionDate: '2026-12-01', notPaidReason: 'fundsNotAvailable' } as const;
    const view = describeReceipt(receiptOf('periodic-payment', { value: 'ACTC', unpaidRun }), 'en');
    expect(view.sections[0]?.title).toBe('What was signed');
    expect(JSON.stringify(view)).not.toMatch(/payment stands|No further payment/);
  });

  it('has no outcomes: it is described as it was then, so that its PDF stays proven', () => {
    const view = describeReceipt(receiptOf('bulk-payment', { value: 'PART' }, [ITEM]), 'en');
    expect([view.sections.at(-2)?.title, view.items?.columns.length]).toEqual(['Status', 6]);
    expect(view.sections.at(-2)?.rows.map(({ value }) => value)).toEqual(['Partly paid, some refused']);
  });
});
