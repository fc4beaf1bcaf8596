/**
 * Measures the cost of telemetry: the same server without it, with collected metrics, and with exported traces. The modes alternate under the same
 * load on one PostgreSQL. The calls are the status call, which is the cheapest, and a signature, which uses the database most.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase, freePort, type PorticoProcess, startPortico } from '@portico/testkit';
import { Client } from 'pg';
import { runLoad, SERVER_SETTINGS } from './developers/processes.ts';
import { fillByCopy } from './signing/fill-by-copy.ts';
import { processorMs, runLoad as sign, startProcess, stopChild } from './signing/processes.ts';
import {
  copyCustomers,
  copyPayments,
  FIRST_OPEN,
  findOriginals,
  makeOriginals,
  type Query,
  readPersonalCode,
  rewindClock,
} from './signing/rehearsal.ts';
import { percentile, type Spread, spreadOf } from './statistics.ts';
import type { CollectorOrder } from './telemetry/collector.ts';

const STATUS = '/api/specs/api-status';
const CLIENTS = 16;
const CUSTOMERS = 500;
/** Number of open payments to prepare per second, far above the measured rate. */
const SIGNED_PER_SECOND_MAX = 300;
/** Time for the runtime to compile hot code. */
const WARM_UP_SECONDS = 4;
/** Prometheus scrapes every 15 s by default; here every turn must have a scrape. */
const SCRAPE_MS = 2_000;
/** Spans wait up to 5 s for their batch. */
const SENT_MS = 6_000;

export interface TelemetryCost {
  readonly call: string;
  readonly modes: readonly ModeCost[];
}

export interface ModeCost {
  readonly name: string;
  readonly perSecond: Spread;
  /** Processor time of the server for one call. */
  readonly processorMs: Spread;
  /** Milliseconds, over all rounds. */
  readonly p50: number;
  readonly p99: number;
  /** Spans per call that reached the collector. */
  readonly spans: number;
}

interface TelemetryOptions {
  readonly clusterUrl: string;
  /** Folder of PostgreSQL's programs. */
  readonly bin: string;
  readonly folder: string;
  readonly rounds: number;
  readonly seconds: number;
}

interface Mode {
  readonly name: string;
  readonly portico: PorticoProcess;
  /** Port of its metrics. */
  readonly metricsPort: number | undefined;
  /** The name under which the collector counts its spans. */
  readonly sender: string;
}

interface Load {
  readonly calls: number;
  readonly seconds: number;
  readonly milliseconds: readonly number[];
}

type RunLoad = (server: PorticoProcess, forSeconds: number) => Promise<Load>;

/** The first mode has no telemetry. `traced`: the share of traces that is exported. */
const MODES = [
  { name: 'none', isScraped: false, traced: 0 },
  { name: 'metrics', isScraped: true, traced: 0 },
  { name: 'metrics and one trace in twenty', isScraped: true, traced: 0.05 },
  { name: 'metrics and every trace', isScraped: true, traced: 1 },
] as const;

export async function measureTelemetry({ clusterUrl, bin, folder: parent, rounds, seconds }: TelemetryOptions): Promise<readonly TelemetryCost[]> {
  const folder = join(parent, 'telemetry');
  await mkdir(folder, { recursive: true });
  const place = { dataDir: join(folder, 'data'), databaseUrl: await createDatabase(clusterUrl) };
  const order: CollectorOrder = { port: await freePort() };
  const collector = await startProcess('telemetry/collector.ts', order, folder);
  const collectorUrl = `http://localhost:${collector.port}`;
  const client = new Client({ connectionString: place.databaseUrl });
  await client.connect();
  const query: Query = async (text) => (await client.query(text)).rows;
  const servers: Mode[] = [];
  try {
    // One after the other, because the first one creates the tables.
    for (const { name, isScraped, traced } of MODES) {
      const metricsPort = isScraped ? await freePort() : undefined;
      const sender = String(traced);
      const env = {
        ...SERVER_SETTINGS,
        ...(metricsPort === undefined ? {} : { PORTICO_METRICS_ADDRESS: String(metricsPort) }),
        ...(traced === 0
          ? {}
          : { OTEL_EXPORTER_OTLP_ENDPOINT: `${collectorUrl}/${sender}`, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: sender }),
      };
      servers.push({ name, metricsPort, sender, portico: await startPortico({ port: await freePort(), ...place, env }) });
    }
    const payments = SIGNED_PER_SECOND_MAX * MODES.length * (WARM_UP_SECONDS + rounds * seconds);
    const loads = { [`GET ${STATUS}`]: readStatus, 'PUT /api/ui/payment': await laySigningReady(servers, query, { ...place, bin, payments }) };
    const costs: TelemetryCost[] = [];
    for (const [call, load] of Object.entries(loads))
      costs.push({ call, modes: await measureInTurns(servers, load, { collectorUrl, rounds, seconds }) });
    return costs;
  } finally {
    await Promise.all(servers.map(({ portico }) => portico.stop()));
    await stopChild(collector.child);
    await client.end();
  }
}

const readStatus: RunLoad = async (server, forSeconds) => {
  const result = await runLoad(server, { clients: CLIENTS, seconds: forSeconds, method: 'GET', path: STATUS, callers: [{}] });
  return { ...result, calls: result.answered };
};

async function laySigningReady(
  [first]: readonly Mode[],
  query: Query,
  {
    dataDir,
    databaseUrl,
    bin,
    payments,
  }: { readonly dataDir: string; readonly databaseUrl: string; readonly bin: string; readonly payments: number },
): Promise<RunLoad> {
  if (first === undefined) throw new RangeError('There is no server to pay at.');
  await makeOriginals(first.portico, dataDir, await readPersonalCode(query));
  const originals = await findOriginals(query);
  await copyCustomers(query, originals, CUSTOMERS);
  const order = { first: FIRST_OPEN, last: FIRST_OPEN + payments - 1, customers: CUSTOMERS };
  await copyPayments(query, [fillByCopy({ bin, databaseUrl })], originals.open, order);
  let firstIndex = FIRST_OPEN;
  return async ({ origin }, forSeconds) => {
    await rewindClock(query, originals);
    const port = Number(new URL(origin).port);
    const result = await sign({ port, origin, clients: CLIENTS, seconds: forSeconds, customers: CUSTOMERS, firstIndex });
    firstIndex = result.nextIndex;
    return { calls: result.signed, seconds: result.seconds, milliseconds: result.puts.map(([, ms]) => ms) };
  };
}

async function measureInTurns(
  servers: readonly Mode[],
  load: RunLoad,
  { collectorUrl, rounds, seconds }: { readonly collectorUrl: string; readonly rounds: number; readonly seconds: number },
): Promise<readonly ModeCost[]> {
  const before = await readSpans(collectorUrl);
  const turns = servers.map((server) => ({ server, calls: 0, perSecond: [] as number[], processorMs: [] as number[], milliseconds: [] as number[] }));
  for (const turn of turns) turn.calls += (await load(turn.server.portico, WARM_UP_SECONDS)).calls;
  for (let round = 1; round <= rounds; round += 1) {
    for (const turn of turns) {
      const { portico, metricsPort } = turn.server;
      const scraping = metricsPort === undefined ? undefined : setInterval(() => void scrape(metricsPort), SCRAPE_MS);
      const processorBefore = processorMs(portico.child) ?? Number.NaN;
      const result = await load(portico, seconds).finally(() => clearInterval(scraping));
      turn.calls += result.calls;
      turn.perSecond.push(result.calls / result.seconds);
      turn.processorMs.push(((processorMs(portico.child) ?? Number.NaN) - processorBefore) / result.calls);
      turn.milliseconds.push(...result.milliseconds);
    }
    console.log(`  round ${round}: ${turns.map(({ server, perSecond }) => `${server.name} ${perSecond.at(-1)?.toFixed(0)}`).join(', ')} per second`);
  }
  await delay(SENT_MS);
  const after = await readSpans(collectorUrl);
  return turns.map(({ server: { name, sender }, calls, perSecond, processorMs: processor, milliseconds }) => ({
    name,
    perSecond: spreadOf(perSecond),
    processorMs: spreadOf(processor),
    p50: percentile(milliseconds, 0.5),
    p99: percentile(milliseconds, 0.99),
    spans: ((after[sender] ?? 0) - (before[sender] ?? 0)) / calls,
  }));
}

async function scrape(port: number): Promise<void> {
  await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
}

async function readSpans(collectorUrl: string): Promise<Readonly<Record<string, number>>> {
  return JSON.parse(await (await fetch(collectorUrl)).text());
}
