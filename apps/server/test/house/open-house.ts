/**
 * The whole composition in this process, with the development seed and its jobs running: what tests of journeys, refusals and
 * threats stand on. Nothing is put into the database by hand.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, createTpp, obtainToken, openBrowser, SITE, type Tpp } from '@portico/testkit';
import { pino } from 'pino';
import type { DemoLogin } from '#modules/bank/index.ts';
import type { Config } from '#platform/config.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { loadConfig } from '#platform/load-config.ts';
import { type BuildAppDeps, buildApp, type Portico } from '../../src/app/composition/build-app.ts';
import { DEMO_CLIENT_ID, demoClientSecret } from '../../src/app/demo/demo-tpp.ts';
import { seedDevelopment } from '../../src/app/demo/seed.ts';
import { overInject } from '../../src/testing/over-inject.ts';
import { openTestDatabase } from '../../src/testing/test-database.ts';
import { avoidMidnight } from './avoid-midnight.ts';

export interface HouseCustomer extends Omit<DemoLogin, 'authMethods'> {
  readonly method: string;
}

export interface House {
  readonly config: Config;
  readonly database: OpenedDatabase;
  readonly portico: Portico;
  readonly tpp: Tpp;
  /** The seeded customers; the first is the ordinary Estonian person, whose device approves. */
  readonly customers: readonly [HouseCustomer, ...HouseCustomer[]];
  /** A new browser without cookies. */
  browse(): Browser;
  /** Signs the first customer in for the demo application and answers the token. */
  token(browser: Browser): Promise<string>;
  /** A second server on the same database, e.g. for storms over two. The house closes it. */
  startServer(): Promise<Portico>;
  close(): Promise<void>;
}

interface HouseOptions extends Pick<BuildAppDeps, 'onRoute' | 'readLoad' | 'webFolder'> {
  readonly settings?: Readonly<Record<string, string>>;
  /** Default: a fresh one of the kind that is tested. The house closes it. */
  readonly database?: OpenedDatabase;
}

export async function openHouse({ settings = {}, database: given, ...options }: HouseOptions = {}): Promise<House> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-house-'));
  const config = loadConfig({ PORTICO_DATA_DIR: join(folder, 'data'), PORTICO_DEVICE_ANSWER_SECONDS: '0', ...settings });
  const database = given ?? (await openTestDatabase());
  const servers: Portico[] = [];
  const startServer = async (): Promise<Portico> => {
    const portico = await buildApp({ config, database, log: pino({ level: 'silent' }), ...options });
    servers.push(portico);
    return portico;
  };
  const portico = await startServer();
  await avoidMidnight(database);
  const [first, ...others] = (await seedDevelopment(portico, () => {})).map(withMethod);
  if (first === undefined) throw new Error('The seed made no customer.');
  await portico.start();
  const transport = overInject(portico.app, config.publicUrl);
  const tpp = createTpp({
    transport,
    publicUrl: config.publicUrl,
    clientId: DEMO_CLIENT_ID,
    clientSecret: demoClientSecret(config),
    site: SITE,
  });
  return {
    config,
    database,
    portico,
    tpp,
    customers: [first, ...others],
    browse: () => openBrowser(transport, config.publicUrl),
    token: (browser) => obtainToken(browser, tpp, first),
    startServer,
    async close() {
      for (const server of servers) await server.stop();
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}

function withMethod({ authMethods, ...login }: DemoLogin): HouseCustomer {
  const [method] = authMethods;
  if (method === undefined) throw new Error(`${login.userName} has no authentication method.`);
  return { ...login, method };
}
