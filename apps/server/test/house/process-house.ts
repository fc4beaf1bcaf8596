/** A server that is a process of its own, on a folder of its own: it can die and begin again on the same data, under the same address. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Browser,
  createBankFolder,
  createTpp,
  demoClient,
  freePort,
  openBrowser,
  overHttp,
  type PorticoProcess,
  patient,
  SITE,
  startPortico,
  type Tpp,
  type Transport,
} from '@portico/testkit';

/** Whom the rounds below sign in. */
export const PROCESS_CUSTOMER = { country: 'ee', nationalIdentityNumber: '60001019906', method: 'SMART_ID' };

export interface ProcessHouse {
  readonly folder: string;
  readonly origin: string;
  readonly transport: Transport;
  /** A process at the house's address; whatever ran there before has ended. @param env further settings by their names. */
  start(env?: Readonly<Record<string, string>>): Promise<PorticoProcess>;
  /** An application and a customer's browser, once a process has been started. */
  visit(): Promise<{ readonly tpp: Tpp; readonly browser: Browser }>;
  close(): Promise<void>;
}

/** @param settings that each of its processes has; by default the customers' phones answer at once. */
export async function openProcessHouse(settings: Readonly<Record<string, string>> = {}): Promise<ProcessHouse> {
  const [folder, port] = [await createBankFolder('process'), await freePort()];
  const [dataDir, origin] = [join(folder, 'data'), `http://localhost:${port}`];
  const transport = patient(overHttp(origin));
  let portico: PorticoProcess | undefined;
  return {
    folder,
    origin,
    transport,
    async start(env = {}) {
      portico = await startPortico({ port, dataDir, isBrief: true, env: { PORTICO_DEVICE_ANSWER_SECONDS: '0', ...settings, ...env } });
      return portico;
    },
    visit: async () => ({
      tpp: createTpp({ transport, publicUrl: origin, site: SITE, ...(await demoClient(dataDir)) }),
      browser: openBrowser(transport, origin),
    }),
    async close() {
      await portico?.kill();
      await rm(folder, { recursive: true });
    },
  };
}
