/**
 * The door of the bank's own pages (`/bank/to-sign`, `/bank/permissions`, `/bank/receipts`): nobody sent the customer here.
 *
 * | call | answer |
 * |---|---|
 * | `POST /bank/sign-in` | {@link OpenDoor} → 200 `SignInLocation`: the bank's sign-in page, which leads to `returnTo` |
 * | `GET /bank/session` | 200 {@link BankVisit}; reading it is no activity |
 * | `POST /bank/session` | 200 {@link BankVisit}: the customer is still there |
 * | `DELETE /bank/session` | 204, repeatable |
 *
 * Without a live bank session: 410 `SIGN_IN_UNKNOWN`, on every call of these pages.
 */
import { type Static, Type } from 'typebox';
import { closed, literals } from '../entities/common.ts';
import { AUTH_METHODS, BANK_COUNTRIES, LOCALES } from '../enumerations.ts';

/** `returnTo`: one of the bank's own pages, or one thing on it. */
export const OpenDoor = Type.Object(
  {
    bankCountry: literals(BANK_COUNTRIES),
    locale: Type.Optional(literals(LOCALES)),
    returnTo: Type.String({ pattern: '^/bank/(to-sign|permissions|receipts)(/[A-Za-z0-9_-]{1,64})?$' }),
  },
  closed,
);
export type OpenDoor = Static<typeof OpenDoor>;

/** Who is signed in. */
export const Visitor = Type.Object(
  {
    /** The person at the door. */
    name: Type.String(),
    bankCountry: literals(BANK_COUNTRIES),
    authMethod: literals(AUTH_METHODS),
  },
  closed,
);
export type Visitor = Static<typeof Visitor>;

/** `secondsLeft`: of the session, if nothing is done. */
export const BankVisit = Type.Object({ visitor: Visitor, secondsLeft: Type.Integer({ minimum: 0 }) }, closed);
export type BankVisit = Static<typeof BankVisit>;
