/** Payments with the real HTTP server, write transactions and audit log, on a migrated database. Fakes replace the modules above. */
import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import type { Tx } from '#platform/db/database.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { createWriteDoor } from '#platform/db/run-write-door.ts';
import { createHttpServer } from '#platform/http/create-http-server.ts';
import { createShutdown } from '#platform/http/graceful-stop.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import type { JobOptions, Jobs } from '#platform/jobs/jobs.ts';
import { createRandom } from '#platform/random.ts';
import { createClock } from '#platform/tenant/clock.ts';
import { createAudit } from '../../audit/index.ts';
import type { Bank } from '../../bank/index.ts';
import type { SessionsFor, ToSign } from '../../signing/index.ts';
import type { TppApp, Xs2aCaller } from '../../tpp-apps/index.ts';
import { createPayments, registerPaymentRoutes } from '../index.ts';
import type { PaymentService } from '../store/payment-store.ts';
import { IBANS, OWNER } from './test-bank.ts';

type SandboxTables = { sandbox: { id: string; name: string; clock_offset_ms: number } };

export interface SentJob {
  readonly queue: string;
  readonly data: object;
  readonly options: JobOptions | undefined;
}

const TPP_APP: TppApp = {
  appId: 'app_shop',
  sandboxId: OWNER.sandboxId,
  clientId: 'shop',
  clientName: 'Demo Shop',
  registeredName: 'Demo Shop OÜ',
  redirectUris: ['https://shop.example/callback'],
};

export const CALLER: Xs2aCaller = { ...OWNER, appId: TPP_APP.appId, bankCountry: 'ee', locale: 'en', roles: undefined };

export const VALID_BODY = {
  instructedAmount: { amount: '46.80', currency: 'EUR' },
  creditorAccount: { iban: IBANS.payee },
  creditorName: 'Lumen Books OÜ',
  remittanceInformationUnstructured: 'Invoice 1042',
};

const VALID_HEADERS = {
  authorization: 'Bearer good',
  'psu-ip-address': '192.0.2.7',
  'tpp-redirect-uri': 'https://shop.example/paid',
  'tpp-nok-redirect-uri': 'https://shop.example/failed',
};

/** The caller closes `database`; `callers` are the customers of the bearer tokens that the fake guard accepts. */
export async function openPaymentsHarness(database: OpenedDatabase, bank: Bank, callers: Readonly<Record<string, Xs2aCaller>> = { good: CALLER }) {
  const { db } = database;
  const audit = createAudit({ keyAudit: Buffer.alloc(32, 1) });
  const log = pino({ level: 'silent' });
  const write = createWriteDoor({ db, appendAudit: audit.append, log });
  const [clock, random] = [createClock(), createRandom()];
  const jobs = createTestJobs();
  const keys = { secrets: Buffer.alloc(32, 4) };
  const payments = createPayments({ write, clock, random, jobs, bank, keys });
  const opened: ToSign[] = [];
  const withdrawn: SessionsFor[] = [];
  /** Stands for another transaction that commits before the lock of the payment is given. */
  const faults: { beforeLock?: ((tx: Tx) => Promise<void>) | undefined } = {};

  const base = 'http://localhost:3000';
  const app = await createHttpServer({
    config: {
      publicUrl: base,
      apiBase: `${base}/api`,
      contentBase: base,
      sandboxBase: base,
      identityBase: base,
      allowedOrigins: [],
      rateLimitPerMinute: 0,
    },
    log,
    shutdown: createShutdown(),
  });
  await app.register(
    async (scope) =>
      registerPaymentRoutes(scope, {
        db,
        write,
        clock,
        random,
        jobs,
        bank,
        keys,
        apiBase: `${base}/api`,
        signing: {
          async open(_context, toSign) {
            opened.push(toSign);
            return { authorisationId: `sgn_${opened.length}`, scaRedirect: `${base}/bank/sca/reference-of-${toSign.resourceId}` };
          },
          end: async () => {},
          async withdraw({ tx }, of) {
            withdrawn.push(of);
            await faults.beforeLock?.(tx);
          },
          list: async (_reader, { resourceId, kind }) =>
            opened.flatMap((toSign, index) =>
              toSign.resourceId === resourceId && toSign.kind === kind ? [{ authorisationId: `sgn_${index + 1}`, scaStatus: 'received' }] : [],
            ),
        },
        secondSignaturePage: (paymentId) => `${base}/bank/to-sign/${paymentId}`,
        async requireToken(request) {
          const caller = callers[request.headers.authorization?.replace('Bearer ', '') ?? ''];
          if (caller === undefined) throw new TppRefusal(401, 'TOKEN_UNKNOWN', 'This token is unknown.');
          return caller;
        },
        notifications: { readWish: async () => undefined, register: async () => ({}) },
        tppApps: {
          findByAppId: async (appId) => ({ ...TPP_APP, appId }),
          isReturnUrl: (_app, url) => URL.parse(url)?.origin === 'https://shop.example',
        },
      }),
    { prefix: '/api/v1' },
  );

  return { database, db, app, write, clock, audit, jobs, payments, opened, withdrawn, faults };
}

export type PaymentsHarness = Awaited<ReturnType<typeof openPaymentsHarness>>;

export async function insertSandbox({ db }: OpenedDatabase, id: string): Promise<void> {
  await db.withTables<SandboxTables>().insertInto('sandbox').values({ id, name: id, clock_offset_ms: 0 }).execute();
}

export async function moveClock({ db }: OpenedDatabase, id: string, offsetMs: number): Promise<void> {
  await db
    .withTables<SandboxTables>()
    .updateTable('sandbox')
    .set({ clock_offset_ms: Math.round(offsetMs) })
    .where('id', '=', id)
    .execute();
}

/** Sets the sandbox's clock to a time, e.g. `2030-01-15T09:00:00Z`; the clock continues from there. */
export async function setClock(database: OpenedDatabase, id: string, time: string): Promise<void> {
  await moveClock(database, id, Date.parse(time) - Date.now());
}

/** A UUID that is different for every number. */
export function requestId(number: number): string {
  return `0193c2b4-7a5e-4a6f-9c1d-${number.toString(16).padStart(12, '0')}`;
}

let requests = 0;

interface PostOptions {
  readonly service?: PaymentService;
  readonly product?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

export function post(app: FastifyInstance, body: object, options: PostOptions = {}) {
  requests += 1;
  const given = { ...VALID_HEADERS, 'x-request-id': requestId(requests), ...options.headers };
  const headers = Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined));
  const { service = 'payments', product = 'sepa-credit-transfers' } = options;
  const request: InjectOptions = { method: 'POST', url: `/api/v1/${service}/${product}`, headers, payload: body };
  return app.inject(request);
}

export function get(app: FastifyInstance, path: string, token = 'good', service: PaymentService = 'payments') {
  requests += 1;
  return app.inject({
    method: 'GET',
    url: `/api/v1/${service}/${path}`,
    headers: { authorization: `Bearer ${token}`, 'x-request-id': requestId(requests) },
  });
}

/** A fake of the Jobs interface that stores sent jobs; tests run them, also repeatedly. */
function createTestJobs(): Jobs & { readonly sent: readonly SentJob[]; run(job: SentJob): Promise<void> } {
  const handlers = new Map<string, (data: object) => Promise<void>>();
  const sent: SentJob[] = [];
  return {
    sent,
    define: (queue, handler) => void handlers.set(queue, (data) => Reflect.apply(handler, undefined, [data])),
    send: async (_tx, queue, data, options) => sent.push({ queue, data, options }) > 0,
    wake: () => {},
    repeat: () => {},
    start: async () => {},
    stop: async () => {},
    async run({ queue, data }) {
      await handlers.get(queue)?.(data);
    },
  };
}
