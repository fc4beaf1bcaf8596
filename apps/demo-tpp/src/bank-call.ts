/** One call of the bank's API in a customer's name, recorded under the order or connection it belongs to. */
import { randomUUID } from 'node:crypto';
import { codeOf, describeRefusal } from './bank-answers.ts';
import { bankClosed, bankDown } from './bank-problem.ts';
import { type Fetch, recordingFetch } from './recording-fetch.ts';
import type { Settings } from './settings.ts';
import type { ShopStore } from './shop-store.ts';

export interface BankRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** @param journeyId the order or connection. @throws BankProblem when the bank does not answer, or answers that it cannot */
export type BankCall = (journeyId: string, path: string, token: string, request: BankRequest) => Promise<Response>;

export function createBankCall(settings: Pick<Settings, 'api'>, store: Pick<ShopStore, 'recordExchange'>, send?: Fetch): BankCall {
  return async (journeyId, path, token, { method, headers: own, body }) => {
    const fetchRecorded = recordingFetch((exchange) => store.recordExchange(journeyId, exchange), send);
    const headers = {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      'x-request-id': randomUUID(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...own,
    };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetchRecorded(`${settings.api}/v1${path}`, init).catch((error: unknown) => {
      throw bankDown(error);
    });
    if (response.status === 503) {
      const refusal: unknown = await response.json().catch(() => undefined);
      if (codeOf(refusal) === 'SERVICE_UNAVAILABLE') {
        throw bankClosed(Number(response.headers.get('retry-after')), describeRefusal(response.status, refusal));
      }
    }
    if (response.status >= 500) throw bankDown(new Error(`${response.status}, request id ${response.headers.get('x-request-id') ?? 'unknown'}`));
    return response;
  };
}
