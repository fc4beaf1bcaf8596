/** Seconds from starting the server process until it is ready: on an empty folder (migrate and seed) and again on the same folder. */
import { type Servers, startServers } from '../e2e/support/servers.ts';

export interface StartTimes {
  readonly coldSeconds: number;
  readonly warmSeconds: number;
}

export async function measureStart(dataDir: string): Promise<StartTimes> {
  const coldSeconds = await timeStart(dataDir);
  const warmSeconds = await timeStart(dataDir);
  return { coldSeconds, warmSeconds };
}

async function timeStart(dataDir: string): Promise<number> {
  const startedAt = performance.now();
  const servers: Servers = await startServers({ dataDir });
  const seconds = (performance.now() - startedAt) / 1000;
  await servers.stop();
  return seconds;
}
