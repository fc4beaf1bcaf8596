/**
 * Operators' commands: `npm run portico -- <command>`. They open the database themselves, so on the embedded database the server
 * must be stopped; on PostgreSQL it may run.
 */
import { createAudit, exportAudit } from '#modules/audit/index.ts';
import { makeKeysText } from '#platform/keys.ts';
import { loadConfig } from '#platform/load-config.ts';
import { createLogger } from '#platform/telemetry/logger.ts';
import { buildApp, type Portico } from './build-app.ts';
import { EXIT, knownEnding } from './exit-codes.ts';
import { type Installation, openInstallation } from './open-installation.ts';
import { seedDevelopment } from './seed.ts';

const USAGE = `Commands:
  keys            prints a new set of keys for PORTICO_KEYS_FILE
  migrate         brings the database to this version
  seed            fills the sandbox of a development installation
  audit verify    checks the hash chains of the audit log
  audit export    prints the audit log as JSON lines
  app find <text>         lists applications by client id, name or contact
  app suspend <clientId>  its tokens die, its calls answer SERVICE_BLOCKED, running signings end
  app lift <clientId>     lets it work again, with new tokens
  developer erase <email> deletes a developer with application, customers and tokens
`;

const config = () => loadConfig(process.env);
const say = (text: string) => void process.stdout.write(`${text}\n`);

const COMMANDS = new Map<string, () => Promise<number>>([
  [
    'keys',
    async () => {
      process.stdout.write(makeKeysText());
      return EXIT.ok;
    },
  ],
  [
    'migrate',
    () =>
      withInstallation(async ({ migrated }) => {
        say(migrated.length === 0 ? 'The database is up to date.' : `Applied: ${migrated.join(', ')}.`);
        return EXIT.ok;
      }),
  ],
  ['seed', () => withInstallation(seed)],
  ['audit verify', () => withInstallation(verifyAuditLog)],
  ['audit export', () => withInstallation(exportAuditLog)],
]);

/** Commands with one argument. */
const COMMANDS_ABOUT = new Map<string, (about: string) => Promise<number>>([
  ['app find', (text) => withPortico((portico) => findApps(portico, text))],
  ['app suspend', (clientId) => withPortico(({ modules }) => reportSuspension(modules.sandbox.setSuspended(clientId, true), 'Suspended.'))],
  ['app lift', (clientId) => withPortico(({ modules }) => reportSuspension(modules.sandbox.setSuspended(clientId, false), 'Lifted.'))],
  ['developer erase', (email) => withPortico((portico) => eraseDeveloper(portico, email))],
]);

async function findApps({ modules, platform }: Portico, text: string): Promise<number> {
  for (const app of await modules.tppApps.search(platform.db, text)) say(JSON.stringify(app));
  return EXIT.ok;
}

async function reportSuspension(done: Promise<boolean>, text: string): Promise<number> {
  if (await done) {
    say(text);
    return EXIT.ok;
  }
  console.error('There is no such application. Nothing was changed.');
  return EXIT.failure;
}

async function eraseDeveloper({ modules }: Portico, email: string): Promise<number> {
  const developer = await modules.developers.findDeveloper({ email });
  if (developer === undefined || !(await modules.developers.deleteDeveloper(developer.developerId))) {
    console.error('There is no such developer. Nothing was changed.');
    return EXIT.failure;
  }
  say('Erased.');
  return EXIT.ok;
}

/** The composition without its jobs and without listening. */
function withPortico(work: (portico: Portico) => Promise<number>): Promise<number> {
  return withInstallation(async ({ database }) => {
    const settings = config();
    const portico = await buildApp({ config: settings, database, log: createLogger({ level: settings.logLevel }) });
    try {
      return await work(portico);
    } finally {
      await portico.stop();
    }
  });
}

async function withInstallation(work: (installation: Installation) => Promise<number>): Promise<number> {
  const settings = config();
  const installation = await openInstallation(settings, createLogger({ level: settings.logLevel }));
  try {
    return await work(installation);
  } finally {
    await installation.close();
  }
}

async function seed({ database }: Installation): Promise<number> {
  const settings = config();
  if (settings.mode !== 'development') {
    console.error('Only a development installation is seeded. Nothing was changed.');
    return EXIT.usage;
  }
  const portico = await buildApp({ config: settings, database, log: createLogger({ level: settings.logLevel }) });
  const logins = await seedDevelopment(portico, say);
  await portico.stop();
  say(`${logins.length} customers can sign in.`);
  return EXIT.ok;
}

async function verifyAuditLog({ database }: Installation): Promise<number> {
  const { findings, ...counts } = await createAudit({ keyAudit: config().keys.audit }).verify(database.db);
  for (const finding of findings) console.error(JSON.stringify(finding));
  say(JSON.stringify({ ...counts, findings: findings.length }));
  return findings.length === 0 ? EXIT.ok : EXIT.failure;
}

async function exportAuditLog({ database }: Installation): Promise<number> {
  for await (const entry of exportAudit(database.db)) say(JSON.stringify(entry));
  return EXIT.ok;
}

const [first, second, about, ...others] = process.argv.slice(2);
const named = [first, second].filter((word) => word !== undefined).join(' ');
const commandAbout = about === undefined || others.length > 0 ? undefined : COMMANDS_ABOUT.get(named);
const command = about === undefined ? COMMANDS.get(named) : commandAbout && (() => commandAbout(about));
if (command === undefined) {
  process.stderr.write(USAGE);
  process.exitCode = EXIT.usage;
} else {
  try {
    process.exitCode = await command();
  } catch (error) {
    const known = knownEnding(error, undefined);
    console.error(known?.text ?? error);
    process.exitCode = known?.exitCode ?? EXIT.failure;
  }
}
