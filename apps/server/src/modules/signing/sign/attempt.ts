/** One PUT on its way through the steps. A step never changes it; a new round starts from a fresh reading of the session. */
import type { AuthMethod, ChallengeForm } from '@portico/contract';
import type { Customer } from '#modules/bank/index.ts';
import type { BankSession } from '#modules/sign-in/index.ts';
import type { EngineDeps } from '../deps.ts';
import type { SigningSession } from '../session/signing-session.ts';
import type { Examined, Signable, Submission } from '../signing.ts';

export interface Attempt<Result> {
  readonly kind: Signable<unknown, Result>;
  readonly session: SigningSession;
  readonly bankSession: BankSession;
  /** As the bank named the customer when this PUT was admitted; undefined when it does not know them any more. */
  readonly customer: Customer | undefined;
  /** With which a new challenge asks; a running one keeps its own. */
  readonly method: AuthMethod;
  readonly form?: ChallengeForm | undefined;
  readonly submission: Submission;
  readonly submissionDigest: string;
  /** The thing to sign as it was when this round first asked; undefined when there is none any more. */
  examine(): Promise<Examined<unknown, Result> | undefined>;
}

/** What the commit needs of an attempt whose challenge has an answer. It needs no browser: a device alone may have been asked. */
export interface AnsweredAttempt<Result> extends Pick<Attempt<Result>, 'kind' | 'session' | 'submission' | 'submissionDigest'> {
  /** The person who was asked. */
  readonly bankSession: Pick<BankSession, 'person'>;
}

/** `again`: another call moved the session meanwhile; look at it afresh. */
export type Verdict<Result> = { readonly next: 'goOn' } | { readonly next: 'again' } | { readonly next: 'answer'; readonly answer: Result };

export const GO_ON = { next: 'goOn' } as const;
export const AGAIN = { next: 'again' } as const;

/** Decides one thing about an attempt before anything is started. @throws UiRefusal when the attempt ends here. */
export type SubmitCheck = <Result>(deps: EngineDeps, attempt: Attempt<Result>) => Promise<Verdict<Result>>;
