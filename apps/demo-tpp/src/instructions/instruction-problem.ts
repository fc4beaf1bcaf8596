/** What can go wrong with an instruction at the bank, in the shop's words, with the bank's code for developers. */
import type { ApiError } from '@portico/client';
import { BankProblem, describeRefusal, statusOf } from '../bank-problem.ts';

/** How the customer goes on from a problem. */
export type WayOn = 'retry' | 'signIn' | 'change';

interface Words {
  readonly title: string;
  readonly text: string;
  readonly wayOn: WayOn;
}
type WordsByCode = Readonly<Record<string, Words>>;

const SIGN_IN_ENDED: Words = {
  title: 'Sign in to ask the bank',
  text: 'The shop may ask your bank for one hour after you signed in. What you signed still stands; sign in again to see it or to cancel it.',
  wayOn: 'signIn',
};
const BLOCKED: Words = {
  title: 'The bank has blocked this shop',
  text: 'The shop can neither order nor read nor cancel anything now. What you signed before still stands; your bank can cancel it.',
  wayOn: 'retry',
};
const ANOTHER_PERSON: Words = {
  title: 'The bank does not know it under this sign-in',
  text: 'Another person signed in than the one who ordered it, or the bank has removed it. Nothing changed. Sign in as the person who ordered it.',
  wayOn: 'signIn',
};

const ALWAYS: WordsByCode = {
  TOKEN_EXPIRED: SIGN_IN_ENDED,
  TOKEN_INVALID: SIGN_IN_ENDED,
  TOKEN_UNKNOWN: SIGN_IN_ENDED,
  SERVICE_BLOCKED: BLOCKED,
  RESOURCE_UNKNOWN: ANOTHER_PERSON,
  RESOURCE_EXPIRED: ANOTHER_PERSON,
};

const OF_ORDERS: WordsByCode = {
  ...ALWAYS,
  EXECUTION_DATE_INVALID: {
    title: 'The bank cannot pay on this day',
    text: 'Nothing was ordered and no money has moved. Choose another day.',
    wayOn: 'change',
  },
  PERIOD_INVALID: {
    title: 'No payment falls between these days',
    text: 'Nothing was ordered and no money has moved. Choose a later last day, or none.',
    wayOn: 'change',
  },
};
const NOT_TAKEN: Words = {
  title: 'The bank did not take the order',
  text: 'Nothing was ordered and no money has moved. The bank says below what it refused; change it and try again.',
  wayOn: 'change',
};

const NOT_READ: Words = { title: 'The bank did not say what became of it', text: 'Nothing changed. Ask again in a moment.', wayOn: 'retry' };

const OF_CANCELLATIONS: WordsByCode = {
  ...ALWAYS,
  CANCELLATION_INVALID: {
    title: 'It is too late to cancel',
    text: 'The bank is already carrying it out, or it has ended. Nothing changed; look at what became of it.',
    wayOn: 'retry',
  },
};
const NOT_CANCELLED: Words = {
  title: 'The bank did not cancel it',
  text: 'It still stands as you signed it. Look at it again in a moment, or cancel it at your bank.',
  wayOn: 'retry',
};

export class InstructionProblem extends BankProblem {
  readonly wayOn: WayOn;
  constructor(status: number, { title, text, wayOn }: Words, detail?: string) {
    super({ status, title, text, detail });
    this.wayOn = wayOn;
  }
}

/** Undefined: the bank's answer could not be read. */
export type ToProblem = (refusal?: ApiError) => InstructionProblem;

/** The shop has no token (any more). */
export const signInNeeded = () => new InstructionProblem(401, SIGN_IN_ENDED);

export const toOrderProblem = problemsIn(OF_ORDERS, NOT_TAKEN);
export const toReadingProblem = problemsIn(ALWAYS, NOT_READ);
export const toCancellationProblem = problemsIn(OF_CANCELLATIONS, NOT_CANCELLED);

function problemsIn(words: WordsByCode, otherwise: Words): ToProblem {
  return (refusal) => new InstructionProblem(statusOf(refusal), words[refusal?.code ?? ''] ?? otherwise, describeRefusal(refusal));
}
