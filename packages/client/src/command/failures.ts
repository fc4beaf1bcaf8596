/** What ends a command early, and the exit code of each. */
import { ApiError } from '../api-error.ts';
import { UnreadableAnswer } from '../unreadable-answer.ts';

export const DONE = 0;
/** By the bank or the customer. */
export const REFUSED = 1;
const WRONG_USE = 2;
const NO_CONNECTION = 3;

/** The words of the command line, or what they need is missing. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse';
}

export class NoConnection extends Error {
  override readonly name = 'NoConnection';
}

/** A refusal of the portal, whose codes are not those of the API. */
export class PortalRefusal extends ApiError {
  /** Of the browser that was refused; the next step of a sign-in needs them. */
  readonly setCookies: readonly string[];

  constructor(response: Response, body: unknown) {
    super(response, { tppMessages: Object(body).errors });
    this.setCookies = response.headers.getSetCookie();
  }
}

/** The customer has not decided in time. */
export class NotDecided extends Error {
  override readonly name = 'NotDecided';
}
const NOT_DECIDED = 4;

export interface Failure {
  readonly exitCode: number;
  /** For people: what happened and what to do. */
  readonly text: string;
  readonly document: object;
}

/** @param bank where the guides are; undefined before the login */
export function describeFailure(error: unknown, bank: string | undefined): Failure {
  if (error instanceof ApiError && !(error instanceof UnreadableAnswer)) return describeRefusal(error, bank);
  const known = [
    [WrongUse, WRONG_USE, 'WRONG_USE'],
    [NoConnection, NO_CONNECTION, 'NO_CONNECTION'],
    [UnreadableAnswer, NO_CONNECTION, 'NO_CONNECTION'],
    [NotDecided, NOT_DECIDED, 'NOT_DECIDED'],
    [RangeError, WRONG_USE, 'WRONG_USE'],
  ] as const;
  const found = known.find(([kind]) => error instanceof kind);
  if (found === undefined || !(error instanceof Error)) return describeUnexpected(error, bank);
  const [, exitCode, code] = found;
  return { exitCode, text: error.message, document: { error: { code, text: error.message } } };
}

/** An answer that was cut off, or that has another form than this version of the command expects. */
function describeUnexpected(error: unknown, bank: string | undefined): Failure {
  const text = `The answer of ${bank ?? 'the bank'} cannot be processed (${error instanceof Error ? error.message : String(error)}). Check the bank’s address and your proxies, install the client of this portal again, and then run the command again.`;
  return { exitCode: NO_CONNECTION, text, document: { error: { code: 'NO_CONNECTION', text } } };
}

function describeRefusal(error: ApiError, bank: string | undefined): Failure {
  const { status, code, messages, requestId, retryAfter } = error;
  const isOfPortal = error instanceof PortalRefusal;
  const lines = messages.map(({ code: each, path, text }) => [each, path, text].filter(Boolean).join(', '));
  const next = [
    ...(retryAfter === undefined ? [] : [`Try again in ${retryAfter} seconds.`]),
    ...(isOfPortal && code === 'NOT_SIGNED_IN' ? ['Log in again: portico-tpp login'] : []),
    ...(isOfPortal || messages.length === 0 || bank === undefined
      ? []
      : [`What to do: ${bank}/api-error-handling?section=${encodeURIComponent(code)}`]),
    ...(requestId === undefined ? [] : [`X-Request-ID: ${requestId}`]),
  ];
  return {
    exitCode: REFUSED,
    text: [`The bank refused (${status}).`, ...lines, ...next].join('\n'),
    document: { error: { status, code, messages, ...(requestId && { requestId }), ...(retryAfter !== undefined && { retryAfter }) } },
  };
}
