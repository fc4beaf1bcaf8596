/** The caller of an XS2A call, from its bearer token. The oauth module, which verifies tokens, depends on this one, so its function is passed in. */
import type { BankCountry, Locale } from '@portico/contract';
import type { ProviderRole } from '@portico/contract/values';
import type { FastifyRequest } from 'fastify';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { Idempotency } from '#platform/db/run-write.ts';
import { requireJsonAccepted } from '#platform/http/accepts-json.ts';
import { idempotencyOf, requireRequestId } from '#platform/http/idempotency.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import { missingRole, missingRoleOfCertificate } from '#platform/http/roles-of-call.ts';
import {
  brandOf,
  type DeviceWish,
  type PsuIpAddressNeed,
  type ReturnUrls,
  readDeviceWish,
  requireInitiationHeaders,
  requireReturnUrls,
} from './initiation-headers.ts';
import type { TppApp, TppApps } from './tpp-apps.ts';

export interface Xs2aCaller {
  readonly appId: string;
  readonly sandboxId: string;
  readonly customerId: string;
  readonly bankCountry: BankCountry;
  readonly locale: Locale;
  /** Roles of the application's admission; undefined: it was not admitted, and no role limits it. */
  readonly roles: readonly ProviderRole[] | undefined;
  /** The certificate of the call, which limits the roles further; undefined: there is none. */
  readonly certificate?: { readonly roles: readonly ProviderRole[] } | undefined;
}

/** @throws TppRefusal 401 without a valid token. */
export type RequireXs2aCaller = (request: FastifyRequest) => Promise<Xs2aCaller>;

export interface CallerGuard {
  /** A route's hook. It runs before the body is read, so that a caller without a token learns nothing about the body. */
  onRequest(request: FastifyRequest): Promise<void>;
  /** The caller, after the hook. */
  callerOf(request: FastifyRequest): Xs2aCaller;
}

/** @throws TppRefusal 401 without a valid token or without the role of the service, 400 without an `X-Request-ID`, 406 where the caller takes no JSON. */
export function guardCallers(requireToken: RequireXs2aCaller): CallerGuard {
  const callers = new WeakMap<FastifyRequest, Xs2aCaller>();
  return {
    async onRequest(request) {
      const caller = await requireToken(request);
      requireRole(request, caller);
      callers.set(request, caller);
      requireRequestId(request);
      requireJsonAccepted(request);
    },
    callerOf(request) {
      const caller = callers.get(request);
      if (caller === undefined) throw new Error('A route ran without its token guard.');
      return caller;
    },
  };
}

/** RFC 6750 §3.1 uses 403 for insufficient scope; the Berlin Group uses 401 for a missing role. */
const CHALLENGE = 'Bearer realm="psd2", error="insufficient_scope"';

/** The role of the call, from the admission and from the certificate. @throws TppRefusal 401 ROLE_INVALID */
export function requireRole({ method, routeOptions }: FastifyRequest, { roles, certificate }: Pick<Xs2aCaller, 'roles' | 'certificate'>): void {
  const call = { method, route: routeOptions.url ?? '' };
  const text = missingRole(roles, call) ?? missingRoleOfCertificate(certificate?.roles, call);
  if (text !== undefined)
    throw new TppRefusal(401, 'ROLE_INVALID', text, { path: 'header:Authorization', headers: { 'www-authenticate': CHALLENGE } });
}

/** An application that sends its customer to sign. */
export interface Xs2aSender {
  readonly caller: Xs2aCaller;
  readonly app: TppApp;
  readonly returnUrls: ReturnUrls;
  readonly deviceWish?: DeviceWish | undefined;
  readonly idempotency: Idempotency;
}

/** @throws TppRefusal 401 when the application is gone, 400 naming a header. */
export async function requireSender(
  tppApps: Pick<TppApps, 'findByAppId' | 'isReturnUrl'>,
  request: FastifyRequest,
  caller: Xs2aCaller,
  psuIpAddress: PsuIpAddressNeed = 'required',
): Promise<Xs2aSender> {
  const app = await requireCallersApp(tppApps, caller);
  const returnUrls = requireInitiationHeaders(request.headers, (url) => tppApps.isReturnUrl(app, url), psuIpAddress);
  const tppBrand = brandOf(request.headers);
  if (tppBrand !== undefined) request.log.info({ tppBrand, appId: caller.appId }, 'The application named its brand.');
  const deviceWish = readDeviceWish(request.headers, request.ip);
  return { caller, app, returnUrls, deviceWish, idempotency: callersIdempotency(request, caller) };
}

/** An application whose customer may have to sign, which is not yet known. */
export interface Xs2aRequester extends Omit<Xs2aSender, 'returnUrls' | 'deviceWish'> {
  /** @throws TppRefusal 400 naming a header. */
  readonly returnUrls: () => ReturnUrls;
}

/** @throws TppRefusal 401 when the application is gone. */
export async function requireRequester(
  tppApps: Pick<TppApps, 'findByAppId' | 'isReturnUrl'>,
  request: FastifyRequest,
  caller: Xs2aCaller,
): Promise<Xs2aRequester> {
  const app = await requireCallersApp(tppApps, caller);
  const returnUrls = () => requireReturnUrls(request.headers, (url) => tppApps.isReturnUrl(app, url));
  return { caller, app, returnUrls, idempotency: callersIdempotency(request, caller) };
}

/** @throws TppRefusal 401 when the application is gone. */
async function requireCallersApp(tppApps: Pick<TppApps, 'findByAppId'>, { appId }: Xs2aCaller): Promise<TppApp> {
  const app = await tppApps.findByAppId(appId);
  if (app === undefined) throw new TppRefusal(401, 'TOKEN_INVALID', 'The application of this token no longer exists.');
  return app;
}

/** The digest includes the customer: another customer's token with the same id makes another request. */
export function callersIdempotency(request: FastifyRequest, { appId, sandboxId, customerId }: Xs2aCaller): Idempotency {
  const idempotency = idempotencyOf(request, appId);
  return { ...idempotency, digest: sha256Hex(`${idempotency.digest} ${sandboxId} ${customerId}`) };
}
