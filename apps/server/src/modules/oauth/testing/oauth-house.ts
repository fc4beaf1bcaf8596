/** A complete authorization server on a free port with a minimal sign-in, and a browser that keeps its cookies by path. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { createStatementDoor, createWriteDoor } from '#platform/db/run-write-door.ts';
import { createHttpServer } from '#platform/http/create-http-server.ts';
import { createShutdown } from '#platform/http/graceful-stop.ts';
import { createRandom } from '#platform/random.ts';
import { isProvenCaller, provenClientOf } from '#platform/request-notes.ts';
import { noteMtlsCall } from '#platform/tls/mtls-call.ts';
import { freePort } from '../../../testing/free-port.ts';
import type { Audit } from '../../audit/index.ts';
import type { Customer, Owner } from '../../bank/index.ts';
import type { OpenSignIn } from '../../sign-in/index.ts';
import { createTppApps, type TppApp } from '../../tpp-apps/index.ts';
import { createOAuth } from '../index.ts';
import { createTestCertificates } from './test-certificates.ts';

export const SECRET = 'canary-client-secret';
export const REDIRECT_URI = 'http://127.0.0.1:3001/callback';
export const APP: TppApp = {
  appId: 'app_lumen',
  sandboxId: 'sbx_one',
  clientId: 'lumen-books',
  clientName: 'Lumen Books',
  registeredName: 'Lumen Books OÜ (demo)',
  redirectUris: [REDIRECT_URI],
};
const OTHER_APP: TppApp = { ...APP, appId: 'app_other', clientId: 'other-shop', sandboxId: 'sbx_one' };

const APP_ELSEWHERE: TppApp = { ...APP, appId: 'app_elsewhere', clientId: 'shop-elsewhere', sandboxId: 'sbx_two' };

const CUSTOMER: Customer = {
  sandboxId: 'sbx_one',
  customerId: 'cus_mari',
  country: 'ee',
  name: 'Mari Näidis',
  firstName: 'Mari',
  surname: 'Näidis',
  nationalIdentityNumber: '40001010000',
  type: 'person',
  authMethods: ['SMART_ID'],
};

/** `publicUrl`: given, the server does not listen. `isSandbox` false: as behind a bank's own core, without a current customer. */
export async function openOAuthHouse(
  database: OpenedDatabase,
  audit: Pick<Audit, 'append' | 'begin'>,
  { publicUrl: givenUrl, isSandbox = true, hasMtls = false }: { publicUrl?: string; isSandbox?: boolean; hasMtls?: boolean } = {},
) {
  const publicUrl = givenUrl ?? `http://localhost:${await freePort()}`;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keys = {
    audit: Buffer.alloc(32, 1),
    secrets: Buffer.alloc(32, 2),
    cookies: ['cookie-key'],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'ES256' }] },
  };
  const { db } = database;
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
  const tppApps = createTppApps({ db, config: { mode: 'development', keys }, random: createRandom() });
  await database.query(`insert into sandbox (id, name) values ('sbx_one', 'One'), ('sbx_two', 'Two') on conflict do nothing`);
  await tppApps.upsert({ ...APP, clientSecret: SECRET });
  await tppApps.upsert({ ...OTHER_APP, clientSecret: SECRET });
  await tppApps.upsert({ ...APP_ELSEWHERE, clientSecret: SECRET });

  const opened: OpenSignIn[] = [];
  // The customer whom `bypass=true` signs in.
  const current = { sandboxId: 'sbx_one', customerId: CUSTOMER.customerId };
  // The only bank session, shared by all browsers.
  const bank: { session: Owner | undefined } = { session: undefined };
  const mtlsOrigin = publicUrl.replace('localhost', '127.0.0.1');
  const certificates = createTestCertificates();
  const oauth = createOAuth({
    ...(hasMtls ? { mtlsOrigin, identify: certificates.identify } : {}),
    config: {
      ...(isSandbox ? {} : { bank: 'adapter' as const }),
      publicUrl,
      keys,
      bankName: 'Portico Bank',
      supportContact: 'support@portico.example',
    },
    db,
    write: createWriteDoor({ db, appendAudit: audit.append, log }),
    writeStatement: createStatementDoor({ db }),
    beginChain: audit.begin,
    tppApps,
    findCustomer: async ({ sandboxId, customerId }) => (sandboxId === 'sbx_one' && customerId === CUSTOMER.customerId ? CUSTOMER : undefined),
    ...(isSandbox ? { currentCustomer: async (sandboxId: string) => (sandboxId === current.sandboxId ? current : undefined) } : {}),
    openSignIn: async (_request, reply, input) => {
      opened.push(input);
      reply.setCookie('test-device', 'yes', { path: '/', httpOnly: true });
      return `/bank/sign-in/${input.id ?? ''}`;
    },
    deviceOf: (request) => request.cookies['test-device'],
    currentSession: async () => bank.session,
    endBankSession: async () => {
      bank.session = undefined;
    },
  });
  const bases = { apiBase: `${publicUrl}/api`, contentBase: publicUrl, sandboxBase: publicUrl, identityBase: publicUrl };
  const app = await createHttpServer({ config: { publicUrl, ...bases, allowedOrigins: [], rateLimitPerMinute: 0 }, log, shutdown: createShutdown() });
  /** The last request at the address for mutual TLS: whether the caller counts in public figures, and the client that proved itself. */
  const last: { isProven: boolean; client: string | undefined } = { isProven: false, client: undefined };
  if (hasMtls) {
    app.addHook('onSend', async (request) => void Object.assign(last, { isProven: isProvenCaller(request), client: provenClientOf(request) }));
    app.addHook('onRequest', async ({ headers, raw }) => {
      if (headers.host?.startsWith('127.0.0.1')) noteMtlsCall(raw, { chain: certificates.chainOf(headers) });
    });
  }
  await oauth.registerRoutes(app);
  app.post('/bank/sign-in/:id/completion', async (request, reply) => {
    const sandboxId = request.headers['test-sandbox'] === 'sbx_two' ? 'sbx_two' : 'sbx_one';
    return {
      location: await oauth.interactions.complete(request, reply, {
        sandboxId,
        customerId: CUSTOMER.customerId,
        authMethod: 'SMART_ID',
        person: undefined,
        deviceKeyHash: request.cookies['test-device'] ?? '',
        completedAt: new Date(),
      }),
    };
  });
  app.delete('/bank/sign-in/:id', async (request, reply) => ({ location: await oauth.interactions.deny(request, reply) }));
  app.get('/api/v1/who', (request) => oauth.requireToken(request));
  if (givenUrl === undefined) await app.listen({ port: Number(new URL(publicUrl).port), host: 'localhost' });
  return { app, oauth, mtlsOrigin, certificates, publicUrl, issuer: `${publicUrl}/api/v2`, opened, tppApps, current, bank, last };
}

export type OAuthHouse = Awaited<ReturnType<typeof openOAuthHouse>>;

/** Follows no redirect; sends each cookie only below its path, as browsers do. */
export class Browser {
  readonly #cookies = new Map<string, { value: string; path: string }>();
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  async send(url: string, init: { method?: string; headers?: Record<string, string> } = {}): Promise<Response> {
    const target = new URL(url, this.#origin);
    const isUnsafe = init.method !== undefined && init.method !== 'GET';
    const response = await fetch(target, {
      redirect: 'manual',
      method: init.method ?? 'GET',
      headers: {
        accept: 'text/html',
        cookie: this.#header(target.pathname),
        ...(isUnsafe ? { origin: this.#origin, 'content-type': 'application/json', 'x-request-id': randomUUID() } : {}),
        ...init.headers,
      },
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  names(): readonly string[] {
    return [...this.#cookies.keys()].map((key) => key.split('|')[0] ?? '');
  }

  #header(path: string): string {
    const sent = [...this.#cookies].filter(([, cookie]) => path === cookie.path || path.startsWith(cookie.path.replace(/\/?$/, '/')));
    return sent.map(([key, { value }]) => `${key.split('|')[0] ?? ''}=${value}`).join('; ');
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const end = pair.indexOf('=');
    const path = attributes.find((attribute) => attribute.toLowerCase().startsWith('path='))?.slice(5) ?? '/';
    const isGone = attributes.some((attribute) => attribute.toLowerCase().startsWith('expires=thu, 01 jan 1970'));
    const key = `${pair.slice(0, end)}|${path}`;
    if (isGone) this.#cookies.delete(key);
    else this.#cookies.set(key, { value: pair.slice(end + 1), path });
  }
}
