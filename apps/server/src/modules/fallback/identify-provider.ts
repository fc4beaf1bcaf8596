/** Identifies the caller: the application by its certificate, or with the profile `basic` by its secret, and the customer who signed in for it. */
import { HEADERS } from '@portico/contract/values';
import type { FastifyRequest } from 'fastify';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { noteSandbox } from '#platform/db/turns.ts';
import { missingRole, missingRoleOfCertificate } from '#platform/http/roles-of-call.ts';
import { noteProvenCaller } from '#platform/request-notes.ts';
import type { Customer } from '../bank/index.ts';
import { reachBank, scenarioOf } from '../bank-sandbox/index.ts';
import type { ProviderCertificate } from '../provider-identity/index.ts';
import { isSessionAlive } from '../sign-in/index.ts';
import type { OpenedClient, TppApp } from '../tpp-apps/index.ts';
import type { FallbackDeps } from './fallback-deps.ts';
import { bankDown, certificateRefused, notSignedIn, providerUnknown, roleInvalid, secretRefused } from './fallback-refusals.ts';
import { endSession, findSession, type StoredSession, touchSession } from './fallback-session-store.ts';
import { chainOf } from './sign-in.ts';

export interface SignedInCustomer {
  readonly app: TppApp;
  readonly session: StoredSession;
  readonly customer: Customer;
}

const BASIC = /^Basic ([\w+/=-]{1,1000})$/i;
const SESSION = /^[\w-]{43}$/;

/** The credentials of a call, and the route for which a role may be required. */
type Call = Pick<FastifyRequest, 'headers' | 'method' | 'raw' | 'routeOptions'>;

/**
 * The secret identifies an application of the profile `basic`. Any other is identified by its certificate (RTS Art. 34), and its secret is refused even
 * when it is right. @throws UiRefusal 401 CREDENTIALS_WRONG, CERTIFICATE_…; 403 ROLE_INVALID; 503 while the authority does not say whether the
 * certificate is revoked.
 */
export async function identifyProvider(deps: Pick<FallbackDeps, 'tppApps' | 'identify'>, request: Call): Promise<TppApp> {
  const [clientId, secret = ''] = readBasic(request.headers.authorization) ?? [];
  const client = clientId === undefined ? undefined : await deps.tppApps.openClient(clientId);
  if (client === undefined) throw providerUnknown();
  const isBasic = client.security.profile === 'basic';
  if (isBasic && !client.isSecret(secret)) throw providerUnknown();
  if (!isBasic && secret !== '') throw secretRefused();
  const certificate = await readCertificate(deps, request, client);
  noteProvenCaller(request, client.app.clientId);
  noteSandbox(client.app.sandboxId);
  const call = { method: request.method, route: request.routeOptions.url ?? '' };
  const lacking = missingRole(client.roles, call) ?? missingRoleOfCertificate(certificate?.roles, call);
  if (lacking !== undefined) throw roleInvalid(lacking);
  return client.app;
}

/** Undefined: none came, and the profile needs none. A certificate that comes is examined with every profile, as at the API. */
async function readCertificate(
  { identify }: Pick<FallbackDeps, 'identify'>,
  { raw }: Call,
  { app, roles, security }: OpenedClient,
): Promise<ProviderCertificate | undefined> {
  const identity = await identify({ raw }, { appId: app.appId, sandboxId: app.sandboxId, roles, profile: security.profile });
  if (identity !== undefined && 'fault' in identity) throw certificateRefused(identity.fault);
  return identity?.certificate;
}

/**
 * Returns the live session of this application; the call keeps it alive. An expired session is ended permanently, so that setting the test clock
 * back does not revive it. A session also ends when the bank names another person than the one who signed in. @throws UiRefusal as {@link identifyProvider}; 401 NOT_SIGNED_IN; 503.
 */
export async function requireSignedIn(deps: FallbackDeps, request: Call): Promise<SignedInCustomer> {
  const app = await identifyProvider(deps, request);
  const { db } = deps.platform;
  const given = request.headers[HEADERS.fallbackSession];
  const found = typeof given === 'string' && SESSION.test(given) ? await findSession(db, sha256Hex(given)) : undefined;
  if (found === undefined || found.appId !== app.appId) throw notSignedIn();
  const { now, ...session } = found;
  const customer = isSessionAlive(session, now) ? await deps.bank.findCustomer(session) : undefined;
  if (customer === undefined) {
    await endSession(db, session);
    throw notSignedIn();
  }
  if (!deps.signIn.isByPerson(session, customer)) {
    await endAudited(deps, session);
    throw notSignedIn();
  }
  await touchSession(db, session, now);
  if (!(await reachBank(scenarioOf(customer)))) throw bankDown();
  return { app, session, customer };
}

/** Ends a session with an entry of the audit log; does nothing when the session has already ended. */
export function endAudited({ platform }: Pick<FallbackDeps, 'platform'>, session: StoredSession): Promise<void> {
  const { signInId, sandboxId, customerId, appId } = session;
  return platform.write(async ({ tx, audit }) => {
    if (!(await endSession(tx, session))) return;
    await audit({ chain: chainOf(signInId), sandboxId, event: 'fallback.session-ended', ids: { signInId, customerId, appId } });
  });
}

/** RFC 7617; OAuth clients may also form-encode both parts (RFC 6749 §2.3.1). */
function readBasic(authorization: string | undefined): readonly [clientId: string, secret: string] | undefined {
  const packed = BASIC.exec(authorization ?? '')?.[1];
  if (packed === undefined) return undefined;
  const text = Buffer.from(packed, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 1 ? undefined : [unescaped(text.slice(0, colon)), unescaped(text.slice(colon + 1))];
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
