/** The bank's API in a customer's name. Every exchange is recorded under the order or connection that it belongs to. */
import { ApiError, type Client, createClient, type Fetch, orThrow } from '@portico/client';
import { bankClosed, bankDown, describeRefusal } from './bank-problem.ts';
import { recordingFetch } from './recording-fetch.ts';
import type { Settings } from './settings.ts';
import type { ShopStore } from './shop-store.ts';

/** @param journeyId the order or connection */
export type BankApi = (journeyId: string, token: string) => Client;

export function createBankApi({ bank }: Pick<Settings, 'bank'>, store: Pick<ShopStore, 'recordExchange'>, send?: Fetch): BankApi {
  return (journeyId, token) => {
    const recorded = recordingFetch((exchange) => store.recordExchange(journeyId, exchange), send);
    // The customer waits before the page, which offers to try again.
    return createClient({ bank, token, fetch: recorded, repetitions: 0 });
  };
}

const BAD_GATEWAY = 502;

interface Answer {
  readonly status: number;
  /** Undefined where there is none, or none that can be read. */
  readonly body: unknown;
}

/** @throws ApiError when the bank refuses; BankProblem when it does not answer, or answers that it cannot */
export async function answerOf(call: Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>): Promise<Answer> {
  try {
    const { response } = await call;
    return { status: response.status, body: await orThrow(call) };
  } catch (error) {
    if (error instanceof SyntaxError) return { status: BAD_GATEWAY, body: undefined };
    throw error instanceof ApiError ? toProblem(error) : bankDown(error);
  }
}

function toProblem(refusal: ApiError): Error {
  const { status, code, retryAfter, requestId } = refusal;
  if (status === 503 && code === 'SERVICE_UNAVAILABLE') return bankClosed(retryAfter ?? 0, describeRefusal(refusal));
  return status >= 500 ? bankDown(new Error(`${status}, request id ${requestId ?? 'unknown'}`)) : refusal;
}
