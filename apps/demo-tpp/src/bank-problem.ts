/** What can go wrong at the bank, in the shop's words: what happened, what it means for the money, what to do next. */
import type { ApiError } from '@portico/client';

export interface Problem {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  /** For developers: the bank's code and text, or its request id. */
  readonly detail?: string | undefined;
}

export class BankProblem extends Error {
  override readonly name = 'BankProblem';
  readonly problem: Problem;
  constructor(problem: Problem, cause?: unknown) {
    super(problem.title, { cause });
    this.problem = problem;
  }
}

export const bankDown = (cause?: unknown) =>
  new BankProblem(
    {
      status: 502,
      title: 'The bank did not answer',
      text: 'Nothing was paid. Wait a moment and try again; your order is kept.',
      detail: messageOf(cause),
    },
    cause,
  );

/** 503 in the bank's own words: it is being maintained, or too busy. */
export const bankClosed = (retryAfterSeconds: number, detail: string | undefined) =>
  new BankProblem({
    status: 503,
    title: 'The bank asks to come back later',
    text: `Nothing was paid or changed. The bank expects to be there again in about ${inWords(retryAfterSeconds)}; what you began here is kept.`,
    detail,
  });

export const tokenExpired = () =>
  new BankProblem({
    status: 401,
    title: 'The shop may no longer ask the bank',
    text: 'The bank lets the shop read a payment’s status for one hour after your sign-in, and that hour is over. This changes nothing about the payment; your bank account shows what was paid.',
  });

export const paymentRefused = (detail: string | undefined) =>
  new BankProblem({
    status: 502,
    title: 'The bank did not take the payment',
    text: 'Nothing was paid. Try again, or choose another way to pay.',
    detail,
  });

export const signInFailed = (detail: string, cause?: unknown) =>
  new BankProblem({ status: 502, title: 'The sign-in could not be finished', text: 'Nothing was paid. Try again from the checkout.', detail }, cause);

/** Status and the bank's own words, for developers. Undefined where its answer could not be read. */
export function describeRefusal(refusal: ApiError | undefined): string | undefined {
  if (refusal === undefined) return undefined;
  const { status, messages } = refusal;
  const [first] = messages;
  return [status, first?.code, first?.path, first?.text].filter((part) => part !== undefined).join(' · ');
}

/** Of the page: that of the refusal, or a bad gateway for an answer that is none. */
export const statusOf = (refusal: ApiError | undefined) => (refusal !== undefined && refusal.status >= 400 ? refusal.status : 502);

export async function orProblem<Result>(work: Promise<Result>): Promise<Result | BankProblem> {
  return work.catch((error: unknown) => {
    if (error instanceof BankProblem) return error;
    throw error;
  });
}

function inWords(seconds: number): string {
  const minutes = Math.max(1, Math.ceil((Number.isFinite(seconds) ? seconds : 0) / 60));
  if (minutes === 1) return 'a minute';
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}

function messageOf(cause: unknown): string | undefined {
  return cause instanceof Error ? cause.message : undefined;
}
