/**
 * Signing in to the bank's own pages (`/bank/to-sign`, `/bank/permissions`, `/bank/receipts`), without an application.
 *
 * | call | answer |
 * |---|---|
 * | `POST /bank/sign-in` | {@link OpenDoor} → 200 `SignInLocation`: the bank's sign-in page, which leads to `returnTo` |
 * | `GET /bank/session` | 200 {@link BankVisit}; does not count as activity |
 * | `POST /bank/session` | 200 {@link BankVisit}: records activity of the customer |
 * | `DELETE /bank/session` | 204, repeatable |
 * | `GET /bank/session/roles` | 200 `RolesToChoose`: for whom this person may act |
 * | `POST /bank/session/role` | `ChooseRoleBody` → 204: a new session in that role replaces this one; 409 `ROLE_UNKNOWN` |
 *
 * Without a valid bank session: 410 `SIGN_IN_UNKNOWN`, on every call of these pages.
 */
import { type Static, Type } from 'typebox';
import { closed, literals } from '../entities/common.ts';
import { AUTH_METHODS, BANK_COUNTRIES, LOCALES } from '../enumerations.ts';

/** `returnTo`: one of the bank's own pages, or one object on it. */
export const OpenDoor = Type.Object(
  {
    bankCountry: literals(BANK_COUNTRIES),
    locale: Type.Optional(literals(LOCALES)),
    returnTo: Type.String({ pattern: '^/bank/(to-sign|permissions|receipts)(/[A-Za-z0-9_-]{1,64})?$' }),
  },
  closed,
);
export type OpenDoor = Static<typeof OpenDoor>;

/** The signed-in customer. */
export const Visitor = Type.Object(
  {
    /** The name of the person, also when they act for a company. */
    name: Type.String(),
    bankCountry: literals(BANK_COUNTRIES),
    authMethod: literals(AUTH_METHODS),
    /** The company for which they act; absent: for themselves. */
    company: Type.Optional(Type.String()),
    /** They may choose another role. */
    hasRoles: Type.Optional(Type.Literal(true)),
  },
  closed,
);
export type Visitor = Static<typeof Visitor>;

/** `secondsLeft`: until the session ends without activity. */
export const BankVisit = Type.Object({ visitor: Visitor, secondsLeft: Type.Integer({ minimum: 0 }) }, closed);
export type BankVisit = Static<typeof BankVisit>;
