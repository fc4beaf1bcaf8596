/**
 * Measures the seconds from the start of the server process until it and the demo sites are ready, on an empty folder (migrate and seed) and again on
 * the same folder. On PostgreSQL it also measures the memory of the idle server.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase, freePort, type PorticoProcess, startPortico } from '@portico/testkit';
import { residentMemoryMb } from './signing/processes.ts';
import { type Spread, spreadOf } from './statistics.ts';

const WARM_STARTS = 3;
/** By then the garbage of the start is collected, and prepared work is done. */
const IDLE_MS = 10_000;

export interface StartTimes {
  readonly coldSeconds: number;
  readonly warmSeconds: Spread;
}

export interface StartCost {
  readonly embedded: StartTimes;
  /** Undefined where PostgreSQL is not installed. */
  readonly postgres: (StartTimes & { readonly idleMb: number | undefined }) | undefined;
}

/** @param clusterUrl undefined where PostgreSQL is not installed. */
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
