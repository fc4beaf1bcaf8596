import { type Static, Type } from 'typebox';
import { CONSENT_ACCESS_FORMS, CONSENT_ACCOUNTS_MAX, UI_CONSENT_STATUSES } from '../consent-values.ts';
import { Account } from './account.ts';
import { CurrencyCode, closed, Iban, IsoDate, IsoInstant, literals } from './common.ts';

const Reference = Type.Object({ iban: Iban, currency: CurrencyCode }, closed);

/**
 * The rights for each account. `accounts` lists every account, because the other two rights include viewing it. While the customer still chooses
 * (`bankOffered`, not signed), the lists contain all available accounts, each with the rights it would get.
 */
export const ConsentAccess = Type.Object(
  {
    form: literals(CONSENT_ACCESS_FORMS),
    accounts: Type.Array(Account, { maxItems: CONSENT_ACCOUNTS_MAX }),
    balances: Type.Array(Reference, { maxItems: CONSENT_ACCOUNTS_MAX }),
    transactions: Type.Array(Reference, { maxItems: CONSENT_ACCOUNTS_MAX }),
  },
  closed,
);
export type ConsentAccess = Static<typeof ConsentAccess>;

/** Consent details (specification §3), as the signing page shows them. */
export const ConsentDetails = Type.Object(
  {
    accountHolder: Type.String(),
    /** The person signing for a company; absent when customers sign for themselves. */
    representative: Type.Optional(Type.String()),
    validUntil: IsoDate,
    consentStatus: literals(UI_CONSENT_STATUSES),
    access: ConsentAccess,
    /** Additions beyond specification §3: */
    recurringIndicator: Type.Boolean(),
    /** The most accesses per day without the customer. */
    frequencyPerDay: Type.Integer({ minimum: 1 }),
    /** Number of past days whose transactions the provider may read; absent where it may read none. */
    historyDays: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Before the signature: the day of the access that this consent will end (recurring consents of one application replace each other). */
    replacesAccessOf: Type.Optional(IsoDate),
    /** After the signature: the day of the access that the signature ended. */
    replacedAccessOf: Type.Optional(IsoDate),
    signedAt: Type.Optional(IsoInstant),
  },
  closed,
);
export type ConsentDetails = Static<typeof ConsentDetails>;
