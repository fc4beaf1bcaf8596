/** What can go wrong while money is looked at, in the shop's words, with the bank's code for developers. */
import type { ApiError } from '@portico/client';
import { BankProblem, describeRefusal, statusOf } from '../bank-problem.ts';

/** How the customer goes on from a problem. */
export type WayOn = 'retry' | 'signIn' | 'connect' | 'statement';

interface Words {
  readonly title: string;
  readonly text: string;
  readonly wayOn: WayOn;
}
type WordsByCode = Readonly<Record<string, Words>>;

const SIGN_IN_ENDED: Words = {
  title: 'Your sign-in has run out',
  text: 'The shop may ask your bank for one hour after you signed in. Your consent still stands; sign in again to go on.',
  wayOn: 'signIn',
};

const ALWAYS: WordsByCode = {
  TOKEN_EXPIRED: SIGN_IN_ENDED,
  TOKEN_INVALID: SIGN_IN_ENDED,
  TOKEN_UNKNOWN: SIGN_IN_ENDED,
  // The bank gives each page once: a page that is loaded again begins from the newest.
  RESOURCE_EXPIRED: {
    title: 'This page was shown already',
    text: 'Your bank gives each page of a list once. Go back and begin with the newest transactions.',
    wayOn: 'retry',
  },
  SERVICE_BLOCKED: { title: 'The bank has blocked this shop', text: 'Nothing can be read now. Nothing changed at your bank.', wayOn: 'retry' },
};

const OF_CONSENTS: WordsByCode = {
  ...ALWAYS,
  CONSENT_EXPIRED: {
    title: 'This access has ended',
    text: 'The time of your consent is over, or it was for one reading only. Connect again to go on.',
    wayOn: 'connect',
  },
  CONSENT_INVALID: {
    title: 'The bank does not accept this access',
    text: 'The consent is not confirmed, or it was withdrawn. Connect again to go on.',
    wayOn: 'connect',
  },
  CONSENT_UNKNOWN: {
    title: 'The bank does not know this access',
    text: 'The consent was removed at the bank. Connect again to go on.',
    wayOn: 'connect',
  },
  ACCESS_EXCEEDED: {
    title: 'Asked too often today',
    text: 'Your bank lets the shop ask only a few times a day. Try again tomorrow.',
    wayOn: 'retry',
  },
};

const OF_ONE_LOOK: WordsByCode = {
  ...OF_CONSENTS,
  CONSENT_EXPIRED: {
    title: 'This access was for one look',
    text: 'Your bank let the shop read once, and that was done. Connect again to look once more.',
    wayOn: 'connect',
  },
};

const OF_STATEMENTS: WordsByCode = {
  ...ALWAYS,
  CONSENT_EXPIRED: {
    title: 'The 15 minutes are over',
    text: 'The shop can read nothing of this statement any more. Ask for a new one to see it again.',
    wayOn: 'statement',
  },
  CONSENT_INVALID: {
    title: 'The bank gives nothing of this statement',
    text: 'It is not signed, or it was given back. Ask for a new one.',
    wayOn: 'statement',
  },
  CONSENT_UNKNOWN: {
    title: 'The bank does not know this statement',
    text: 'It was removed at the bank. Ask for a new one.',
    wayOn: 'statement',
  },
  PERIOD_INVALID: { title: 'The bank does not give this period', text: 'Nothing was asked of you yet. Choose other days.', wayOn: 'statement' },
};

const UNKNOWN: Words = { title: 'The bank did not give the data', text: 'Nothing changed at your bank. Go back and try again.', wayOn: 'retry' };

export class MoneyProblem extends BankProblem {
  readonly wayOn: WayOn;
  constructor(status: number, { title, text, wayOn }: Words, detail?: string) {
    super({ status, title, text, detail });
    this.wayOn = wayOn;
  }
}

/** The shop has no token (any more). */
export const signInEnded = () => new MoneyProblem(401, SIGN_IN_ENDED);

export const toMoneyProblem = problemsIn(OF_CONSENTS);
export const toOneLookProblem = problemsIn(OF_ONE_LOOK);
export const toStatementProblem = problemsIn(OF_STATEMENTS);

/** @returns what the shop says of a refusal; undefined: the bank's answer could not be read. */
function problemsIn(words: WordsByCode) {
  return (refusal?: ApiError) => new MoneyProblem(statusOf(refusal), words[refusal?.code ?? ''] ?? UNKNOWN, describeRefusal(refusal));
}
