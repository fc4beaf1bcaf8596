/** A failed request in the store: plain values only. */
import { ApiError, isRecord } from '../api/api-error.ts';

export interface RequestFailure {
  /** Text for developers, in English; customers get a text by the code (`shared/i18n/refusal-text.ts`). */
  message: string;
  /** The server's text; customers see it if the catalogue has no text for the code (specification §8). */
  serverText?: string;
  /** HTTP status; 0 when there was no response, or the page itself failed. */
  status: number;
  code?: string;
  path?: string;
  requestId?: string;
  /** From `Retry-After`. */
  retryAfterSeconds?: number;
  /** The available amount, for a refusal because of insufficient funds. */
  available?: { amount: string; currency: string };
  /** Failures left until the customer's method is blocked; 0: it is blocked. */
  triesLeft?: number;
}

const AMOUNT = /^-?\d+(\.\d+)?$/;
const OWN_FAULT_TEXT = 'This page made a mistake. Reload it and try again.';

export function toRequestFailure(error: unknown): RequestFailure {
  if (!(error instanceof ApiError)) return { message: OWN_FAULT_TEXT, status: 0, code: 'INTERNAL_ERROR' };
  const { message, status, code, path, requestId, retryAfterSeconds, serverText } = error;
  const available = availableOf(error.body);
  const triesLeft = isRecord(error.body) ? error.body.triesLeft : undefined;
  return {
    message,
    status,
    ...(serverText === undefined ? {} : { serverText }),
    ...(code === undefined ? {} : { code }),
    ...(path === undefined ? {} : { path }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(available === undefined ? {} : { available }),
    ...(typeof triesLeft === 'number' && Number.isInteger(triesLeft) && triesLeft >= 0 ? { triesLeft } : {}),
  };
}

/** True for a call whose answer the page does not want any more. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

function availableOf(body: unknown): RequestFailure['available'] {
  const available = isRecord(body) ? body.available : undefined;
  if (!isRecord(available)) return undefined;
  const { amount, currency } = available;
  return typeof amount === 'string' && AMOUNT.test(amount) && typeof currency === 'string' ? { amount, currency } : undefined;
}

export function isRequestFailure(value: unknown): value is RequestFailure {
  return isRecord(value) && typeof value.message === 'string' && typeof value.status === 'number';
}
