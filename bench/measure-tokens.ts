/**
 * Measures a token exchange on PostgreSQL: Portico, and oidc-provider with a minimal adapter, alternately on the same database. The unit is one
 * `POST` of a code with its PKCE verifier and the client's secret, until access, refresh and ID token have arrived.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDatabase, createTpp, demoClient, freePort, obtainToken, openBrowser, overHttp, SITE, startPortico } from '@portico/testkit';
import { Client } from 'pg';
import { clusterProcessorMs, peakMemoryMb, processorMs, startProcess, stopChild } from './signing/processes.ts';
import { type Query, readPersonalCode } from './signing/rehearsal.ts';
import { percentile, type Spread, spreadOf } from './statistics.ts';
import type { BareProviderOrder } from './tokens/bare-provider.ts';
import type { TokenLoadOrder, TokenLoadResult } from './tokens/load.ts';

const CLIENTS = 8;
/** Codes exchanged in one turn. */
const CODES = 1000;
/** Lifetime of the copied codes: on a busy machine a turn may take longer than the minute that a real code is valid. */
const CODE_SECONDS = 600;
/** Codes exchanged one after the other. */
const CODES_ALONE = 300;
/** Turns for the runtime to compile hot code. */
const WARM_UP_TURNS = 3;
/** Node.js options of the server, e.g. `--cpu-prof --cpu-prof-dir=profiles`. */
const SERVER_NODE_OPTIONS = process.env.BENCH_SERVER_NODE_OPTIONS ?? '';
const VERIFIER = 'measured-'.repeat(6);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

export interface TokenOptions {
  readonly clusterUrl: string;
  /** Data folder of that cluster. */
  readonly clusterData: string;
  readonly folder: string;
  readonly rounds: number;
}

interface Side {
  readonly perSecond: Spread;
  /** Of the median turn, in milliseconds. */
  readonly together: Waits;
  /** The same for turns with one client. */
  readonly alone: Waits;
  /** Processor time of the server's process per exchange, in milliseconds. */
  readonly processorMs: Spread;
  /** The same for PostgreSQL's processes. Their background work (seals, vacuum, checkpoints) counts for the turn in which it runs. */
  readonly databaseMs: Spread;
}

interface Waits {
  readonly p50: number;
  readonly p99: number;
}

interface Turn extends TokenLoadResult {
  /** Per exchange. */
  readonly processorMs: number;
  /** Per exchange. */
  readonly databaseMs: number;
}

export interface TokenCost {
  readonly codes: number;
  readonly portico: Side;
  readonly bare: Side;
  /** Of Portico's process, from its start to the end of the last turn. */
  readonly peakMb: number | undefined;
}

export async function measureTokens(options: TokenOptions): Promise<TokenCost> {
  const folder = join(options.folder, 'tokens');
  const dataDir = join(folder, 'data');
  await mkdir(folder, { recursive: true });
  const databaseUrl = await createDatabase(options.clusterUrl);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const query: Query = async (text) => (await client.query(text)).rows;
  const portico = await startPortico({
    port: await freePort(),
    dataDir,
    databaseUrl,
    env: { PORTICO_DEVICE_ANSWER_SECONDS: '0', PORTICO_RATE_LIMIT_PER_MINUTE: '0', NODE_OPTIONS: SERVER_NODE_OPTIONS },
  });
  const credentials = await demoClient(dataDir);
  const browser = openBrowser(overHttp(portico.origin), portico.origin);
  const tpp = createTpp({ transport: overHttp(portico.origin), publicUrl: portico.origin, site: SITE, ...credentials });
  await obtainToken(browser, tpp, { country: 'ee', method: 'SMART_ID', nationalIdentityNumber: await readPersonalCode(query) });
  await prepareBare(query, credentials);
  const keys: Pick<BareProviderOrder, 'jwks'> = JSON.parse(await readFile(join(folder, 'data-keys.json'), 'utf8'));
  const order: BareProviderOrder = { port: await freePort(), databaseUrl, jwks: keys.jwks };
  const bare = await startProcess('tokens/bare-provider.ts', order, folder);

  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: credentials.clientId,
    client_secret: credentials.clientSecret,
    redirect_uri: `${SITE}/callback`,
    code_verifier: VERIFIER,
  }).toString();
  const servers = {
    portico: { child: portico.child, port: Number(new URL(portico.origin).port), path: '/api/v2/openam/token', copy: copyForPortico },
    bare: { child: bare.child, port: bare.port, path: '/token', copy: copyForBare },
  };
  let next = 1;
  async function turn(name: keyof typeof servers, clients = CLIENTS, codes = CODES): Promise<Turn> {
    const { child, port, path, copy } = servers[name];
    const [first, last] = [next, next + codes - 1];
    next = last + 1;
    await copy(query, first, last);
    const [before, databaseBefore] = [processorMs(child) ?? Number.NaN, clusterProcessorMs(options.clusterData)];
    const result = await runTokenLoad({ port, path, form, clients, prefix: 'code', first, last });
    return {
      ...result,
      processorMs: ((processorMs(child) ?? Number.NaN) - before) / codes,
      databaseMs: (clusterProcessorMs(options.clusterData) - databaseBefore) / codes,
    };
  }

  const turns = { portico: [] as Turn[], bare: [] as Turn[] };
  const alone = { portico: [] as Turn[], bare: [] as Turn[] };
  try {
    for (let warmUp = 1; warmUp <= WARM_UP_TURNS; warmUp += 1) for (const name of ['portico', 'bare'] as const) await turn(name);
    for (let round = 1; round <= options.rounds; round += 1) {
      for (const name of ['portico', 'bare'] as const) turns[name].push(await turn(name));
      for (const name of ['portico', 'bare'] as const) alone[name].push(await turn(name, 1, CODES_ALONE));
      const [ours, theirs] = [turns.portico, turns.bare].map((all) => Math.round(CODES / (all.at(-1)?.seconds ?? Number.NaN)));
      console.log(`  tokens, round ${round}: Portico ${ours}, bare ${theirs} per second`);
    }
    const peakMb = peakMemoryMb(portico.child);
    return { codes: CODES, portico: sideOf(turns.portico, alone.portico), bare: sideOf(turns.bare, alone.bare), peakMb };
  } finally {
    await Promise.all([portico.stop(), stopChild(bare.child), client.end()]);
  }
}

function sideOf(turns: readonly Turn[], alone: readonly Turn[]): Side {
  return {
    perSecond: spreadOf(turns.map(({ seconds }) => CODES / seconds)),
    together: waitsOf(turns),
    alone: waitsOf(alone),
    processorMs: spreadOf(turns.map((each) => each.processorMs)),
    databaseMs: spreadOf(turns.map((each) => each.databaseMs)),
  };
}

function waitsOf(turns: readonly Turn[]): Waits {
  const middle = turns.toSorted((a, b) => a.seconds - b.seconds)[Math.floor((turns.length - 1) / 2)];
  const milliseconds = middle?.milliseconds ?? [];
  return { p50: percentile(milliseconds, 0.5), p99: percentile(milliseconds, 0.99) };
}

/** @throws Error with the first refusal when a code gave no tokens. */
async function runTokenLoad(order: TokenLoadOrder): Promise<TokenLoadResult> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'tokens', 'load.ts'), JSON.stringify(order)], {
    maxBuffer: OUTPUT_BYTES_MAX,
  });
  const result: TokenLoadResult = JSON.parse(stdout);
  if (result.failure !== undefined) throw new Error(`A code gave no tokens: ${result.failure}`);
  return result;
}

/** Creates table and client of the minimal provider. The code and grant of one real sign-in are the pattern for both. */
async function prepareBare(query: Query, { clientId, clientSecret }: { clientId: string; clientSecret: string }): Promise<void> {
  const metadata = JSON.stringify({
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uris: [`${SITE}/callback`],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_post',
    require_auth_time: true,
  });
  await query(`create table bare_artifact (model text, id text, payload jsonb not null, grant_id text, consumed_at timestamptz,
    expires_at timestamptz, primary key (model, id))`);
  await query('create index on bare_artifact (grant_id)');
  await query(`insert into bare_artifact (model, id, payload) values ('Client', '${clientId}', '${metadata}')`);
  await query(`create table token_pattern as select code.payload || '{"codeChallenge": "${CHALLENGE}", "codeChallengeMethod": "S256"}' as code,
    signed.payload as signed, code as code_row, signed as grant_row from oauth_artifact as code join oauth_artifact as signed using (grant_hash)
    where code.model = 'AuthorizationCode' and signed.model = 'Grant'`);
}

const FRESH = `'{"iat": ' || floor(extract(epoch from now())) || ', "exp": '`;
const codePayload = `code || (${FRESH} || floor(extract(epoch from now())) + ${CODE_SECONDS} || ', "grantId": "grant-' || i || '"}')::jsonb`;
const grantPayload = `signed || (${FRESH} || floor(extract(epoch from now())) + 15552000 || '}')::jsonb`;
const hash = (text: string) => `encode(sha256((${text})::bytea), 'hex')`;

/** Creates new codes: rows like those of the real one, under other ids. */
async function copyInto(
  query: Query,
  table: string,
  columns: string,
  rows: readonly string[],
  [first, last]: readonly [number, number],
): Promise<void> {
  const selects = rows.map((row) => `select ${row} from token_pattern, generate_series(${first}, ${last}) as i`);
  await query(`insert into ${table} (${columns}) ${selects.join(' union all ')}`);
  await query(`vacuum analyze ${table}`);
}

function copyForPortico(query: Query, first: number, last: number): Promise<void> {
  const columns = 'model, id_hash, sandbox_id, app_id, client_id, customer_id, grant_hash, bank_country, locale, payload, expires_at';
  const of = (row: string) => `(${row}).sandbox_id, (${row}).app_id, (${row}).client_id, (${row}).customer_id, ${hash(`'grant-' || i`)}`;
  const grant = `'Grant', ${hash(`'grant-' || i`)}, ${of('grant_row')}, (grant_row).bank_country, (grant_row).locale, ${grantPayload}, now() + interval '180 days'`;
  const code = `'AuthorizationCode', ${hash(`'code-' || i`)}, ${of('code_row')}, null, null, ${codePayload}, now() + interval '${CODE_SECONDS} seconds'`;
  return copyInto(query, 'oauth_artifact', columns, [grant, code], [first, last]);
}

function copyForBare(query: Query, first: number, last: number): Promise<void> {
  const grant = `'Grant', 'grant-' || i, ${grantPayload} || jsonb_build_object('jti', 'grant-' || i), null, now() + interval '180 days'`;
  const code = `'AuthorizationCode', 'code-' || i, ${codePayload} || jsonb_build_object('jti', 'code-' || i), 'grant-' || i, now() + interval '${CODE_SECONDS} seconds'`;
  return copyInto(query, 'bare_artifact', 'model, id, payload, grant_id, expires_at', [grant, code], [first, last]);
}
