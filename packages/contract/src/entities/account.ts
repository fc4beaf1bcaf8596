import { type Static, Type } from 'typebox';
import { Amount, CurrencyCode, closed, Iban } from './common.ts';

/** Account (specification §3). */
export const Account = Type.Object({ iban: Iban, currency: CurrencyCode, name: Type.String({ maxLength: 70 }) }, closed);
export type Account = Static<typeof Account>;

/** Account balance (specification §3): the available balance, holds already subtracted. */
export const AccountBalance = Type.Object(
  {
    balanceAmount: Amount,
    /** Additions: the company that owns the account, and the person who signs for it; absent when customers sign for themselves. */
    accountHolder: Type.Optional(Type.String()),
    representative: Type.Optional(Type.String()),
    /** A second person must sign before money leaves this account. */
    needsSecondSignature: Type.Optional(Type.Literal(true)),
  },
  closed,
);
export type AccountBalance = Static<typeof AccountBalance>;

/** The fee of each of some items of a bulk payment; `sum` as below. */
const ItemFee = Type.Object({ sum: Type.String(), count: Type.Integer({ minimum: 1 }) }, closed);

/** Payment fee (specification §3); `sum` is a decimal string with two decimals, `crcCode` the currency. */
export const PaymentFee = Type.Object(
  {
    sum: Type.String(),
    crcCode: CurrencyCode,
    /** Addition; for a bulk payment: the parts of the sum, each fee once, highest first. */
    items: Type.Optional(Type.Array(ItemFee, { minItems: 1 })),
  },
  closed,
);
export type PaymentFee = Static<typeof PaymentFee>;
