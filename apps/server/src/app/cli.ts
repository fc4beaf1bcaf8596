/**
 * Operators' commands: `npm run portico -- <command>`. On the embedded database they use the running server's socket, and open the database
 * themselves only when no server runs. On PostgreSQL they always open it, also while servers run.
 */
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { LockedFolder } from '#platform/db/exclusive-lock.ts';
import { makeKeysText } from '#platform/keys.ts';
import { loadSettings } from '#platform/load-config.ts';
import { rotateKeys } from '#platform/rotate-keys.ts';
import { EXIT, knownEnding } from './exit-codes.ts';
import { askServer } from './operators/ask-server.ts';
import { type CommandLine, readCommandLine } from './operators/command-line.ts';
import { complain, converse, say } from './operators/converse.ts';
import { describeRotation } from './operators/describe-rotation.ts';
import { exists, outputRefusal, readGivenFile, STANDARD, writeNewFile } from './operators/operator-files.ts';
import type { OperatorEvent, OperatorOrder } from './operators/operator-order.ts';
import { OperatorRefusal } from './operators/operator-refusal.ts';
import { PATH_TOO_LONG, socketAddress } from './operators/socket-address.ts';

/** Loads the whole server, which a command for a running server does not need. */
const loadServer = () => import('./installation-commands.ts');

async function run({ name, about, files = [], isConfirmed, options }: Extract<CommandLine, { name: string }>): Promise<number> {
  const order = { command: name, about, isConfirmed, operator: operatorName(), file: '', options };
  switch (name) {
    case 'keys':
      process.stdout.write(makeKeysText());
      return EXIT.ok;
    case 'keys rotate':
      return printRotated(readGivenFile(absolutePath(about)).toString(), isConfirmed);
    case 'check':
      return (await import('./check-installation.ts')).checkInstallation(process.env, say, complain);
    case 'migrate':
      return (await loadServer()).migrateInstallation();
    case 'seed':
      return (await loadServer()).seedInstallation();
    case 'trust check':
      return (await import('./operators/trust-check.ts')).checkTrustFolder(files.map(absolutePath), loadSettings(process.env), say);
    case 'receipt verify':
      return operate({ ...order, about: '', file: readGivenFile(absolutePath(about)).toString('base64') });
    case 'developer export':
    case 'customer export':
    case 'core compare':
      return toNewFile(options.to ?? '', (print) => operate(order, print));
    default:
      return operate(order);
  }
}

/** In a container the user may be a number without a name. */
function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Resolves a path as the operator entered it; npm has changed the working directory. */
const absolutePath = (path: string): string => (path === STANDARD ? path : resolve(process.env.INIT_CWD ?? '.', path));

async function toNewFile(path: string, work: (print: (line: string) => void) => Promise<number>): Promise<number> {
  if (path === STANDARD) return work((line) => void process.stdout.write(`${line}\n`));
  const absolute = absolutePath(path);
  const exitCode = await writeNewFile(absolute, work);
  if (exitCode === EXIT.ok) say(`${absolute} holds everything. Only you may read it; hand it over safely and delete it.`);
  return exitCode;
}

/** The new file goes to standard output, the instructions to standard error. */
function printRotated(text: string, isForced: boolean): number {
  const rotation = rotateKeys(text, new Date(), isForced);
  if (!('refused' in rotation)) {
    process.stdout.write(rotation.text);
    complain(describeRotation(rotation));
    return EXIT.ok;
  }
  complain(
    rotation.refused === 'noKeys'
      ? 'The file is no set of keys. Give the file that PORTICO_KEYS_FILE names.'
      : `The phase ${rotation.phase} may run at ${rotation.nextAt.toISOString()} at the earliest, and when every server has been restarted with this file. Nothing was printed. ` +
          'With --yes it runs now: sign-ins that are under way may then fail.',
  );
  return EXIT.failure;
}

async function operate(order: OperatorOrder, print: (line: string) => void = say): Promise<number> {
  const { databaseUrl, dataDir, bank } = loadSettings(process.env);
  if (databaseUrl !== undefined) return (await loadServer()).operateDirectly(order, print);
  if (!exists(join(dataDir, 'pglite'))) {
    complain(`There is no installation in ${dataDir}. Set PORTICO_DATA_DIR to the data folder of your server, or DATABASE_URL.`);
    return EXIT.configuration;
  }
  const ask = (asked: OperatorOrder) => askServer(dataDir, { ...asked, bank });
  const events = await ask(order);
  if (events !== undefined) return converse(events, order, async (confirmed) => (await ask(confirmed)) ?? serverGone(), print);
  try {
    return await (await loadServer()).operateDirectly(order, print);
  } catch (error) {
    if (error instanceof LockedFolder && socketAddress(dataDir) === undefined) complain(PATH_TOO_LONG);
    throw error;
  }
}

async function* serverGone(): AsyncGenerator<OperatorEvent> {
  yield { exitCode: EXIT.failure, text: 'The server has ended meanwhile. Nothing was changed. Repeat the command.' };
}

async function main(): Promise<number> {
  const given = readCommandLine(process.argv.slice(2));
  if ('name' in given) return run(given);
  if ('mistake' in given) {
    complain(given.mistake);
    return EXIT.usage;
  }
  say(given.explanation);
  return EXIT.ok;
}

process.stdout.on('error', (error) => {
  const refusal = outputRefusal(error);
  if (refusal !== undefined) complain(refusal.message);
  process.exit(EXIT.cannotWrite);
});

try {
  process.exitCode = await main();
} catch (error) {
  const known = error instanceof OperatorRefusal ? { text: error.message, exitCode: error.exitCode } : knownEnding(error, undefined);
  if (known === undefined) console.error(error);
  else complain(known.text);
  process.exitCode = known?.exitCode ?? EXIT.failure;
}
