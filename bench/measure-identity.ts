/**
 * Measures what certificates, signatures and proofs cost the server: the same calls on PostgreSQL by plain http with a token, with a certificate by
 * Node.js and by nginx, with a DPoP proof, and as signed requests. All modes share one server and take turns. The server has a core for itself.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createDatabase, freePort, type PorticoProcess, startPortico } from '@portico/testkit';
import { Client } from 'pg';
import { type Nginx, NO_NGINX, startNginx } from '../tools/nginx.mjs';
import { SERVER_SETTINGS } from './developers/processes.ts';
import { type BenchApplication, makeApplications, REDIRECT_URI } from './identity/applications.ts';
import { divideCores } from './identity/cores.ts';
import type { IdentityLoad, IdentityOrder } from './identity/load.ts';
import { processorMs } from './signing/processes.ts';
import { percentile, type Spread, spreadOf } from './statistics.ts';

const CLIENTS = 16;
/** Time for the runtime to compile hot code. */
const WARM_UP_SECONDS = 6;
const READ = '/api/v1/account-list';
const CREATE = '/api/v1/consents';
const CONSENT = JSON.stringify({
  access: { allPsd2: 'allAccounts' },
  recurringIndicator: true,
  validUntil: '9999-12-31',
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
});
const PROXY_SECRET = 'bench-secret-bench-secret-bench-secret';
const SERVER_NODE_OPTIONS = process.env.BENCH_SERVER_NODE_OPTIONS ?? '';

export interface IdentityMode {
  /** `mtls, new connections`: each call has its handshake. */
  readonly name: 'http' | 'mtls' | 'nginx' | 'dpop' | 'mtls, new connections' | 'http, new connections' | 'http POST' | 'signed POST';
  readonly perSecond: Spread;
  /** Processor time of the server's process per call, in milliseconds. */
  readonly processorMs: Spread;
  /** Milliseconds, over all rounds. */
  readonly p50: number;
  readonly p99: number;
}

export interface IdentityOptions {
  readonly clusterUrl: string;
  readonly folder: string;
  readonly rounds: number;
  readonly seconds: number;
}

type Order = Omit<IdentityOrder, 'clients' | 'seconds'>;

export async function measureIdentity({ clusterUrl, folder: parent, rounds, seconds }: IdentityOptions): Promise<readonly IdentityMode[]> {
  const folder = join(parent, 'identity');
  mkdirSync(folder, { recursive: true });
  const databaseUrl = await createDatabase(clusterUrl);
  const client = new Client({ connectionString: databaseUrl });
  // After a failed measurement the cluster stops and this connection fails. The first error is the one to report.
  client.on('error', () => {});
  await client.connect();
  const cores = divideCores((await client.query('show data_directory')).rows[0].data_directory);
  const [port, mtlsPort, proxyPort] = [await freePort(), await freePort(), await freePort()];
  const proxy = { PORTICO_MTLS_PROXY_PORT: String(proxyPort), PORTICO_MTLS_PROXY_SECRET: PROXY_SECRET, PORTICO_TRUSTED_PROXIES: 'loopback' };
  const portico = await startPortico({
    port,
    mtlsPort,
    dataDir: join(folder, 'data'),
    databaseUrl,
    env: { ...SERVER_SETTINGS, ...proxy, NODE_OPTIONS: SERVER_NODE_OPTIONS },
  });
  cores.giveFirstTo(portico.child);
  let nginx: Nginx | undefined;
  try {
    const applications = await makeApplications(portico, (statement, values) => client.query(statement, [...values]));
    const nginxPort = await freePort();
    nginx = await startDeployedNginx(folder, { port, proxyPort, nginxPort });
    if (nginx === undefined) console.log(NO_NGINX);
    const orders = ordersOf(applications, { plain: portico.origin, mtls: `https://localhost:${mtlsPort}`, nginx: `https://localhost:${nginxPort}` });
    return await inTurns(
      portico,
      orders.filter(([name]) => nginx !== undefined || name !== 'nginx'),
      { rounds, seconds },
    );
  } finally {
    await nginx?.stop();
    await portico.stop();
    await client.end();
    cores.join();
  }
}

function ordersOf(
  { basic, mtls, dpop, signed }: Readonly<Record<'basic' | 'mtls' | 'dpop' | 'signed', BenchApplication>>,
  origins: { readonly plain: string; readonly mtls: string; readonly nginx: string },
): readonly (readonly [IdentityMode['name'], Order])[] {
  const read = { method: 'GET', path: READ, keepsConnections: true } as const;
  const create = { method: 'POST', path: CREATE, body: CONSENT, keepsConnections: true } as const;
  const bearer = ({ token }: BenchApplication) => ({ authorization: `Bearer ${token}`, 'psu-ip-address': '192.0.2.1' });
  const posted = (application: BenchApplication) => ({
    ...bearer(application),
    'content-type': 'application/json',
    'tpp-redirect-uri': REDIRECT_URI,
  });
  const plain = { ...read, origin: origins.plain, headers: bearer(basic) };
  const byCertificate = { ...read, headers: bearer(mtls), certificate: mtls.certificate };
  return [
    ['http', plain],
    ['mtls', { ...byCertificate, origin: origins.mtls }],
    ['nginx', { ...byCertificate, origin: origins.nginx }],
    [
      'dpop',
      {
        ...read,
        origin: origins.plain,
        headers: { ...bearer(dpop), authorization: `DPoP ${dpop.token}` },
        dpop: { key: dpop.dpopKey, token: dpop.token },
      },
    ],
    ['http, new connections', { ...plain, keepsConnections: false }],
    ['mtls, new connections', { ...byCertificate, origin: origins.mtls, keepsConnections: false }],
    ['http POST', { ...create, origin: origins.plain, headers: posted(basic) }],
    ['signed POST', { ...create, origin: origins.plain, headers: posted(signed), seal: signed.seal }],
  ];
}

async function inTurns(
  portico: PorticoProcess,
  orders: readonly (readonly [IdentityMode['name'], Order])[],
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<readonly IdentityMode[]> {
  const turns = orders.map(([name, order]) => ({
    name,
    order,
    perSecond: [] as number[],
    processorMs: [] as number[],
    milliseconds: [] as number[],
  }));
  for (const { order } of turns) await runLoad({ ...order, clients: CLIENTS, seconds: WARM_UP_SECONDS });
  for (let round = 1; round <= rounds; round += 1) {
    // There and back: what one mode leaves behind, such as rows to write out, would always meet the same next one.
    for (const turn of round % 2 === 1 ? turns : turns.toReversed()) {
      const before = processorMs(portico.child) ?? Number.NaN;
      const load = await runLoad({ ...turn.order, clients: CLIENTS, seconds });
      turn.perSecond.push(load.answered / load.seconds);
      turn.processorMs.push(((processorMs(portico.child) ?? Number.NaN) - before) / load.answered);
      turn.milliseconds.push(...load.milliseconds);
    }
    console.log(
      `  round ${round}: ${turns.map(({ name, processorMs: all }) => `${name} ${all.at(-1)?.toFixed(2)}`).join(', ')} ms of the server for a call`,
    );
  }
  return turns.map(({ name, perSecond, processorMs: used, milliseconds }) => ({
    name,
    perSecond: spreadOf(perSecond),
    processorMs: spreadOf(used),
    p50: percentile(milliseconds, 0.5),
    p99: percentile(milliseconds, 0.99),
  }));
}

/** @throws Error with the first unexpected response. */
async function runLoad(order: IdentityOrder): Promise<IdentityLoad> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'identity/load.ts')], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(order));
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const load: IdentityLoad = JSON.parse(said);
  if (load.failures > 0) throw new Error(`${order.method} ${order.origin}${order.path}: ${load.failures} calls failed. First: ${load.failure}`);
  return load;
}

/** nginx with the deployed files, adapted to this machine. */
function startDeployedNginx(
  folder: string,
  { port, proxyPort, nginxPort }: { readonly port: number; readonly proxyPort: number; readonly nginxPort: number },
): Promise<Nginx | undefined> {
  const [key, certificate] = ['tls.key', 'tls.crt'].map((name) => join(folder, name));
  if (key === undefined || certificate === undefined) throw new Error('There are two files.');
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', '/CN=localhost', '-keyout', key];
  execFileSync('openssl', ['req', '-x509', ...made, '-out', certificate], { stdio: 'ignore' });
  const deployed = readFileSync(new URL('../deploy/nginx-mtls.conf', import.meta.url), 'utf8')
    .replaceAll(/portico-\d:3444/g, `127.0.0.1:${proxyPort}`)
    .replace('listen 8444 ', `listen 127.0.0.1:${nginxPort} `)
    .replace('/run/secrets/tls-certificate', certificate)
    .replace('/run/secrets/tls-key', key)
    .replace('include /run/secrets/mtls-proxy-header;', `proxy_set_header X-Portico-Proxy-Secret "${PROXY_SECRET}";`);
  return startNginx([port], (configuration) => configuration.replace('include portico-mtls*.conf;', deployed));
}
