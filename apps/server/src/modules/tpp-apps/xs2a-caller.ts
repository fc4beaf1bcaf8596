/** Who stands behind the bearer token of an XS2A call. The guard that finds out is a higher tier and is handed in. */
import type { BankCountry, Locale } from '@portico/contract';
import type { FastifyRequest } from 'fastify';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { Idempotency } from '#platform/db/run-write.ts';
import { idempotencyOf } from '#platform/http/idempotency.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import type { TppApp, TppApps } from './tpp-apps.ts';

export interface Xs2aCaller {
  readonly appId: string;
  readonly sandboxId: string;
  readonly customerId: string;
  readonly bankCountry: BankCountry;
  readonly locale: Locale;
}

/** @throws TppRefusal 401 without a valid token. */
export type RequireXs2aCaller = (request: FastifyRequest) => Promise<Xs2aCaller>;

/** @throws TppRefusal 401 when the application is gone. */
export async function requireCallersApp(tppApps: Pick<TppApps, 'findByAppId'>, { appId }: Xs2aCaller): Promise<TppApp> {
  const app = await tppApps.findByAppId(appId);
  if (app === undefined) throw new TppRefusal(401, 'TOKEN_INVALID', 'The application of this token no longer exists.');
  return app;
}

/** The customer is part of what is repeated: another customer's token with the same id is another request. */
export function callersIdempotency(request: FastifyRequest, { appId, sandboxId, customerId }: Xs2aCaller): Idempotency {
  const idempotency = idempotencyOf(request, appId);
  return { ...idempotency, digest: sha256Hex(`${idempotency.digest} ${sandboxId} ${customerId}`) };
}
