/** `fetch` that writes down what it sent and got, masked, for the panel on the order page. Every wait is bounded. */

import { maskBody, maskHeaders, maskUrl } from './mask.ts';
import type { Exchange } from './shop-store.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const TIMEOUT_MS = 10_000;
const BODY_LENGTH_MAX = 20_000;

export function recordingFetch(record: (exchange: Exchange) => void, send: Fetch = fetch): Fetch {
  return async (url, init) => {
    const started = performance.now();
    const requestHeaders = new Headers(init.headers);
    const sent = {
      kind: 'call' as const,
      method: init.method ?? 'GET',
      url: maskUrl(url),
      requestHeaders: maskHeaders(requestHeaders),
      requestBody: maskBody(bodyText(init.body), contentTypeOf(requestHeaders, init.body)).slice(0, BODY_LENGTH_MAX),
    };
    const ms = () => Math.round(performance.now() - started);
    try {
      const response = await send(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
      const body = await response.clone().text();
      record({
        ...sent,
        status: response.status,
        ms: ms(),
        responseHeaders: maskHeaders(response.headers),
        responseBody: maskBody(body, response.headers.get('content-type') ?? '').slice(0, BODY_LENGTH_MAX),
      });
      return response;
    } catch (error) {
      record({ ...sent, status: 0, ms: ms(), responseHeaders: {}, responseBody: '' });
      throw error;
    }
  };
}

function bodyText(body: RequestInit['body']): string {
  return typeof body === 'string' || body instanceof URLSearchParams ? body.toString() : '';
}

function contentTypeOf(headers: Headers, body: RequestInit['body']): string {
  return headers.get('content-type') ?? (body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : '');
}
