/** The whole composition before the process of `apps/demo-core`, over a line that can lose and delay. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CORE_SECRET,
  type CoreLine,
  createFolder,
  createTpp,
  freePort,
  jsonOf,
  openBrowser,
  openCoreLine,
  startCore,
  type Tpp,
} from '@portico/testkit';
import { pino } from 'pino';
import { openCore } from '#modules/bank-core/index.ts';
import { loadConfig } from '#platform/load-config.ts';
import { buildApp } from '../../src/app/composition/build-app.ts';
import { DEMO_CLIENT_ID, demoClientSecret } from '../../src/app/demo/demo-tpp.ts';
import { seedDevelopment } from '../../src/app/demo/seed.ts';
import { overInject } from '../../src/testing/over-inject.ts';
import { openTestDatabase } from '../../src/testing/test-database.ts';
import { avoidMidnight } from './avoid-midnight.ts';
import { readCoreAccount } from './core-accounts.ts';

/** Longer than an answer takes on a busy machine; tests of late answers wait for it. */
const TIMEOUT_MS = 5_000;

interface CoreHouseOptions {
  /** The bank authenticates on its page and in its app. */
  readonly hasOwnAuthentication?: boolean;
  /** From the first call on: its terms are asked once. Default: the core's answers. */
  readonly changeAnswer?: CoreLine['changeAnswer'];
}

export async function openCoreHouse({ hasOwnAuthentication = false, changeAnswer }: CoreHouseOptions = {}) {
  const folder = await createFolder('core-house');
  const [corePort, linePort] = [await freePort(), await freePort()];
  const start = () => startCore({ port: corePort, file: join(folder, 'core.db'), approvesAfter: 1, hasOwnAuthentication });
  let core = await start();
  const line: CoreLine = await openCoreLine(core.url, linePort);
  if (changeAnswer !== undefined) line.changeAnswer = changeAnswer;
  const config = loadConfig({
    PORTICO_DATA_DIR: join(folder, 'data'),
    PORTICO_RATE_LIMIT_PER_MINUTE: '0',
    PORTICO_BANK: 'adapter',
    PORTICO_BANK_URL: line.url,
    PORTICO_BANK_SECRET: CORE_SECRET,
    PORTICO_BANK_TIMEOUT_MS: String(TIMEOUT_MS),
    ...(hasOwnAuthentication && { PORTICO_BANK_AUTHENTICATION_ORIGINS: core.url }),
  });
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
  const database = await openTestDatabase();
  if (config.core === undefined) throw new Error('The settings name no core.');
  const portico = await buildApp({ config, database, log, makeCore: await openCore(config.core, log) });
  await avoidMidnight(database);
  await seedDevelopment(portico, () => {});
  await portico.start();
  const transport = overInject(portico.app, config.publicUrl);
  const tpp: Tpp = createTpp({
    transport,
    publicUrl: config.publicUrl,
    clientId: DEMO_CLIENT_ID,
    clientSecret: demoClientSecret(config),
    site: 'http://127.0.0.1:3001',
  });
  return {
    config,
    database,
    portico,
    transport,
    tpp,
    line,
    core: () => core,
    browse: () => openBrowser(transport, config.publicUrl),
    account: (customerId: string, position = 0) => readCoreAccount(core, customerId, position),
    killCore: () => core.kill(),
    async startCore() {
      core = await start();
    },
    get: async (path: string, token: string, headers: Readonly<Record<string, string>> = {}) => {
      const answer = await transport({
        method: 'GET',
        path,
        headers: { authorization: `Bearer ${token}`, 'x-request-id': crypto.randomUUID(), 'psu-ip-address': '192.0.2.1', ...headers },
      });
      return { ...answer, body: answer.text === '' ? undefined : jsonOf(answer) };
    },
    async close() {
      await portico.stop();
      await database.close();
      await line.close();
      await core.kill();
      await rm(folder, { recursive: true });
    },
  };
}

export type CoreHouse = Awaited<ReturnType<typeof openCoreHouse>>;
