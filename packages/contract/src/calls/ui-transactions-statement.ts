import { type Static, Type } from 'typebox';
import { UI_CONSENT_STATUSES } from '../consent-values.ts';
import { closed, IsoInstant, literals } from '../entities/common.ts';

/** `PUT {api}/ui/transactions-statement`: the signature. It has no options. */
export const SignStatementBody = Type.Object({}, closed);
export type SignStatementBody = Static<typeof SignStatementBody>;

/** Response of `PUT` and `DELETE {api}/ui/transactions-statement`. */
export const StatementSigningResult = Type.Object(
  {
    statementStatus: literals(UI_CONSENT_STATUSES),
    /** Present after a signature, absent after a refusal. */
    signedAt: Type.Optional(IsoInstant),
  },
  closed,
);
export type StatementSigningResult = Static<typeof StatementSigningResult>;
