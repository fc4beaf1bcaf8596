/** Consents to account access: asked for by the application, granted or refused by the customer, used for reading, ended by any of them. */
import type { ConsentDetails, ConsentSigningResult, UiConsentStatus } from '@portico/contract';
import type { Owner } from '#modules/bank/index.ts';
import type { Xs2aCaller } from '#modules/tpp-apps/index.ts';
import type { Reader, Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { PastGrants } from '../grant/past-grants.ts';
import type { WhoseConsents } from './consent-store.ts';
import type { ConsentUse } from './count-use.ts';
import type { ConsentMatch, PastConsent } from './past-consents-store.ts';
import type { AccountRight, GrantedConsent } from './require-consent.ts';

/** `ibans`: the accounts that the customer chose, for a `bankOffered` consent and for no other. */
export interface SignConsent {
  readonly sandboxId: string;
  readonly consentId: string;
  readonly customerId: string;
  readonly ibans: readonly string[] | undefined;
}

interface PastConsents extends PastGrants<PastConsent, ConsentMatch> {
  /** A customer withdraws it at the bank, his own or as `withdrawnBy` of his company's. False: it is not his, or not valid any more. */
  revoke(context: WriteContext, owner: Owner, consentId: string, withdrawnBy: string): Promise<boolean>;
}

export interface Consents {
  /** What the customer sees; undefined when the sandbox has no such consent. */
  details(reader: Reader, sandboxId: string, consentId: string): Promise<ConsentDetails | undefined>;
  /**
   * The signature took place: grants inside the caller's transaction, and a recurring consent replaces the one before.
   * @throws UiRefusal 409 ALREADY_SIGNED, SIGNING_STATE_INVALID; 400 FORMAT_ERROR, ACCOUNT_UNKNOWN for the chosen accounts.
   */
  sign(context: WriteContext, input: SignConsent): Promise<ConsentSigningResult>;
  /** The customer refused, or the session expired unsigned. Answers the status afterwards; harmless when already final. */
  reject(context: WriteContext, sandboxId: string, consentId: string, reason: 'refused' | 'expired'): Promise<UiConsentStatus>;
  /** At the bank's own pages. */
  readonly past: PastConsents;
  /** A reset ends those of a customer, a suspension those of an application. */
  endOpen(context: WriteContext, whose: WhoseConsents): Promise<void>;
  /** Deletes the consents of a sandbox. */
  forgetSandbox(tx: Tx, sandboxId: string): Promise<void>;
  /**
   * The consent that a reading names.
   * @throws TppRefusal 400 FORMAT_ERROR without one; 400 CONSENT_UNKNOWN; 401 CONSENT_INVALID, CONSENT_EXPIRED.
   */
  require(caller: Xs2aCaller, consentId: string | undefined, right: AccountRight): Promise<GrantedConsent>;
  /** Counts a reading that succeeded and will be answered. @throws TppRefusal 429 ACCESS_EXCEEDED; 401 when the consent has ended or was for one reading: do not answer it. */
  count(granted: GrantedConsent, use: ConsentUse): Promise<void>;
}
