/** Consents to account access: requested by the application, granted or refused by the customer, used for reading, ended by either or the bank. */
import type { ConsentDetails, ConsentSigningResult, ConsentStatus, UiConsentStatus, UsageResults } from '@portico/contract';
import type { Owner } from '#modules/bank/index.ts';
import type { Xs2aCaller } from '#modules/tpp-apps/index.ts';
import type { Reader, Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { PastGrants } from '../grant/past-grants.ts';
import type { AccountOfOwner } from './account-consents-store.ts';
import type { ConsentApp, ConsentCount } from './app-consents-store.ts';
import type { Consent, ConsentKey } from './consent.ts';
import type { WhoseConsents } from './consent-store.ts';
import type { ConsentUse } from './count-use.ts';
import type { ConsentMatch, PastConsent, ReplacedConsent } from './past-consents-store.ts';
import type { AccountRight, GrantedConsent } from './require-consent.ts';
import type { DayOfUse, SumOfUse } from './use-store.ts';

/** `ibans`: the accounts that the customer chose, for a `bankOffered` consent only. */
export interface SignConsent {
  readonly sandboxId: string;
  readonly consentId: string;
  readonly customerId: string;
  readonly ibans: readonly string[] | undefined;
}

interface PastConsents extends PastGrants<PastConsent, ConsentMatch> {
  /** A customer withdraws their own consent, or as `withdrawnBy` their company's. False: the consent is not theirs, or no longer valid. */
  revoke(context: WriteContext, owner: Owner, consentId: string, withdrawnBy: string): Promise<boolean>;
  /** The consent that the signature of this one ended; undefined: none. */
  findReplaced(consent: Consent): Promise<ReplacedConsent | undefined>;
  /** The latest days on which the consent was used, before an ISO date if one is given. */
  listDaysOfUse(consent: ConsentKey, wanted: { readonly before: string | undefined; readonly days: number }): Promise<readonly DayOfUse[]>;
  /** All stored uses of these consents, each endpoint and account of a consent once, the latest first. */
  sumUse(sandboxId: string, consentIds: readonly string[]): Promise<readonly SumOfUse[]>;
}

/** For the developer of an application. Times are tenant times. */
interface ConsentsOfApp {
  /** The consents received since `from`, by their status at `now`, most frequent first. */
  countConsents(reader: Reader, app: ConsentApp, from: Date, now: Date): Promise<ConsentCount[]>;
  /** The newest valid consents, and the readings that each has left on the bank's day of `now`. */
  listReadingsLeft(reader: Reader, app: ConsentApp, now: Date): Promise<UsageResults['readings']>;
}

export interface Consents {
  /** The details for the customer; undefined when the sandbox has no such consent. */
  details(reader: Reader, sandboxId: string, consentId: string): Promise<ConsentDetails | undefined>;
  /**
   * Grants the consent after the signature, inside the caller's transaction; a recurring consent replaces the previous one.
   * @throws UiRefusal 409 ALREADY_SIGNED, SIGNING_STATE_INVALID; 400 FORMAT_ERROR, ACCOUNT_UNKNOWN for the chosen accounts.
   */
  sign(context: WriteContext, input: SignConsent): Promise<ConsentSigningResult>;
  /** Rejects the consent after a refusal or expiry. Returns the status afterwards; does nothing for a consent that has ended. */
  /** As `reject` with `expired`, for many of one sandbox with a constant number of statements. */
  expireAll(context: WriteContext, sandboxId: string, consentIds: readonly string[]): Promise<void>;
  reject(context: WriteContext, sandboxId: string, consentId: string, reason: 'refused' | 'expired'): Promise<UiConsentStatus>;
  /** For the bank's own pages. */
  readonly past: PastConsents;
  readonly ofApp: ConsentsOfApp;
  /**
   * The bank ends one valid consent, which its customer reads as “ended by the bank”. False: it was not valid and stays as it is. `status`: after the
   * call. Undefined: there is no such consent.
   */
  endByBank(context: WriteContext, consent: ConsentKey): Promise<{ readonly hasEnded: boolean; readonly status: ConsentStatus } | undefined>;
  /** Ends the open consents of a customer (reset) or of an application (suspension). */
  endOpen(context: WriteContext, whose: WhoseConsents): Promise<void>;
  /** Ends the consents for an account that is closed; a consent for further accounts stays. */
  endForAccount(context: WriteContext, account: AccountOfOwner): Promise<void>;
  /** Deletes the consents of a sandbox. */
  forgetSandbox(tx: Tx, sandboxId: string): Promise<void>;
  /**
   * Returns the consent of a reading.
   * @throws TppRefusal 400 FORMAT_ERROR without one; 400 CONSENT_UNKNOWN; 401 CONSENT_INVALID, CONSENT_EXPIRED.
   */
  require(caller: Xs2aCaller, consentId: string | undefined, right: AccountRight): Promise<GrantedConsent>;
  /**
   * Counts a successful reading before its response is sent. @throws TppRefusal 429 ACCESS_EXCEEDED; 401 when the consent has ended or was for one
   * reading: the response must not be sent.
   */
  count(granted: GrantedConsent, use: ConsentUse): Promise<void>;
}
