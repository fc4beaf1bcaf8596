import { type Static, Type } from 'typebox';
import { CONSENT_ACCOUNTS_MAX, UI_CONSENT_STATUSES } from '../consent-values.ts';
import { closed, Iban, IsoDate, IsoInstant, literals } from '../entities/common.ts';

/**
 * `PUT {api}/ui/consent`: the signature. `accounts` is required, with at least one account, if the details have the form `bankOffered`, and not
 * allowed otherwise.
 */
export const SignConsentBody = Type.Object(
  { accounts: Type.Optional(Type.Array(Type.Object({ iban: Iban }, closed), { minItems: 1, maxItems: CONSENT_ACCOUNTS_MAX, uniqueItems: true })) },
  closed,
);
export type SignConsentBody = Static<typeof SignConsentBody>;

/** Response of `PUT` and `DELETE {api}/ui/consent`. */
export const ConsentSigningResult = Type.Object(
  {
    consentStatus: literals(UI_CONSENT_STATUSES),
    /** Present after a signature, absent after a refusal. */
    signedAt: Type.Optional(IsoInstant),
    /** The day of the access that this signature ended; absent where it ended none. */
    replacedAccessOf: Type.Optional(IsoDate),
  },
  closed,
);
export type ConsentSigningResult = Static<typeof ConsentSigningResult>;
