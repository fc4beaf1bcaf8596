/**
 * Signing, payments, challenges, ledger and audit log as they are, behind the real HTTP server. Given from outside: tenant time, chance,
 * who goes next. Stood in for: the bank's door (a cookie names the customer), tokens, the job runner.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { pino } from 'pino';
import { createAudit } from '#modules/audit/index.ts';
import type { Customer } from '#modules/bank/index.ts';
import { createSandboxBank, listDemoLogins, seedSandbox } from '#modules/bank-sandbox/index.ts';
import { createPayments, registerPaymentRoutes, signablePayments } from '#modules/payments/index.ts';
import { createSca } from '#modules/sca/index.ts';
import type { SignIn } from '#modules/sign-in/index.ts';
import { createSigning, registerSigningRoutes } from '#modules/signing/index.ts';
import { createScenarioAuthenticator, registerTestDeviceRoutes } from '#modules/test-device/index.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { Db, NoTables } from '#platform/db/database.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { createWriteDoor } from '#platform/db/run-write-door.ts';
import { createHttpServer } from '#platform/http/create-http-server.ts';
import { createShutdown } from '#platform/http/graceful-stop.ts';
import { loadConfig } from '#platform/load-config.ts';
import type { Platform } from '#platform/platform.ts';
import { createRandom } from '#platform/random.ts';
import { createClock } from '#platform/tenant/clock.ts';
import { msUntilClosedDay } from '../../../src/testing/bank-day.ts';
import { setClock } from '../../../src/testing/set-clock.ts';
import type { Scheduler } from './scheduler.ts';

const APP = {
  appId: 'app_model',
  clientId: 'model',
  clientName: 'Model',
  registeredName: 'Model OÜ',
  redirectUris: ['https://shop.example/callback'],
};

const [EXPIRE, EXECUTE] = ['signing.expire', 'payments.execute'];
/** Longer than any row of days on which nothing is settled. */
const WEEK_SECONDS = 7 * 24 * 60 * 60;

export interface ModelHouse {
  readonly app: FastifyInstance;
  readonly origin: string;
  readonly audit: ReturnType<typeof createAudit>;
  readonly database: OpenedDatabase;
  /** Moves the clock of the customer's sandbox. */
  pass(customer: Customer, seconds: number): Promise<void>;
  /** The next signature fails between the phone's approval and its commit. */
  willCrash: boolean;
  nextCustomer(): Promise<Customer>;
  accountsOf(customer: Customer): Promise<readonly { readonly iban: string; readonly cents: number }[]>;
  /** What is due of these payments' pages, as the job runner would bring it. */
  runJobs(): Promise<void>;
  /** A week goes by for the customer, and every execution comes twice. */
  settle(customer: Customer): Promise<void>;
  /** The server stops and another one starts. */
  restart(): void;
  deviceKey(customerId: string): string;
  close(): Promise<void>;
}

/** @param byte the source of chance. Takes the database over. */
export async function openModelHouse(database: OpenedDatabase, scheduler: Scheduler, byte: () => number): Promise<ModelHouse> {
  // As late as its own end: the phone never answers by itself. Hundreds of histories call from one address within a minute.
  const folder = await mkdtemp(join(tmpdir(), 'portico-model-'));
  const config = loadConfig({ PORTICO_DATA_DIR: join(folder, 'data'), PORTICO_DEVICE_ANSWER_SECONDS: '120', PORTICO_RATE_LIMIT_PER_MINUTE: '0' });
  const log = pino({ level: 'silent' });
  const connection = await openConnection(database);
  const db = scheduledDb(connection.query, scheduler);
  const random = createRandom(
    (length) => Buffer.from(Array.from({ length }, byte)),
    () => 0,
  );
  const audit = createAudit({ keyAudit: Buffer.alloc(32, 3) });
  const write = createWriteDoor({ db, appendAudit: audit.append, log });
  const clock = createClock();
  const offsets = new Map<string, number>();
  const state = { willCrash: false, stop: new AbortController() };
  const sent: { queue: string; data: object }[] = [];
  const handlers = new Map<string, (data: object) => Promise<void>>();
  const jobs: Platform['jobs'] = {
    define: (queue, handler) => void handlers.set(queue, (data) => Reflect.apply(handler, undefined, [data])),
    send: async (_tx, queue, data) => sent.push({ queue, data }) > 0,
    wake: () => {},
    repeat: () => {},
    start: async () => {},
    stop: async () => {},
  };
  const platform: Platform = { config, db, readStale: (read) => read(db), write, clock, random, jobs, log };
  const bank = createSandboxBank({ db, clock, random });
  const customers = new Map<string, Customer>();
  const signIn: SignIn = {
    open: async () => '/bank/sign-in/none',
    returnFromBank: async () => undefined,
    async currentSession(request) {
      const customer = customers.get(cookieOf(request));
      if (customer === undefined) return undefined;
      const { sandboxId, customerId, country, authMethods } = customer;
      const [authMethod = 'SMART_ID'] = authMethods;
      const deviceKeyHash = sha256Hex(deviceKey(customerId));
      const signedInAt = timeOf(sandboxId);
      return {
        sessionHash: sha256Hex(customerId),
        signInId: `sgi_${customerId}`,
        sandboxId,
        customerId,
        country,
        authMethod,
        signedInAt,
        secondsLeft: 300,
        signedInFor: { appId: undefined, signingSessionId: undefined },
        person: undefined,
        deviceKeyHash,
      };
    },
    isByPerson: () => true,
    isAtTheBank: async () => false,
    lastBrowser: async () => undefined,
    browserSessionHash: (request) => sha256Hex(cookieOf(request)),
  };
  const genuine = createPayments({ write, clock, random, jobs, bank, keys: config.keys });
  const payments: typeof genuine = {
    ...genuine,
    async sign(...given) {
      const answer = await genuine.sign(...given);
      if (!state.willCrash) return answer;
      state.willCrash = false;
      throw new Error('The process is gone.');
    },
  };
  const shutdown = createShutdown();
  const signing = createSigning({
    platform,
    bank,
    sca: createSca({ platform, authenticator: createScenarioAuthenticator(platform) }),
    signIn,
    shutdown: {
      get signal() {
        return state.stop.signal;
      },
    },
  });
  signing.serve(signablePayments(payments));
  const app = await createHttpServer({ config, log, shutdown });
  registerTestDeviceRoutes(app, { platform });
  registerSigningRoutes(app, { signing });
  await app.register(
    async (scope) =>
      registerPaymentRoutes(scope, {
        ...{ ...platform, signing, bank, keys: config.keys, apiBase: config.apiBase },
        secondSignaturePage: (paymentId) => `${config.publicUrl}/bank/to-sign/${paymentId}`,
        requireToken: async (request) => {
          const customer = customers.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
          if (customer === undefined) throw new Error('A token of nobody.');
          const { sandboxId, customerId, country } = customer;
          return { appId: APP.appId, clientId: APP.clientId, sandboxId, customerId, bankCountry: country, locale: 'en', roles: undefined };
        },
        notifications: { readWish: async () => undefined, register: async () => ({}) },
        tppApps: { findByAppId: async () => ({ ...APP, sandboxId: '' }), isReturnUrl: () => true },
      }),
    { prefix: '/api/v1' },
  );
  await app.ready();

  const free: Customer[] = [];
  let sandboxes = 0;
  async function seedCustomers(): Promise<void> {
    sandboxes += 1;
    const sandboxId = `sbx_model_${sandboxes}`;
    await write(({ tx }) => seedSandbox({ clock, random }, tx, { sandboxId, name: 'Model', history: 'later' }));
    for (const { country, nationalIdentityNumber, type } of await listDemoLogins(db, sandboxId)) {
      const customer = type === 'person' ? await bank.findCustomerByIdentity(country, nationalIdentityNumber) : undefined;
      if (customer !== undefined && (await accountsOf(customer)).length >= 2) free.push(customer);
    }
  }

  async function accountsOf(customer: Customer): Promise<{ iban: string; cents: number }[]> {
    const accounts = await bank.listAccounts(db, customer);
    const usable = accounts.filter(({ currency, status }) => currency === 'EUR' && status === 'enabled');
    return Promise.all(usable.map(async ({ iban }) => ({ iban, cents: (await bank.findAccount(db, customer, iban))?.availableCents ?? 0 })));
  }

  const timeOf = (sandboxId: string): Date => new Date(Date.now() + (offsets.get(sandboxId) ?? 0) * 1000);

  async function pass({ sandboxId }: Customer, seconds: number): Promise<void> {
    const offset = (offsets.get(sandboxId) ?? 0) + seconds;
    offsets.set(sandboxId, offset);
    await setClock(database, offset * 1000, sandboxId);
  }

  function takeSent(queue: string): readonly object[] {
    const [taken, left] = [sent.filter((job) => job.queue === queue), sent.filter((job) => job.queue !== queue)];
    sent.splice(0, sent.length, ...left);
    return taken.map(({ data }) => data);
  }

  return Object.assign(state, {
    app,
    origin: config.publicUrl,
    audit,
    database,
    async nextCustomer() {
      if (free.length === 0) await seedCustomers();
      const customer = free.shift();
      if (customer === undefined) throw new Error('The seed made nobody with two accounts.');
      customers.set(customer.customerId, customer);
      sent.length = 0;
      // No history is long enough for Monday: what is signed for the next business day runs when it is over.
      await pass(customer, Math.ceil(msUntilClosedDay(timeOf(customer.sandboxId)) / 1000));
      return customer;
    },
    accountsOf,
    pass,
    async runJobs() {
      for (const data of takeSent(EXPIRE)) await handlers.get(EXPIRE)?.(data);
    },
    async settle(customer: Customer) {
      await pass(customer, WEEK_SECONDS);
      const due = takeSent(EXECUTE);
      for (const data of [...due, ...due]) await handlers.get(EXECUTE)?.(data);
    },
    restart() {
      const stopping = state.stop;
      state.stop = new AbortController();
      stopping.abort();
    },
    deviceKey,
    async close() {
      await app.close();
      connection.close();
      await database.close();
      await rm(folder, { recursive: true });
    },
  });
}

interface Connection {
  query(text: string, values: readonly unknown[]): Promise<{ readonly rows: unknown[]; readonly rowCount: number }>;
  close(): void;
}

/** The embedded database is one connection; of the other kind one is kept. */
async function openConnection(database: OpenedDatabase): Promise<Connection> {
  if (database.engine === 'pglite') {
    const query = async (text: string, values: readonly unknown[]) => {
      const result = await database.query(text, values);
      return { rows: result.rows, rowCount: 'affectedRows' in result && typeof result.affectedRows === 'number' ? result.affectedRows : 0 };
    };
    return { query, close: () => {} };
  }
  const kept = Promise.withResolvers<Db>();
  const closed = Promise.withResolvers<void>();
  const use = database.db.connection().execute((own) => {
    kept.resolve(own);
    return closed.promise;
  });
  use.catch(kept.reject);
  const own = await kept.promise;
  const query = async (text: string, values: readonly unknown[]) => {
    const { rows, numAffectedRows = 0n } = await own.executeQuery(CompiledQuery.raw(text, [...values]));
    return { rows, rowCount: Number(numAffectedRows) };
  };
  return { query, close: closed.resolve };
}

/** Whoever the scheduler lets in has the connection until it is released. */
function scheduledDb(query: Connection['query'], scheduler: Scheduler): Db {
  const pool = {
    async connect() {
      await scheduler.awaitConnection();
      let isInTransaction = false;
      let hasWritten = false;
      return {
        async query(text: string, values: readonly unknown[] = []) {
          const result = await query(text, values);
          // A statement by its own commits as it ends.
          hasWritten ||= text === 'commit' || (!isInTransaction && result.rowCount > 0);
          if (text === 'begin') isInTransaction = true;
          if (text === 'commit' || text === 'rollback') isInTransaction = false;
          return { command: 'UPDATE', ...result };
        },
        release: () => scheduler.releaseConnection(hasWritten),
      };
    },
    end: async () => {},
  };
  return new Kysely<NoTables>({ dialect: new PostgresDialect({ pool: Reflect.apply(Object, undefined, [pool]) }) });
}

function cookieOf(request: FastifyRequest): string {
  return /portico-bank=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
}

function deviceKey(customerId: string): string {
  return sha256Hex(customerId).slice(0, 43);
}
