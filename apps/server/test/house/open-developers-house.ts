/** The whole composition with developers who need no password: each browser says in a header who it is. */
import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sanitiseHtml } from '@portico/contract/html';
import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { createSandboxBank, createSandboxReader } from '#modules/bank-sandbox/index.ts';
import { createContent } from '#modules/content/index.ts';
import { createMaintenancePages } from '#modules/maintenance/index.ts';
import { drawPermissions } from '#modules/permissions/index.ts';
import { drawReceipt } from '#modules/receipts/index.ts';
import { drawReport } from '#modules/statistics/index.ts';
import type { Config } from '#platform/config.ts';
import { createWriteDoor } from '#platform/db/run-write-door.ts';
import { createHttpServer, type KnownRoute } from '#platform/http/create-http-server.ts';
import { createShutdown } from '#platform/http/graceful-stop.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { loadConfig } from '#platform/load-config.ts';
import { createRandom } from '#platform/random.ts';
import { createClock } from '#platform/tenant/clock.ts';
import { noteMtlsCall } from '#platform/tls/mtls-call.ts';
import { compose } from '../../src/app/composition/compose.ts';
import { loadEdition } from '../../src/app/composition/edition.ts';
import { registerRoutes } from '../../src/app/composition/register-routes.ts';
import { createSandboxService } from '../../src/app/composition/sandbox-edition.ts';
import { textsOf } from '../../src/app/composition/texts-of.ts';
import { openTestDatabase } from '../../src/testing/test-database.ts';
import { avoidMidnight } from './avoid-midnight.ts';

const HEADER = 'test-developer';
const CERTIFICATE_HEADER = 'test-certificate';

/** Makes a call one of the address for mutual TLS, with the first certificate of this PEM; without one none was sent. */
export const withCertificate = (pem?: string): Readonly<Record<string, string>> => ({
  [CERTIFICATE_HEADER]: pem === undefined ? '' : new X509Certificate(pem).raw.toString('base64'),
});

export interface WireReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Undefined where the answer is no JSON. */
  readonly body: unknown;
}

export interface SendOptions {
  readonly body?: unknown;
  readonly bearer?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Method = (typeof METHODS)[number];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

function toMethod(text: string): Method {
  const method = METHODS.find((known) => known === text);
  if (method === undefined) throw new Error(`${text} is no method of these tests.`);
  return method;
}

/** `bank`: `adapter` puts a bank's own core behind the server; the sandbox bank's code stands in for it. */
export async function openDevelopersHouse({
  bank = 'sandbox',
  settings: more = {},
}: {
  bank?: Config['bank'];
  settings?: Readonly<Record<string, string>>;
} = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'portico-developers-'));
  const settings = { PORTICO_BANK: bank, PORTICO_DEVICE_ANSWER_SECONDS: '0', PORTICO_RATE_LIMIT_PER_MINUTE: '0' };
  const core = bank === 'adapter' ? { PORTICO_BANK_URL: 'http://127.0.0.1:9', PORTICO_BANK_SECRET: 'nobody-is-asked-behind-this-stand-in' } : {};
  const config = loadConfig({ PORTICO_DATA_DIR: join(folder, 'data'), ...settings, ...core, ...more });
  const database = await openTestDatabase();
  await avoidMidnight(database);
  const shutdown = createShutdown();
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
  const bankDeps = { db: database.db, clock: createClock(), random: createRandom() };
  const standIn = {
    bank: { ...createSandboxBank(bankDeps), kind: bank },
    accountReader: createSandboxReader({ ...bankDeps, write: createWriteDoor({ db: database.db, appendAudit: async () => {}, log }) }),
    authenticator: { offers: () => true },
  };
  const makeEdition = await loadEdition(config, () => standIn);
  const { platform, modules, edition } = compose({ config, database, log, shutdown, makeEdition });
  await platform.jobs.start();
  const texts = {
    contentDir: fileURLToPath(new URL('../../../../content', import.meta.url)),
    edition: textsOf(config).edition,
    placeholders: { productName: '', bankName: '', bankLegalName: '', supportContact: '', publicUrl: '', apiBase: '', mtlsUrl: '' },
  };
  const content = await createContent({ ...texts, log, now: () => new Date() });
  const maintenancePages = await createMaintenancePages({ ...texts, sanitise: sanitiseHtml, log });
  const routes: KnownRoute[] = [];
  const app = await createHttpServer({ config, log, shutdown, onRoute: (route) => void routes.push(route) });
  app.addHook('onRequest', async ({ raw }) => {
    const given = raw.headers[CERTIFICATE_HEADER];
    delete raw.headers[CERTIFICATE_HEADER];
    if (typeof given === 'string') noteMtlsCall(raw, { chain: given === '' ? [] : [Buffer.from(given, 'base64')] });
  });
  const currentDeveloper = async (request: FastifyRequest): Promise<{ developerId: string; email: string } | undefined> => {
    const developerId = request.headers[HEADER];
    return typeof developerId === 'string' ? { developerId, email: `${developerId}@example.com` } : undefined;
  };
  async function requireDeveloper(request: FastifyRequest) {
    const developer = await currentDeveloper(request);
    if (developer === undefined) throw new UiRefusal(401, 'NOT_SIGNED_IN', 'Nobody is signed in.');
    return developer;
  }
  const developers = { ...modules.developers, currentDeveloper, requireDeveloper, requirePassword: requireDeveloper };
  const drawPdf = { receipt: drawReceipt, report: drawReport, permissions: drawPermissions };
  await registerRoutes(app, {
    platform,
    modules: { ...modules, developers },
    edition,
    content,
    maintenancePages,
    database,
    shutdown,
    drawPdf,
    webFolder: folder,
    clientFolder: folder,
  });
  await app.ready();

  async function send(developerId: string | undefined, method: string, url: string, options: SendOptions = {}): Promise<WireReply> {
    const response = await app.inject({
      method: toMethod(method),
      url,
      headers: {
        host: new URL(config.publicUrl).host,
        origin: config.publicUrl,
        'content-type': 'application/json',
        'x-request-id': crypto.randomUUID(),
        ...(developerId === undefined ? {} : { [HEADER]: developerId, cookie: 'portico-dev=x' }),
        ...(options.bearer === undefined ? {} : { authorization: `Bearer ${options.bearer}` }),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { payload: JSON.stringify(options.body) }),
    });
    const isJson = String(response.headers['content-type']).includes('json');
    return { status: response.statusCode, headers: response.headers, text: response.body, body: isJson ? response.json() : undefined };
  }

  return {
    app,
    config,
    database,
    platform,
    modules,
    edition,
    sandbox: createSandboxService({ platform, modules: () => modules }),
    routes,
    send,
    async close() {
      await app.close();
      await platform.jobs.stop(1000);
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}

export type DevelopersHouse = Awaited<ReturnType<typeof openDevelopersHouse>>;
