/**
 * Seconds from starting the server process until it and the sites beside it are ready: on an empty folder (migrate and seed) and again on
 * the same one; on PostgreSQL a second time too, with what the server then needs in memory while nobody asks for anything.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase, freePort, type PorticoProcess, startPortico } from '@portico/testkit';
import { residentMemoryMb } from './signing/processes.ts';
import { type Spread, spreadOf } from './statistics.ts';

const WARM_STARTS = 3;
/** What a start leaves to be collected is gone by then, and what waits for its end is prepared. */
const IDLE_MS = 10_000;

export interface StartTimes {
  readonly coldSeconds: number;
  readonly warmSeconds: Spread;
}

export interface StartCost {
  readonly embedded: StartTimes;
  /** Undefined where none is installed. */
  readonly postgres: (StartTimes & { readonly idleMb: number | undefined }) | undefined;
}

/** @param clusterUrl undefined: no PostgreSQL is installed. */
export async function measureStart(folder: string, clusterUrl: string | undefined): Promise<StartCost> {
  const embedded = await timeStarts({ dataDir: join(folder, 'data') });
  if (clusterUrl === undefined) return { embedded, postgres: undefined };
  const installation = { dataDir: join(folder, 'beside-postgres'), databaseUrl: await createDatabase(clusterUrl) };
  const times = await timeStarts(installation);
  const { portico } = await start(installation);
  try {
    await delay(IDLE_MS);
    return { embedded, postgres: { ...times, idleMb: residentMemoryMb(portico.child) } };
  } finally {
    await portico.stop();
  }
}

interface Installed {
  readonly dataDir: string;
  readonly databaseUrl?: string;
}

async function timeStarts(installed: Installed): Promise<StartTimes> {
  const seconds: number[] = [];
  for (let count = 0; count <= WARM_STARTS; count += 1) {
    const started = await start(installed);
    seconds.push(started.seconds);
    await started.portico.stop();
  }
  const [coldSeconds = Number.NaN, ...warm] = seconds;
  return { coldSeconds, warmSeconds: spreadOf(warm) };
}

async function start(installed: Installed): Promise<{ readonly portico: PorticoProcess; readonly seconds: number }> {
  const [port, demoTppPort, demoIdpPort] = [await freePort(), await freePort(), await freePort()];
  const startedAt = performance.now();
  const portico = await startPortico({ port, demoTppPort, demoIdpPort, ...installed });
  return { portico, seconds: (performance.now() - startedAt) / 1000 };
}
