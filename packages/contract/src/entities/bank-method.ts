import { type Static, Type } from 'typebox';
import { BANK_APPROACHES } from '../auth-method-values.ts';
import { AUTH_METHODS } from '../enumerations.ts';
import { closed, literals } from './common.ts';

const Label = Type.String({ minLength: 1, maxLength: 60 });

/** A method that the bank carries out itself, with its name in the five languages of the pages. */
export const BankMethod = Type.Object(
  {
    method: literals(AUTH_METHODS),
    approach: literals(BANK_APPROACHES),
    labels: Type.Object({ en: Label, et: Label, lt: Label, lv: Label, ru: Label }, closed),
  },
  closed,
);
export type BankMethod = Static<typeof BankMethod>;

/** The bank's page on which the customer authenticates. `href` is absent once the customer has come back, or while the bank does not answer. */
export const BankPage = Type.Object({ isReturned: Type.Boolean(), href: Type.Optional(Type.String()) }, closed);
export type BankPage = Static<typeof BankPage>;
