/**
 * Signing with the real HTTP server, payments, challenges, audit log and database. Fakes replace the bank's core, the sign-in (cookies named
 * after people), tokens, and the job runner.
 */
import type { PaymentSigningResult, SigningSessionOf } from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { pino } from 'pino';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { createWriteDoor } from '#platform/db/run-write-door.ts';
import { createHttpServer } from '#platform/http/create-http-server.ts';
import { createShutdown } from '#platform/http/graceful-stop.ts';
import type { Platform } from '#platform/platform.ts';
import { createRandom } from '#platform/random.ts';
import { createClock } from '#platform/tenant/clock.ts';
import { setClock } from '../../../testing/set-clock.ts';
import { createAccess, signableAccess } from '../../access/index.ts';
import { createAudit } from '../../audit/index.ts';
import type { Customer } from '../../bank/index.ts';
import { createPayments, type Payments, registerPaymentRoutes, signablePayments } from '../../payments/index.ts';
import { createSca } from '../../sca/index.ts';
import { createScenarioAuthenticator, registerTestDeviceRoutes } from '../../test-device/index.ts';
import { createSigning, registerSigningRoutes, type Signing } from '../index.ts';
import type { SigningState } from '../session/signing-state.ts';
import { type Answer, entryCodeOf, type Person, RETURN } from './answers.ts';
import { createConsentPages } from './consent-pages.ts';
import { CUSTOMERS, createTestBank, IBANS, SANDBOX } from './test-bank.ts';
import { ORIGIN, testConfig } from './test-config.ts';
import { createTestConsents } from './test-consents.ts';
import { createTestJobs } from './test-jobs.ts';
import { createTestSignIn } from './test-sign-in.ts';

type SentSignature = { as?: string; body?: object; signingMethod?: string; signingForm?: string; app?: FastifyInstance };

/** `deviceAnswerSeconds`: 0 answers at once; the default waits for `answerOnDevice`. */
export async function openSigningHarness(database: OpenedDatabase, options: { deviceAnswerSeconds?: number } = {}) {
  const { db } = database;
  await sql`insert into sandbox (id, name) values (${SANDBOX}, 'Signing')`.execute(db);
  await sql`
    insert into tpp_app (app_id, sandbox_id, client_id, client_name, registered_name, redirect_uris, client_secret_sealed)
    values ('app_shop', ${SANDBOX}, 'shop', 'Demo Shop', 'Demo Shop OÜ', '["https://shop.example/callback"]', 'none')`.execute(db);
  const audit = createAudit({ keyAudit: Buffer.alloc(32, 3) });
  const log = pino({ level: 'silent' });
  const jobs = createTestJobs();
  const config = testConfig(options.deviceAnswerSeconds ?? 600);
  const platform: Platform = {
    config,
    db,
    readStale: (read) => read(db),
    write: createWriteDoor({ db, appendAudit: audit.append, log }),
    clock: createClock(),
    random: createRandom(),
    jobs,
    log,
  };
  const bank = createTestBank();
  const authenticator = createScenarioAuthenticator(platform);
  const sca = createSca({ platform, authenticator });
  const consents = await createTestConsents(db);
  const { statements } = createAccess({ ...platform, bank });
  const signIn = createTestSignIn();
  const genuine = createPayments({ ...platform, bank, keys: platform.config.keys });
  const faults: { beforeSign?: () => Promise<void> } = {};
  let signatures = 0;
  const payments: Payments = {
    ...genuine,
    async sign(...given) {
      await faults.beforeSign?.();
      const result = await genuine.sign(...given);
      signatures += 1;
      return result;
    },
  };
  async function startServer() {
    const shutdown = createShutdown();
    const signing: Signing = createSigning({ platform, bank, sca, signIn, shutdown });
    signing.serve([...signablePayments(payments), ...signableAccess({ consents, statements })]);
    const app = await createHttpServer({ config, log, shutdown });
    registerTestDeviceRoutes(app, { platform });
    registerSigningRoutes(app, { signing });
    await app.register(
      async (scope) =>
        registerPaymentRoutes(scope, {
          ...platform,
          bank,
          keys: platform.config.keys,
          apiBase: `${ORIGIN}/api`,
          signing,
          secondSignaturePage: (paymentId) => `${ORIGIN}/bank/to-sign/${paymentId}`,
          requireToken: async (request) => ({
            appId: 'app_shop',
            clientId: 'shop',
            sandboxId: SANDBOX,
            customerId: tokenCustomer(request).customerId,
            bankCountry: tokenCustomer(request).country,
            locale: 'en',
            roles: undefined,
          }),
          notifications: { readWish: async () => undefined, register: async () => ({}) },
          tppApps: {
            findByAppId: async () => ({
              appId: 'app_shop',
              sandboxId: SANDBOX,
              clientId: 'shop',
              clientName: 'Demo Shop',
              registeredName: 'Demo Shop OÜ',
              redirectUris: ['https://shop.example/callback'],
            }),
            isReturnUrl: () => true,
          },
        }),
      { prefix: '/api/v1' },
    );
    return { app, shutdown, signing };
  }

  const first = await startServer();
  let requests = 0;
  function requestId(): string {
    requests += 1;
    return `0193c2b4-7a5e-4a6f-9c1d-${requests.toString(16).padStart(12, '0')}`;
  }

  /** One call of a browser. `as` names the person whose bank cookie it sends. */
  async function call<Body = unknown>(
    method: 'GET' | 'PUT' | 'DELETE' | 'POST',
    url: string,
    given: SentSignature & { id?: string; entryCode?: string; page?: string } = {},
  ): Promise<Answer<Body>> {
    const response = await (given.app ?? first.app).inject({
      method,
      url,
      headers: {
        origin: ORIGIN,
        'content-type': 'application/json',
        'x-request-id': requestId(),
        ...(given.as === undefined ? {} : { cookie: `portico-bank=${given.as}; portico-device=${deviceKey(given.as)}` }),
        ...(given.id === undefined ? {} : { 'signing-id': given.id }),
        ...(given.entryCode === undefined ? {} : { 'signing-entry': given.entryCode }),
        ...(given.page === undefined ? {} : { 'signing-page': given.page }),
        ...(given.signingMethod === undefined ? {} : { 'signing-method': given.signingMethod }),
        ...(given.signingForm === undefined ? {} : { 'signing-form': given.signingForm }),
      },
      ...(given.body === undefined ? {} : { payload: given.body }),
    });
    const { statusCode: status, headers, body: text } = response;
    return { status, headers, text, body: text.startsWith('{') || text.startsWith('[') ? response.json<Body>() : JSON.parse('null') };
  }

  /** A provider creates a payment for a person; returns the payment's id and the path of its `scaRedirect`. */
  async function createPayment(person: Person = 'mari', change: object = {}, product = 'sepa-credit-transfers') {
    const response = await first.app.inject({
      method: 'POST',
      url: `/api/v1/payments/${product}`,
      headers: {
        authorization: `Bearer ${person}`,
        'x-request-id': requestId(),
        'psu-ip-address': '192.0.2.7',
        'tpp-redirect-uri': RETURN.ok,
        'tpp-nok-redirect-uri': RETURN.nok,
      },
      payload: {
        instructedAmount: { amount: '46.80', currency: 'EUR' },
        creditorAccount: { iban: IBANS.payee },
        creditorName: 'Lumen Books OÜ',
        remittanceInformationUnstructured: 'Invoice 1042',
        ...change,
      },
    });
    if (response.statusCode !== 201) throw new Error(`The payment was not created: ${response.body}`);
    const { paymentId, _links } = response.json<{ paymentId: string; _links: { scaRedirect: { href: string } } }>();
    return { paymentId, path: new URL(_links.scaRedirect.href).pathname };
  }

  async function enter(path: string, as: string | undefined = 'mari'): Promise<string> {
    const { status, headers } = await call('GET', path, as === undefined ? {} : { as });
    if (status !== 303) throw new Error(`${path} answered ${status}.`);
    return String(headers.location);
  }

  /** Creates a payment and opens its page. */
  async function openPage(person: Person = 'mari', change: object = {}, product?: string) {
    const payment = await createPayment(person, change, product);
    const entryCode = entryCodeOf(await enter(payment.path, person));
    const details = await call<SigningSessionOf<'payment'>>('GET', '/api/ui/payment/details', { as: person, entryCode });
    if (details.status !== 200) throw new Error(`The details were refused: ${details.text}`);
    return { ...payment, id: details.body.signingId, details: details.body };
  }

  const sign = (id: string, given: SentSignature = {}) =>
    call<PaymentSigningResult>('PUT', '/api/ui/payment', { as: 'mari', body: { debtorAccountIban: IBANS.main }, ...given, id });
  const refuse = (id: string, as = 'mari') => call<PaymentSigningResult>('DELETE', '/api/ui/payment', { as, id });

  async function statusOf(paymentId: string): Promise<string> {
    const rows = await sql<{ status: string }>`select status from payment where payment_id = ${paymentId}`.execute(db);
    return rows.rows[0]?.status ?? 'none';
  }

  async function sessionOf(paymentId: string) {
    const { rows } = await sql<{ session_id: string; state: SigningState; challenge_id: string | null }>`
      select session_id, state, challenge_id from signing_session where resource_id = ${paymentId}`.execute(db);
    const [row] = rows;
    if (row === undefined) throw new Error(`There is no session of ${paymentId}.`);
    return row;
  }

  async function eventsOf(paymentId: string): Promise<readonly string[]> {
    const { session_id: authorisationId } = await sessionOf(paymentId);
    const { rows } = await sql<{ event: string }>`
      select event from audit_entry where chain = ${`signing:${authorisationId}`} and event like 'signing.%' order by position`.execute(db);
    return rows.map(({ event }) => event);
  }

  async function challengesOf(person: Person): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from challenge where customer_id = ${CUSTOMERS[person].customerId}`.execute(db);
    return rows[0]?.count ?? 0;
  }

  /** Waits until the phone has a challenge for a signature; returns the challenge's id. */
  function untilAsked(paymentId: string): Promise<string> {
    return waitFor(async () => {
      const { state, challenge_id: challenge } = await sessionOf(paymentId);
      return state === 'signing' && challenge !== null ? challenge : undefined;
    });
  }

  /** Waits for the session's challenge, and then answers it like the person's phone. */
  async function answerOnDevice(paymentId: string, answer: 'approve' | 'refuse' | 'wrongCode' | 'timeOut', as = 'mari'): Promise<void> {
    const challengeId = await untilAsked(paymentId);
    const { status, text } = await call('POST', `/bank/device/challenges/${challengeId}/answer`, { as, body: { answer } });
    if (status !== 200) throw new Error(`The device refused: ${status} ${text}`);
  }

  const moveClock = (ms: number) => setClock(database, ms, SANDBOX);
  const close = async () => {
    await first.app.close();
    await database.close();
  };

  return {
    db,
    ...first,
    audit,
    jobs,
    bank,
    signIn,
    faults,
    signatures: () => signatures,
    startServer,
    call,
    consents,
    createPayment,
    ...createConsentPages({
      consents,
      write: platform.write,
      signing: first.signing,
      enter,
      call,
    }),
    enter,
    openPage,
    sign,
    refuse,
    statusOf,
    sessionOf,
    eventsOf,
    challengesOf,
    untilAsked,
    answerOnDevice,
    moveClock,
    close,
  };
}

export type SigningHarness = Awaited<ReturnType<typeof openSigningHarness>>;

/** Polls until there is a value. The runner ends a test that never gets one. */
export async function waitFor<Value>(read: () => Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const value = await read();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The device cookie of a person's browser: 43 characters, like a real one. */
function deviceKey(person: string): string {
  return sha256Hex(person).slice(0, 43);
}

function tokenCustomer(request: FastifyRequest): Customer {
  const name = request.headers.authorization?.replace('Bearer ', '');
  return Object.entries(CUSTOMERS).find(([person]) => person === name)?.[1] ?? CUSTOMERS.mari;
}
