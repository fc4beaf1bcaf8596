/** A challenge as this module keeps it, and the asker's reading of it. */
import type { AuthMethod, CalculatorNumber, ChallengeState, Locale } from '@portico/contract';
import { type ChallengeEvent, isFinalChallengeState } from './challenge-state.ts';
import type { Evidence } from './evidence.ts';

/** Of a challenge that the customer opens in the app. */
export interface ChallengeLink {
  /** Hash of the device key of the device that opened it; undefined until then. */
  readonly openedByHash: string | undefined;
  /** Whole seconds of real time since the challenge began. */
  readonly elapsedSeconds: number;
}

/** Of a challenge on a page of the bank. */
interface ChallengeRedirect {
  /** The customer came back, in the browser that asked. Until then no outcome of the bank counts. */
  readonly isReturned: boolean;
}

export interface Challenge {
  readonly challengeId: string;
  readonly sandboxId: string;
  readonly customerId: string;
  /** As the device showed it. */
  readonly customerName: string;
  /** The person who holds the device; of a company's customer, not the company. */
  readonly signatoryName: string;
  readonly method: AuthMethod;
  readonly state: ChallengeState;
  readonly controlCode: string | undefined;
  readonly calculatorNumber: CalculatorNumber | undefined;
  readonly contentHash: string;
  /** Absent: the device was notified, or the method has none. */
  readonly link?: ChallengeLink | undefined;
  /** Absent: the customer authenticates on no page of the bank. */
  readonly redirect?: ChallengeRedirect | undefined;
  /** Seconds of real time until it times out; 0 once final. */
  readonly secondsLeft: number;
}

export interface StoredChallenge {
  readonly challengeId: string;
  readonly sandboxId: string;
  readonly customerId: string;
  /** Who authenticates (`digestPerson`); of a challenge of the version before the customer's id. */
  readonly person: string;
  readonly method: AuthMethod;
  readonly purpose: 'signIn' | 'signing';
  /** 64 hex digits. */
  readonly contentHash: string;
  /** Undefined while the challenge has a link: there is nothing to compare. */
  readonly controlCode: string | undefined;
  readonly calculatorNumber: CalculatorNumber | undefined;
  readonly link?: ChallengeLink | undefined;
  readonly redirect?: ChallengeRedirect | undefined;
  /** Absent: a challenge of an earlier version. */
  readonly locale?: Locale | undefined;
  /** The registered name of the provider for which the customer is asked. */
  readonly provider?: string | undefined;
  /** Of an ended challenge of the bank's own authentication. */
  readonly evidence?: Evidence | undefined;
  /** What the customer's device knows itself by. */
  readonly identity: string | undefined;
  readonly state: ChallengeState;
  readonly customerName: string;
  readonly signatoryName: string;
  readonly displayText: string;
  readonly amount: { readonly amount: string; readonly currency: string } | undefined;
  readonly payee: string | undefined;
  /** Hash of the device cookie of the browser that asked. */
  readonly deviceKeyHash: string;
  /** The customer was signed in or had signed in before in the browser that asked. */
  readonly isKnownBrowser: boolean;
  readonly dueAnswer: ChallengeEvent | undefined;
  readonly auditChain: string | undefined;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly answersAt: Date | undefined;
  /** The approval has been used. */
  readonly isUsed: boolean;
  /** Database time of the reading. */
  readonly now: Date;
}

export function toChallenge(stored: StoredChallenge): Challenge {
  return { ...toAsked(stored), secondsLeft: secondsLeft(stored) };
}

/** Without what only the bank's side of a challenge knows. */
export function toAsked(challenge: Omit<Challenge, 'secondsLeft'>): Omit<Challenge, 'secondsLeft'> {
  const { challengeId, sandboxId, customerId, customerName, signatoryName, method, state, controlCode, calculatorNumber, contentHash } = challenge;
  const { link, redirect } = challenge;
  const whose = { challengeId, sandboxId, customerId, customerName, signatoryName };
  return { ...whose, method, state, controlCode, calculatorNumber, contentHash, link, ...(redirect !== undefined && { redirect }) };
}

/** Hash of the device key of the device that shows the challenge: of the one that opened its link, else of the browser that asked. */
export function shownOnDevice({ link, deviceKeyHash }: Pick<StoredChallenge, 'link' | 'deviceKeyHash'>): string | undefined {
  return link === undefined ? deviceKeyHash : link.openedByHash;
}

export function secondsLeft(stored: StoredChallenge): number {
  return isFinalChallengeState(stored.state) ? 0 : secondsBetween(stored.now, stored.expiresAt);
}

export function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, Math.ceil((to.getTime() - from.getTime()) / 1000));
}
