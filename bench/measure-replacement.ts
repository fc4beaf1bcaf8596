/**
 * Replaces servers one by one behind nginx while customers pay and pages are read. No client repeats a request, so every failure is counted. The
 * requests include held signatures and requests that nginx must never send twice.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Customer,
  createDatabase,
  createTpp,
  demoClient,
  enterSigning,
  freePort,
  obtainToken,
  openBrowser,
  openDatabase,
  overHttp,
  type PorticoProcess,
  SITE,
  startPortico,
  type Transport,
} from '@portico/testkit';
import { NO_NGINX, startNginx } from '../tools/nginx.mjs';

const SERVERS = 2;
const READERS = 6;
const CUSTOMERS: readonly Customer[] = ['60001019906', '38803149903'].flatMap((nationalIdentityNumber) =>
  Array.from({ length: 4 }, () => ({ country: 'ee', nationalIdentityNumber, method: 'SMART_ID' })),
);
/** Payments in one bank session, which ends after 30 minutes. */
const PAYMENTS_PER_VISIT = 10;
/** The pause between the readiness of one server and the stop of the next, as `docs/operate/scale.md` requires it. */
const PAUSE_MS = 3_000;
const READ = ['/', '/config.json', '/content/menu', '/api/specs/api-status', '/healthz'] as const;
const ORDER = {
  product: 'instant-sepa-credit-transfers',
  amount: '0.01',
  creditorName: 'Lumen Raamatud OÜ',
  creditorIban: 'EE639977200100450817',
} as const;

export interface Replaced {
  readonly requests: number;
  readonly replacements: number;
  readonly seconds: number;
  readonly requestsByMethod: ReadonlyMap<string, number>;
  /** Requests without a response or with a 5xx, by method and reason. */
  readonly failed: ReadonlyMap<string, number>;
  readonly exitCodes: ReadonlySet<number | NodeJS.Signals>;
  /** Payments whose customer read the confirmation, and bookings of payments in the ledger. */
  readonly acknowledged: number;
  readonly booked: number;
}

/** Returns undefined where nginx is not installed. */
export async function measureReplacement(place: { clusterUrl: string; folder: string }, requestsWanted: number): Promise<Replaced | undefined> {
  const dataDir = join(place.folder, 'replacement');
  const databaseUrl = await createDatabase(place.clusterUrl);
  const ports: number[] = [];
  for (let index = 0; index < SERVERS; index += 1) ports.push(await freePort());
  const nginx = await startNginx(ports);
  if (nginx === undefined) {
    console.log(NO_NGINX);
    return undefined;
  }
  const env = { PORTICO_TRUSTED_PROXIES: '127.0.0.1', PORTICO_RATE_LIMIT_PER_MINUTE: '0', PORTICO_DEVICE_ANSWER_SECONDS: '1' };
  const start = (port: number) => startPortico({ port, dataDir, databaseUrl, publicUrl: nginx.url, env });
  const servers: PorticoProcess[] = [];
  try {
    for (const port of ports) servers.push(await start(port));
    const startedAt = performance.now();
    const traffic = await startTraffic(nginx.url, dataDir);
    const exitCodes = new Set<number | NodeJS.Signals>();
    let replacements = 0;
    for (; traffic.requests() < requestsWanted || replacements < SERVERS; replacements += 1) {
      await delay(PAUSE_MS);
      const index = replacements % SERVERS;
      await servers[index]?.stop();
      exitCodes.add((await servers[index]?.ended()) ?? 0);
      servers[index] = await start(ports[index] ?? 0);
    }
    const { requestsByMethod, failed, acknowledged } = await traffic.stop();
    const seconds = (performance.now() - startedAt) / 1000;
    const booked = await countBooked({ dataDir, databaseUrl });
    return { requests: traffic.requests(), replacements, seconds, requestsByMethod, failed, exitCodes, acknowledged, booked };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    if (nginx.errors() !== '') console.error(nginx.errors());
    await nginx.stop();
  }
}

async function startTraffic(url: string, dataDir: string) {
  const requestsByMethod = new Map<string, number>();
  const failed = new Map<string, number>();
  const stopping = new AbortController();
  const over = overHttp(url);
  let acknowledged = 0;
  const transport: Transport = async (request) => {
    add(requestsByMethod, request.method);
    const answer = await over(request).catch((error: unknown) => {
      add(failed, `${request.method} without an answer`);
      throw error;
    });
    if (answer.status >= 500) add(failed, `${request.method} ${answer.status}`);
    return answer;
  };
  const client = await demoClient(dataDir);
  const tpp = createTpp({ transport, publicUrl: url, site: SITE, ...client });

  async function read(turn: number): Promise<void> {
    for (let index = turn; !stopping.signal.aborted; index += 1)
      await transport({ method: 'GET', path: READ[index % READ.length] ?? '/', headers: {} }).catch(() => undefined);
  }

  async function visit(customer: Customer): Promise<void> {
    const browser = openBrowser(transport, url);
    const token = await obtainToken(browser, tpp, customer);
    for (let paid = 0; paid < PAYMENTS_PER_VISIT && !stopping.signal.aborted; paid += 1) {
      const { paymentId, scaRedirect } = await tpp.createPayment(token, ORDER);
      const page = await enterSigning(browser, scaRedirect, customer);
      const [iban = ''] = await page.ibans();
      await page.choose(iban);
      const { status, text } = await page.sign(iban);
      if (status !== 200) throw new Error(`A signature was answered with ${status}: ${text}`);
      acknowledged += 1;
      await tpp.readStatus(token, ORDER, paymentId);
    }
  }

  /** A customer starts again after a failure, as a person would. */
  async function live(customer: Customer): Promise<void> {
    while (!stopping.signal.aborted) await visit(customer).catch((error: unknown) => console.error(`A customer gave up: ${String(error)}`));
  }

  const lives = [...Array.from({ length: READERS }, (_, turn) => read(turn)), ...CUSTOMERS.map(live)];
  return {
    requests: () => requestsByMethod.values().reduce((sum, count) => sum + count, 0),
    async stop() {
      stopping.abort();
      await Promise.all(lives);
      return { requestsByMethod, failed, acknowledged };
    },
  };
}

async function countBooked(place: { dataDir: string; databaseUrl: string }): Promise<number> {
  const database = await openDatabase(place);
  const [row] = await database
    .query('select count(*)::int as booked from ledger_transaction where payment_id is not null')
    .finally(() => database.close());
  return Number(Object(row).booked);
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
