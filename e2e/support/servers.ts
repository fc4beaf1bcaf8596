/** The server, the demo site and the stand-in for Google that it starts, on free ports and an own folder or database. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createBankFolder, createDatabase, createFolder, freePort, startPortico } from '@portico/testkit';

export interface Servers {
  readonly portalUrl: string;
  readonly shopUrl: string;
  readonly consoleUrl: string;
  stop(): Promise<void>;
}

interface ServerOptions {
  /** A PostgreSQL cluster; the servers get a fresh database in it. Without it they run on the embedded one. */
  readonly postgresUrl?: string | undefined;
  /** Folder of the embedded database; without it a temporary one, removed at the end. */
  readonly dataDir?: string;
  /** They live for seconds; default: no. */
  readonly isBrief?: boolean;
  /** Further settings by their names. */
  readonly env?: Readonly<Record<string, string>>;
}

export async function startServers({ postgresUrl, dataDir, isBrief = false, env = {} }: ServerOptions): Promise<Servers> {
  const isEmbedded = postgresUrl === undefined && dataDir === undefined;
  const folder = isEmbedded ? await createBankFolder('e2e') : await createFolder('e2e');
  const [port, demoTppPort, demoIdpPort, mtlsPort] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const consolePort = await freePort();
  const databaseUrl = postgresUrl === undefined ? undefined : await createDatabase(postgresUrl);
  // No journey is about load: a machine that is busy with other work makes a server late, and a late server refuses new work.
  const settings = { PORTICO_BUSY_DELAY_MS: '0', ...env };
  const portico = await startPortico({
    port,
    demoTppPort,
    demoIdpPort,
    consolePort,
    // Only the sandbox has a test authority; before a bank's own core the address for certificates needs files.
    ...(env.PORTICO_BANK === 'adapter' ? {} : { mtlsPort }),
    databaseUrl,
    dataDir: dataDir ?? join(folder, 'data'),
    isBrief,
    env: settings,
  });
  return {
    portalUrl: portico.origin,
    shopUrl: `http://127.0.0.1:${demoTppPort}`,
    consoleUrl: `http://localhost:${consolePort}`,
    async stop() {
      await portico.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
