/**
 * Strong customer authentication bound to content (RTS (EU) 2018/389 Art. 5): a challenge carries the hash of exactly what is
 * signed; a changed content cannot use it, and it is used once. Sign-in and signing share this module.
 */
import type { AuthMethod, BankPage, ChallengeForm, DeviceLink, Locale } from '@portico/contract';
import type { Reader, Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { Customer } from '../bank/index.ts';
import type { Authenticator, BankOutcome, BegunAuthentication } from './authenticator.ts';
import type { Challenge } from './challenge/challenge.ts';
import type { WriteChallenge } from './challenge/challenge-store.ts';
import type { LockedChallenge } from './challenge/conclude-challenge.ts';
import type { ReportedEnd } from './challenge/evidence.ts';
import type { ScaContent } from './challenge-content.ts';
import type { ReturnState } from './own/return-state.ts';

export interface StartChallenge {
  readonly customer: Customer;
  readonly method: AuthMethod;
  readonly purpose: 'signIn' | 'signing';
  /** Default: notification. */
  readonly form?: ChallengeForm | undefined;
  readonly content: ScaContent;
  /** In which the phone speaks. */
  readonly locale: Locale;
  /** Hash of the browser's device cookie: whose test device shows it. */
  readonly deviceKeyHash: string;
  /** False: the customer never signed in in this browser, or no browser asks; the failures are counted apart. */
  readonly isKnownBrowser: boolean;
  /** The audit chain that gets the outcome, e.g. `sign-in:{id}`; absent: the outcome is not recorded by this module. */
  readonly auditChain?: string | undefined;
  /** The registered name of the provider for which the customer is asked. */
  readonly provider?: string | undefined;
  /** The customer has come back from the bank's page as whom the bank named: the challenge continues that visit. */
  readonly redirect?: { readonly challengeId: string; readonly secondsLeft: number } | undefined;
}

/** A sign-in on the bank's page, before it is known who the customer is. */
export interface VisitAtBank {
  readonly challengeId: string;
  /** The audit chain of the sign-in. */
  readonly chain: string;
  readonly method: AuthMethod;
  readonly content: ScaContent;
  readonly provider?: string | undefined;
  readonly locale: Locale;
  readonly createdAt: Date;
  readonly secondsLeft: number;
}

/** `isHeard`: the customer has approved, and the approval is not recorded yet. */
export type AnsweredChallenge = Challenge & { readonly isHeard?: true; readonly heard?: ReportedEnd | undefined };

interface LinkPurpose {
  readonly purpose: 'signIn' | 'signing';
  readonly locale: Locale;
}

interface Hold {
  readonly holdMs: number;
  readonly signal: AbortSignal;
}

/** A challenge that has begun. `endsSession`: the session that asked for it is over. */
export type StartedChallenge = Challenge & Pick<BegunAuthentication, 'endsSession'>;

export interface Sca extends Pick<Authenticator, 'testDevice' | 'ownMethods'> {
  /** True for the methods that this installation can carry out. */
  isOffered(method: AuthMethod): boolean;
  /** True for the methods with which the customer authenticates on a page of the bank. */
  isOnBankPage(method: AuthMethod): boolean;
  /** True for the methods whose app opens by a link here. */
  offersLink(method: AuthMethod): boolean;
  /** Call before an earlier authentication of this customer confirms something else. @throws BankUnavailable. */
  reach(customer: Customer): Promise<void>;
  /**
   * Starts a challenge. @throws UiRefusal 422 SCA_METHOD_UNKNOWN, SCA_METHOD_BLOCKED (five failures in a row, 15 min of tenant time);
   * BankUnavailable.
   */
  start(input: StartChallenge): Promise<StartedChallenge>;
  /**
   * As {@link start}, in a statement of the caller's store, which `challengeBegun` makes: the challenge is written together with what it is for, or
   * neither is. Undefined: neither, because the conditions of that statement do not hold.
   */
  startWith(input: StartChallenge, write: WriteChallenge): Promise<StartedChallenge | undefined>;
  /** Reads a challenge. Records an automatic answer or a time-out that is due, in a separate transaction: never call it inside `platform.write`. */
  read(challengeId: string): Promise<Challenge | undefined>;
  /**
   * The addresses that open a running challenge in the app, made for this second and never stored. Undefined for a challenge without a link.
   * `token` is the challenge's id, or an equal one of a challenge that asks no device.
   */
  deviceLink(linked: { readonly token: string } & Pick<Challenge, 'state' | 'contentHash' | 'link'>, whose: LinkPurpose): DeviceLink | undefined;
  /** The bank's page of a challenge; undefined for a challenge on none. */
  bankPage(challenge: Pick<Challenge, 'challengeId' | 'state' | 'redirect'>): Promise<BankPage | undefined>;
  /** The bank's page of a sign-in whose customer is not known yet. */
  visitPage(visit: VisitAtBank, isReturned: boolean): Promise<BankPage>;
  /** How the visit ended, and whose it was; undefined while it lasts, or while the bank does not answer. Ask only after the customer came back. */
  visitOutcome(visit: VisitAtBank): Promise<BankOutcome | undefined>;
  /** The customer left a sign-in on the bank's page. */
  cancelVisit(challengeId: string): Promise<void>;
  /** What a return from the bank's page is about; undefined for a value that this installation did not make. */
  readReturn(state: string): ReturnState | undefined;
  /** Notes that the customer came back, in the browser that asked: check that before. False: not for the first time, or too late. */
  markReturned(challengeId: string): Promise<boolean>;
  /** Ends a challenge whose customer came back in another browser. It is no failure. */
  endElsewhere(state: ReturnState): Promise<void>;
  /** Notifies the device of a challenge whose link was not opened; the link opens nothing any more. A challenge without such a link stays as it is. */
  notify(challengeId: string): Promise<Challenge | undefined>;
  /** True for the browser whose request started the challenge, by its device cookie. */
  isAskedFrom(deviceKeyHash: string, challengeId: string): Promise<boolean>;
  /** Resolves when the challenge is final, `holdMs` passed, or `signal` aborted; holds no connection meanwhile. Returns the last reading. */
  waitForAnswer(challengeId: string, options: Hold): Promise<Challenge | undefined>;
  /**
   * As {@link waitForAnswer}, but an approval is not recorded yet: what it approves records it, by {@link lock} and {@link use}, in its own
   * transaction. Any other answer is recorded.
   */
  waitForApproval(challengeId: string, options: Hold): Promise<AnsweredChallenge | undefined>;
  /** Locks a challenge and returns its present state; `answered` is the result of {@link waitForApproval}. Lock it before the rows that it approves. */
  lock(tx: Tx, answered: AnsweredChallenge): Promise<LockedChallenge | undefined>;
  /** Records the approval of a locked challenge, and that it is used. @throws when it is none, or was used before. */
  use(context: WriteContext, locked: LockedChallenge): Promise<void>;
  /** Records an approval that was not used, because the signature was refused. Never call it inside `platform.write`. */
  record(answered: AnsweredChallenge): Promise<void>;
  /**
   * Answers a calculator's challenge with what it showed; the reading says whether it was right. One response for each challenge.
   * @throws UiRefusal 409 SIGNING_STATE_INVALID: no response is awaited.
   */
  respond(challengeId: string, response: string): Promise<Challenge>;
  /** Uses an approved challenge for exactly this content, once. False: not approved, already used, or other content. */
  consume(tx: Tx, challengeId: string, contentHash: string): Promise<boolean>;
  /** Ends a running challenge because the customer left; it can no longer be approved. Harmless when final. */
  abandon(challengeId: string): Promise<void>;
  /** As {@link abandon}, for many at once: one transaction for those whose answer is not due. Never call it inside `platform.write`. */
  abandonAll(challengeIds: readonly string[]): Promise<void>;
  /**
   * Failures left after this challenge until its method is blocked, in browsers in which the customer signed in. Undefined: its end was no failure.
   * Only this customer, signed in, may learn it.
   */
  triesLeft(challenge: Challenge): Promise<number | undefined>;
  /** True while five failures in a row of the person, over all roles, block the method for requests from outside the customer's own browsers. */
  isBlocked(reader: Reader, customer: Customer, method: AuthMethod): Promise<boolean>;
  /** True while the device of the customer's person shows a request, for any of the person's roles. */
  isAsking(customer: Customer, method: AuthMethod): Promise<boolean>;
  /** What a provider tells its customer about the request on the device: where to confirm, and the control code of this content. */
  psuMessage(method: AuthMethod, content: ScaContent, locale: Locale): string;
  contentHash(content: ScaContent): string;
  /** What a page would show of a challenge that asks no device: the same codes by the same rules, from chance. */
  pretend(method: AuthMethod, content: ScaContent): Pick<Challenge, 'controlCode' | 'calculatorNumber'>;
}
