/** `fetch` that writes down what it sent and got, masked, for the panel on the order page. Every wait is bounded. */

import type { Fetch } from '@portico/client';
import { maskBody, maskHeaders, maskUrl } from './mask.ts';
import type { Exchange } from './shop-store.ts';

const TIMEOUT_MS = 10_000;
const BODY_LENGTH_MAX = 20_000;

export function recordingFetch(record: (exchange: Exchange) => void, send: Fetch = fetch): Fetch {
  return async (request) => {
    const started = performance.now();
    const sent = {
      kind: 'call' as const,
      method: request.method,
      url: maskUrl(request.url),
      requestHeaders: maskHeaders(request.headers),
      requestBody: maskBody(await request.clone().text(), contentTypeOf(request)).slice(0, BODY_LENGTH_MAX),
    };
    const ms = () => Math.round(performance.now() - started);
    try {
      const response = await send(new Request(request, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) }));
      const body = await response.clone().text();
      record({
        ...sent,
        status: response.status,
        ms: ms(),
        responseHeaders: maskHeaders(response.headers),
        responseBody: maskBody(body, contentTypeOf(response)).slice(0, BODY_LENGTH_MAX),
      });
      return response;
    } catch (error) {
      record({ ...sent, status: 0, ms: ms(), responseHeaders: {}, responseBody: '' });
      throw error;
    }
  };
}

const contentTypeOf = ({ headers }: Request | Response) => headers.get('content-type') ?? '';
