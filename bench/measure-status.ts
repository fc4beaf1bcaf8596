/** Measures the status call under load: Portico, and a minimal server that returns the same bytes from memory, alternately. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, startPortico } from '@portico/testkit';
import { runLoad } from './developers/processes.ts';
import { startProcess, stopChild } from './signing/processes.ts';
import { percentile, type Spread, spreadOf } from './statistics.ts';
import type { BareOrder } from './status/bare-server.ts';

const PATHS = ['/api/specs/api-status', '/api/specs/api-status/summary'] as const;
const CLIENTS = 32;
/** Time for the runtime to compile hot code. */
const WARM_UP_SECONDS = 5;

export interface StatusCost {
  readonly path: string;
  readonly bytes: number;
  readonly portico: StatusSide;
  readonly bare: StatusSide;
}

interface StatusSide {
  readonly perSecond: Spread;
  /** Milliseconds, over all rounds. */
  readonly p50: number;
  readonly p99: number;
}

export async function measureStatus(folder: string, { rounds, seconds }: { readonly rounds: number; readonly seconds: number }) {
  const dataDir = join(folder, 'status');
  await mkdir(dataDir, { recursive: true });
  const portico = await startPortico({ port: await freePort(), dataDir, env: { PORTICO_RATE_LIMIT_PER_MINUTE: '0' } });
  try {
    const costs: StatusCost[] = [];
    for (const path of PATHS) costs.push(await measurePath(portico, path, { folder, rounds, seconds }));
    return costs;
  } finally {
    await portico.stop();
  }
}

interface Order {
  readonly folder: string;
  readonly rounds: number;
  readonly seconds: number;
}

async function measurePath(portico: { readonly origin: string }, path: string, { folder, rounds, seconds }: Order): Promise<StatusCost> {
  const answer = await (await fetch(`${portico.origin}${path}`)).text();
  const order: BareOrder = { port: await freePort(), path, answer };
  const { port, child } = await startProcess('status/bare-server.ts', order, folder);
  const servers = [portico, { origin: `http://localhost:${port}` }] as const;
  const load = (server: { readonly origin: string }, forSeconds: number) =>
    runLoad(server, { clients: CLIENTS, seconds: forSeconds, method: 'GET', path, callers: [{}] });
  try {
    for (const server of servers) await load(server, WARM_UP_SECONDS);
    const results = servers.map(() => [] as Awaited<ReturnType<typeof load>>[]);
    for (let round = 0; round < rounds; round += 1) {
      for (const [at, server] of servers.entries()) results[at]?.push(await load(server, seconds));
    }
    const [ours, theirs] = results.map((all) => {
      const milliseconds = all.flatMap((result) => result.milliseconds);
      const perSecond = spreadOf(all.map((result) => result.answered / result.seconds));
      return { perSecond, p50: percentile(milliseconds, 0.5), p99: percentile(milliseconds, 0.99) };
    });
    if (ours === undefined || theirs === undefined) throw new RangeError('There is nothing to measure in no rounds.');
    return { path, bytes: Buffer.byteLength(answer), portico: ours, bare: theirs };
  } finally {
    await stopChild(child);
  }
}
