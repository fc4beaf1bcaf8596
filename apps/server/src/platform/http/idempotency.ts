/**
 * Creates the idempotency key of an application's request. The same id with the same request returns the same response; with another request it is
 * refused.
 */
import type { FastifyRequest } from 'fastify';
import { canonicalJson } from '../crypto/canonical-json.ts';
import { sha256Hex } from '../crypto/hash.ts';
import type { Idempotency } from '../db/run-write.ts';
import { TppRefusal } from './refusal.ts';
import { givenRequestId } from './request-id.ts';
import { pathOf } from './route-area.ts';

/**
 * @param scope the caller who may repeat: the application's id.
 * @throws TppRefusal 400 FORMAT_ERROR without a UUID in `X-Request-ID` (NextGenPSD2 1.3.11 §4.11: mandatory).
 */
export function idempotencyOf(request: Pick<FastifyRequest, 'headers' | 'method' | 'url' | 'body'>, scope: string): Idempotency {
  return { scope, key: requireRequestId(request), digest: digestOf(request) };
}

export function requireRequestId(request: Pick<FastifyRequest, 'headers'>): string {
  const key = givenRequestId(request);
  if (key !== undefined) return key.toLowerCase();
  throw new TppRefusal(400, 'FORMAT_ERROR', 'Send a fresh UUID in the header X-Request-ID.', { path: 'header:X-Request-ID' });
}

function digestOf({ method, url, body }: Pick<FastifyRequest, 'method' | 'url' | 'body'>): string {
  return sha256Hex(canonicalJson([method, pathOf(url), body ?? null]));
}
