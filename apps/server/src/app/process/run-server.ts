/**
 * Runs the server process: settings, data folder, database, server, signals. Its messages are in `announce.ts`, its exit codes in `exit-codes.ts`.
 */

import type { Logger } from 'pino';
import { openCore } from '#modules/bank-core/index.ts';
import type { Config } from '#platform/config.ts';
import { armCrashPoint } from '#platform/crash-points.ts';
import { databaseName } from '#platform/db/database-name.ts';
import { createLoadMeter } from '#platform/http/load-shedding.ts';
import { loadConfig } from '#platform/load-config.ts';
import { signingKid } from '#platform/rotate-keys.ts';
import { createLogger } from '#platform/telemetry/logger.ts';
import type { TelemetrySettings } from '#platform/telemetry/telemetry-settings.ts';
import { unknownSettings } from '#platform/unknown-settings.ts';
import { buildApp, type Portico } from '../composition/build-app.ts';
import { announce, createSay, newDatabaseText } from '../demo/announce.ts';
import type { ChildSite } from '../demo/child-site.ts';
import { startDemoIdp } from '../demo/demo-idp.ts';
import { startDemoTpp } from '../demo/demo-tpp.ts';
import { seedDevelopment } from '../demo/seed.ts';
import { EXIT, knownEnding } from '../exit-codes.ts';
import { type OperatorSocket, openOperatorSocket } from '../operators/open-operator-socket.ts';
import { playSentOrder } from '../operators/operator-commands.ts';
import { observeInstallation } from './observe-installation.ts';
import { openConsole, withFreeConsolePort } from './open-console.ts';
import { type Installation, openInstallation } from './open-installation.ts';
import { openMtls, withFreeMtlsPort } from './open-mtls.ts';

interface Running {
  readonly portico: Portico;
  readonly installation: Installation;
  /** Absent on PostgreSQL, where operators' commands open the database directly. */
  readonly operators: OperatorSocket | undefined;
  /** The demo shop and the demo identity provider. */
  readonly sites: readonly ChildSite[];
  readonly endTelemetry: EndTelemetry;
}

type EndTelemetry = () => Promise<void>;

async function run(given: Config, log: Logger): Promise<Running> {
  const say = createSay(given);
  const config = await withFreeConsolePort(await withFreeMtlsPort(given, say), say);
  const loadMeter = createLoadMeter();
  // Telemetry starts first, so that it measures the rest of the start. It is off unless the settings ask for it.
  const endTelemetry = await startTelemetry(config.telemetry, log, loadMeter.read);
  // The core's terms are read before anything is opened: without them the server cannot work.
  const makeCore = config.core && (await openCore(config.core, log));
  const named = databaseName(config);
  say(`Opening the database (${named}) …`);
  log.info({ database: named }, 'opening the database');
  const installation = await openInstallation(config, log, 'server');
  if (installation.isNew) log.warn({ database: named }, newDatabaseText(config));
  if (installation.migrated.length > 0) say(`Database prepared: ${installation.migrated.length} migrations.`);
  // These sites start in parallel with the rest. They need the server only when a person opens them.
  const starting = Promise.all([startDemoTpp(config, log, say), startDemoIdp(config, log, say)]);
  let portico: Portico | undefined;
  try {
    portico = await buildApp({ config, database: installation.database, log, makeCore, readLoad: loadMeter.read });
    const logins = config.mode === 'development' ? await seedDevelopment(portico, say) : [];
    await portico.start();
    await portico.app.listen({ host: config.host, port: config.port });
    const mtls = await openMtls(portico, config, log);
    await openConsole(portico, config, log);
    loadMeter.start();
    const endObserving = observeInstallation(portico, installation.database);
    log.info(
      { host: config.host, port: config.port, mode: config.mode, bank: config.bank, database: named, signingKid: signingKid(config.keys) },
      'listening',
    );
    const [demoTpp, demoIdp] = await starting;
    const { databaseUrl, dataDir } = config;
    const running = portico;
    const operators = databaseUrl === undefined ? await openOperatorSocket(dataDir, (order) => playSentOrder(running, order), log) : undefined;
    announce(say, config, logins, { shopUrl: demoTpp?.url, standInUrl: demoIdp?.url, mtlsUrl: mtls.url, consoleUrl: config.console?.url });
    const endAll = async () => {
      mtls.end();
      endObserving();
      await endTelemetry();
    };
    return { portico, installation, operators, sites: [demoTpp, demoIdp].filter((site) => site !== undefined), endTelemetry: endAll };
  } catch (error) {
    await portico?.stop();
    for (const site of await starting) await site?.stop();
    await installation.close();
    throw error;
  }
}

/** The telemetry code is loaded only where it is used. */
async function startTelemetry(settings: TelemetrySettings | undefined, log: Logger, readDelayMs: () => number): Promise<EndTelemetry> {
  if (settings?.metrics === undefined && settings?.otlp === undefined) return async () => {};
  const telemetry = await import('#platform/telemetry/start-telemetry.ts');
  return telemetry.startTelemetry(settings, log, readDelayMs);
}

async function stop({ portico, installation, operators, sites, endTelemetry }: Running, log: Logger): Promise<number> {
  const [unfinished] = await Promise.all([portico.stop(), operators?.close(), ...sites.map((site) => site.stop())]);
  await endTelemetry();
  await installation.close();
  if (unfinished.length === 0) return EXIT.ok;
  log.error({ unfinished }, 'Not everything ended in time.');
  return EXIT.failure;
}

function end(error: unknown, config: Config | undefined, log: Logger | undefined): never {
  const known = knownEnding(error, config);
  if (known === undefined) {
    // The stack goes to the log, which hides secrets. The console gets the message only, because an error may contain a database URL.
    log?.fatal({ err: error }, 'The server ended for a reason we did not foresee.');
    console.error(`The server ended for a reason we did not foresee: ${error instanceof Error ? error.message : String(error)}`);
  } else {
    console.error(known.text);
  }
  process.exit(known?.exitCode ?? EXIT.failure);
}

async function main(): Promise<void> {
  let config: Config | undefined;
  let log: Logger | undefined;
  try {
    config = loadConfig(process.env);
    log = createLogger({ level: config.logLevel });
    const logger = log;
    for (const { name, text } of unknownSettings(process.env)) logger.warn({ setting: name }, text);
    if (config.crashAt !== undefined) armCrashPoint(config.crashAt);
    process.on('uncaughtException', (error) => end(error, config, logger));
    const starting = run(config, logger);
    let isStopping = false;
    const onSignal = (signal: NodeJS.Signals) => {
      // A second Ctrl+C ends the process at once.
      if (isStopping) process.exit(EXIT.failure);
      isStopping = true;
      logger.info({ signal }, 'stopping');
      void starting
        .then((running) => stop(running, logger))
        .then(
          (exitCode) => process.exit(exitCode),
          (error: unknown) => end(error, config, logger),
        );
    };
    // The handlers are set before the start. A signal during the start stops the server in order as soon as it has started.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal);
    await starting;
  } catch (error) {
    end(error, config, log);
  }
}

await main();
