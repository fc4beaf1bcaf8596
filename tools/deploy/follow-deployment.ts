/**
 * `follow-deployment.ts <folder> <file of results>` follows docs/operate/deployment.md literally, from nothing to a signed payment over TLS. It runs
 * in namespaces (`deployment.round.ts`), where it may change /etc and /opt and use every port.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { EXIT } from '../../apps/server/src/app/exit-codes.ts';
import { openSmtpServer, type SmtpServer } from '../../apps/server/src/testing/open-smtp-server.ts';
import { startPostgres } from '../postgres-cluster.mjs';
import { type DocumentedBlock, ROOT, readBlocks } from './documented-commands.ts';
import { payOverTls } from './pay-over-tls.ts';
import { type StartedUnit, startUnit } from './start-unit.ts';

const PUBLIC_URL = 'https://openbanking.bank.example';
const NAMES = ['openbanking.bank.example', 'db.bank.example', 'mail.bank.example'];
const READY_POLLS = 1200;
const POLL_MS = 100;
/** `RestartPreventExitStatus` of the units. */
const WITHOUT_RESTART: readonly number[] = [EXIT.configuration, EXIT.notAllowed, EXIT.cannotWrite];

export interface Result {
  readonly what: string;
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const [folder = '', resultsFile = ''] = process.argv.slice(2);
const PATH = `${dirname(process.execPath)}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;
const env = { PATH, HOME: '/root', CURL_CA_BUNDLE: join(folder, 'ca.crt') };
const openssl = (...words: readonly string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' });
const units = new Map<string, StartedUnit>();

/** The bank's authority, and one certificate of it for all names. */
function makeCertificates(): void {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl('req', '-x509', ...key, '-days', '2', '-subj', '/CN=Authority of a test bank', '-keyout', 'ca.key', '-out', 'ca.crt');
  openssl('req', ...key, '-subj', '/CN=bank.example', '-keyout', 'tls.key', '-out', 'tls.csr');
  writeFileSync(join(folder, 'names.txt'), `subjectAltName=${NAMES.map((name) => `DNS:${name}`).join()}\n`);
  openssl(
    'x509',
    '-req',
    '-in',
    'tls.csr',
    '-CA',
    'ca.crt',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    'names.txt',
    '-out',
    'tls.crt',
  );
  execFileSync('cp', ['ca.crt', 'bank-authorities.pem'], { cwd: folder });
  execFileSync('install', ['-m', '0600', '-o', 'postgres', 'tls.key', 'postgres.key'], { cwd: folder });
  chmodSync(folder, 0o755);
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(join(folder, 'ca.crt'), 'utf8')]);
}

/** A database server as Debian configures it: `postgres` by its socket, others with a password, and TLS. */
async function startDatabase(): Promise<void> {
  execFileSync('install', ['-d', '-m', '0755', '-o', 'postgres', '/run/postgresql']);
  const rules = ['local all postgres peer', 'host all portico 127.0.0.1/32 trust', 'hostssl all all 127.0.0.1/32 scram-sha-256'];
  writeFileSync(join(folder, 'pg_hba.conf'), `${rules.join('\n')}\n`);
  const settings = {
    port: '5432',
    hba_file: join(folder, 'pg_hba.conf'),
    unix_socket_directories: '/run/postgresql',
    ssl: 'on',
    ssl_cert_file: join(folder, 'tls.crt'),
    ssl_key_file: join(folder, 'postgres.key'),
  };
  const started = await startPostgres(settings, folder);
  if (started === undefined) throw new Error('no PostgreSQL is installed');
  execFileSync('psql', [started.url, '-qc', 'create role postgres superuser login']);
}

/** A clone, with the files that the bank lays into it. */
function openClone(): void {
  for (const name of ['deploy', 'tools', 'docs']) symlinkSync(join(ROOT, name), join(folder, name));
}

function run(what: string, code: string): Result {
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', code], {
    cwd: folder,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return record({ what, status, stdout, stderr });
}

function record(result: Result): Result {
  appendFileSync(resultsFile, `${JSON.stringify(result)}\n`);
  return result;
}

/** What takes the place of systemd after a block, by its id. */
const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  start: ['portico-migrate', 'portico@3000', 'portico@3001'],
  'start-nginx': ['portico-nginx'],
};

async function startUnits(names: readonly string[]): Promise<void> {
  for (const name of names) units.set(name, startUnit(name));
  for (const name of names.filter((each) => each.startsWith('portico@'))) await untilReady(`http://127.0.0.1:${name.split('@')[1]}/readyz`, name);
  if (names.includes('portico-nginx')) await untilReady(`${PUBLIC_URL}/readyz`, 'portico-nginx');
}

/** Starts the unit again after a failure, as `Restart=on-failure` does, but not after an exit code of wrong settings. */
async function untilReady(url: string, name: string): Promise<void> {
  for (let polls = 0; polls < READY_POLLS; polls += 1) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    const exitCode = units.get(name)?.process?.exitCode ?? null;
    if (exitCode !== null && WITHOUT_RESTART.includes(exitCode)) break;
    if (exitCode !== null) units.set(name, startUnit(name));
    await delay(POLL_MS);
  }
  throw new Error(`${url} was not ready: ${units.get(name)?.said()}`);
}

/** One server after the other, as the documents say. */
async function restartServers(): Promise<void> {
  for (const name of ['portico@3000', 'portico@3001']) {
    const { process: old } = units.get(name) ?? {};
    if (old === undefined) throw new Error(`${name} does not run`);
    const ended = new Promise((resolve) => old.once('exit', resolve));
    old.kill('SIGTERM');
    await ended;
    await startUnits([name]);
  }
}

async function follow({ where, marks, code }: DocumentedBlock): Promise<void> {
  if (marks['not-run'] !== undefined) return startUnits(INSTEAD[marks.id ?? ''] ?? []);
  const { status, stderr } = run(where, code);
  if (status !== 0) throw new Error(`${where} ended with ${status}: ${stderr}`);
}

const isOfHardware = ({ marks }: DocumentedBlock) => ['token', 'encrypted-keys', 'rotate-encrypted-keys'].includes(marks.id ?? '');

async function main(): Promise<void> {
  appendFileSync('/etc/hosts', `\n127.0.0.1 ${NAMES.join(' ')}\n`);
  makeCertificates();
  openClone();
  await startDatabase();
  const tls = { cert: readFileSync(join(folder, 'tls.crt'), 'utf8'), key: readFileSync(join(folder, 'tls.key'), 'utf8') };
  const mail: SmtpServer = await openSmtpServer(587, {}, tls);
  const blocks = readBlocks('deployment.md').filter(({ language }) => language === 'sh');
  for (const block of blocks.filter((each) => !isOfHardware(each))) await follow(block);
  const paid = await payOverTls(PUBLIC_URL, mail, folder);
  run('the signed payment', `test "${paid.status}" = ACCC`);
  if (existsSync('/usr/lib/softhsm/libsofthsm2.so') && existsSync('/usr/bin/pkcs11-tool')) {
    for (const block of blocks.filter(isOfHardware)) {
      await follow(block);
      if (block.marks.id !== 'token') await restartServers();
    }
    run('the audit log after the rotation', 'portico audit verify');
  } else run('no hardware module', 'echo "SoftHSM is not installed"');
}

mkdirSync(dirname(resultsFile), { recursive: true });
await main().catch((error: unknown) => {
  const said = [...units].map(([name, unit]) => `${name}:\n${unit.said().slice(-3000)}`).join('\n');
  record({ what: 'the whole document', status: 1, stdout: '', stderr: `${error instanceof Error ? error.stack : String(error)}\n${said}` });
});
process.exit(0);
