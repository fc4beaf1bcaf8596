import { type Static, Type } from 'typebox';
import { UI_CONSENT_STATUSES } from '../consent-values.ts';
import { CurrencyCode, closed, Iban, IsoDate, IsoInstant, literals } from './common.ts';

/** Details of a transactions statement (specification §3), as the signing page shows them. */
export const StatementDetails = Type.Object(
  {
    accountHolder: Type.String(),
    /** The person who signs for a company; absent when customers sign for themselves. */
    representative: Type.Optional(Type.String()),
    iban: Iban,
    currency: CurrencyCode,
    /** First and last booking date of the period, both included. */
    dateFrom: IsoDate,
    dateTo: IsoDate,
    statementStatus: literals(UI_CONSENT_STATUSES),
    /** Addition beyond specification §3. */
    signedAt: Type.Optional(IsoInstant),
  },
  closed,
);
export type StatementDetails = Static<typeof StatementDetails>;
