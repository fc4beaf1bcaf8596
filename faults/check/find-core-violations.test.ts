import { describe, expect, it } from 'vitest';
import type { PaidOrder } from '../load/core-payers.ts';
import { findCoreViolations } from './find-core-violations.ts';

const ORDER: PaidOrder = {
  paymentId: 'pay_1',
  nationalIdentityNumber: '49001019999',
  product: 'instant-sepa-credit-transfers',
  cents: 7,
  read: 'signed',
};
const MOVED = { paymentId: 'pay_1', cents: 7 };

interface Changes {
  readonly order?: Partial<PaidOrder>;
  readonly status?: string;
  readonly kind?: string;
  readonly debits?: readonly { readonly paymentId: string; readonly cents: number }[];
  readonly held?: readonly { readonly paymentId: string; readonly cents: number }[];
}

function kindsOf({ order = {}, status = 'ACCC', kind = 'same', debits = [MOVED], held = [] }: Changes): readonly string[] {
  const books = { debits, held, sumCents: 0 };
  const found = findCoreViolations({
    orders: [{ ...ORDER, ...order }],
    statuses: new Map([['pay_1', status]]),
    compared: new Map([['pay_1', kind]]),
    books,
  });
  return found.map((each) => each.kind);
}

describe('the check of a core after kills', () => {
  it.each<[string, Changes]>([
    ['a payment that was booked once', {}],
    ['an ordinary payment that is held', { status: 'ACFC', debits: [], held: [MOVED] }],
    ['a signed payment that the core refused', { status: 'RJCT', debits: [] }],
    ['a payment that the customer refused', { order: { read: 'refused' }, status: 'RJCT', debits: [] }],
    ['an order that its customer never opened', { order: { read: 'unsigned' }, status: 'RCVD', debits: [] }],
  ])('accepts %s', (_what, changes) => {
    expect(kindsOf(changes)).toEqual([]);
  });

  it.each<[string, string, Changes]>([
    ['two bookings', 'twice', { debits: [MOVED, MOVED] }],
    ['a booking beside a hold', 'twice', { held: [MOVED] }],
    ['a booking of another amount', 'twice', { debits: [{ ...MOVED, cents: 8 }] }],
    ['a signed payment of which the core has nothing', 'lost', { debits: [] }],
    ['a signed payment that still waits, and of which the core has nothing', 'lost', { status: 'ACTC', debits: [] }],
    ['a refused payment that was booked', 'unsigned', { order: { read: 'refused' } }],
    ['an unsigned payment whose money is held', 'unsigned', { order: { read: 'unsigned' }, status: 'RCVD', debits: [], held: [MOVED] }],
    ['money of an order that no customer made', 'unsigned', { debits: [MOVED, { paymentId: 'pay_2', cents: 1 }] }],
    ['a paid payment whose status says that it waits', 'unexplained', { status: 'ACTC' }],
    ['a rejected payment that was booked', 'unexplained', { status: 'RJCT' }],
    ['a comparison that differs', 'unexplained', { kind: 'coreHasIt' }],
  ])('names %s', (_what, kind, changes) => {
    expect(kindsOf(changes)).toContain(kind);
  });
});
