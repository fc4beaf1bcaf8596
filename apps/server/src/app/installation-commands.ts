/** Commands that open the installation directly. They need the whole server, which `cli.ts` loads only for them. */
import { openCoreWithoutTerms } from '#modules/bank-core/index.ts';
import { loadConfig } from '#platform/load-config.ts';
import { createLogger } from '#platform/telemetry/logger.ts';
import { buildApp, type Portico } from './composition/build-app.ts';
import { newDatabaseText } from './demo/announce.ts';
import { seedDevelopment } from './demo/seed.ts';
import { EXIT } from './exit-codes.ts';
import { complain, converse, say } from './operators/converse.ts';
import { playOrder } from './operators/operator-commands.ts';
import type { OperatorOrder } from './operators/operator-order.ts';
import { type Installation, openInstallation } from './process/open-installation.ts';

/** Commands that send jobs. */
const NEEDS_JOBS: ReadonlySet<string> = new Set(['replay', 'developer factor-off']);

const config = () => loadConfig(process.env);

export function migrateInstallation(): Promise<number> {
  return withInstallation(async ({ migrated, isNew }) => {
    const { databaseServerRole } = config();
    if (isNew) say(newDatabaseText(config()));
    say(migrated.length === 0 ? 'The database is up to date.' : `Applied: ${migrated.join(', ')}.`);
    if (databaseServerRole !== undefined)
      say(`The role ${databaseServerRole} has the rights of a server: it adds to the audit log and removes nothing from it.`);
    return EXIT.ok;
  });
}

export function seedInstallation(): Promise<number> {
  if (config().mode === 'development') {
    return withPortico(async (portico) => {
      say(`${(await seedDevelopment(portico, say)).length} customers can sign in.`);
      return EXIT.ok;
    }, 'filler');
  }
  complain('Only a development installation is seeded. Nothing was changed.');
  return Promise.resolve(EXIT.usage);
}

/** @throws LockedFolder and the other errors of `openInstallation`. */
export function operateDirectly(order: OperatorOrder, print: (line: string) => void): Promise<number> {
  return withPortico(async (portico) => {
    if (NEEDS_JOBS.has(order.command)) await portico.platform.jobs.start();
    return converse(playOrder(portico, order), order, async (confirmed) => playOrder(portico, confirmed), print);
  });
}

/** Builds the server without starting its jobs and without listening. */
function withPortico(work: (portico: Portico) => Promise<number>, user: 'filler' | 'command' = 'command'): Promise<number> {
  return withInstallation(async ({ database }) => {
    const settings = config();
    const log = createLogger({ level: settings.logLevel });
    const makeCore = settings.core && openCoreWithoutTerms(settings.core, log);
    const portico = await buildApp({ config: settings, database, log, makeCore });
    try {
      return await work(portico);
    } finally {
      await portico.stop();
    }
  }, user);
}

async function withInstallation(work: (installation: Installation) => Promise<number>, user: 'filler' | 'command' = 'command'): Promise<number> {
  const settings = config();
  const installation = await openInstallation(settings, createLogger({ level: settings.logLevel }), user);
  try {
    return await work(installation);
  } finally {
    await installation.close();
  }
}
