import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertBalanced, type Booking, type Entry, transferEntries } from './ledger.ts';

const side = (accountId: string) => ({ accountId, generation: 1 });
const transfer = (amountCents: number, feeCents: number): readonly Entry[] =>
  transferEntries({ debtor: side('debtor'), creditor: side('creditor'), feeIncome: side('bank'), amountCents, feeCents, currency: 'EUR' });
const bookingOf = (entries: readonly Entry[]): Booking => ({
  transactionId: 'ltx_1',
  sandboxId: 'sbx_1',
  kind: 'transfer',
  bookedAt: new Date(0),
  debtorName: 'A',
  creditorName: 'B',
  remittance: '',
  endToEndId: 'NOTPROVIDED',
  entries,
});

describe('a booking', () => {
  it('of any transfer sums to zero and takes amount and fee from the debtor', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), fc.integer({ min: 0, max: 1e6 }), (amountCents, feeCents) => {
        const entries = transfer(amountCents, feeCents);
        assertBalanced(bookingOf(entries));
        const debited = entries.filter(({ accountId }) => accountId === 'debtor').reduce((sum, entry) => sum + entry.amountCents, 0);
        return debited === -amountCents - feeCents && entries.length === (feeCents === 0 ? 2 : 4);
      }),
    ));

  it('names amount and fee for what they are, on both sides', () => {
    expect(transfer(100, 7).map(({ accountId, part, amountCents }) => [accountId, part, amountCents])).toEqual([
      ['debtor', 'principal', -100],
      ['creditor', 'principal', 100],
      ['debtor', 'fee', -7],
      ['bank', 'fee', 7],
    ]);
  });

  it('of one currency sums to zero', () => {
    const entries = transfer(100, 7);
    for (const one of entries.keys()) expect(() => assertBalanced(bookingOf(entries.toSpliced(one, 1)))).toThrow(/do not sum to zero/);
  });

  it('of two currencies sums to zero in each of them', () => {
    const euros = transfer(100, 0);
    const dollars = transfer(250, 0).map((entry) => ({ ...entry, currency: 'USD' }));
    expect(() => assertBalanced(bookingOf([...euros, ...dollars]))).not.toThrow();
    expect(() => assertBalanced(bookingOf([...euros, ...dollars.slice(1)]))).toThrow(/do not sum to zero/);
  });

  it.each([
    [0, 0],
    [-1, 0],
    [1, -1],
    [1.5, 0],
    [1, 0.5],
    [Number.NaN, 0],
  ])('of %d cents with a fee of %d is refused', (amountCents, feeCents) => {
    expect(() => transfer(amountCents, feeCents)).toThrow(RangeError);
    expect(() => transfer(amountCents, feeCents)).toThrow(/cents/);
  });

  it('without entries, or balanced over two currencies only, is refused', () => {
    expect(() => assertBalanced(bookingOf([]))).toThrow(/do not sum to zero/);
    const mixed = transfer(100, 0).map((entry, index) => ({ ...entry, currency: index === 0 ? 'EUR' : 'USD' }));
    expect(() => assertBalanced(bookingOf(mixed))).toThrow(/do not sum to zero/);
  });
});
