/**
 * Review of 25 November 2026, B5: a bank's own authority signs the certificates of its database, mail server and core. Real connections with TLS, with
 * and without NODE_EXTRA_CA_CERTS, which Node reads at its start: so each client is a process.
 */
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CLI_ENTRY, commandEnv } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../../tools/postgres-cluster.mjs';
import { openSmtpServer, type SmtpServer } from '../../src/testing/open-smtp-server.ts';

const run = promisify(execFile);
const SERVER_FOLDER = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'portico-authority-'));
const file = (name: string) => join(folder, name);
const openssl = (...words: readonly string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' });

let postgres: PostgresServer | undefined;
let mail: SmtpServer;
let core: Server;
let coreUrl: string;

/** An authority, and a certificate of it for this machine. */
function makeCertificates(): void {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl('req', '-x509', ...key, '-days', '2', '-subj', '/CN=Authority of a test bank', '-keyout', 'ca.key', '-out', 'ca.crt');
  openssl('req', ...key, '-subj', '/CN=localhost', '-keyout', 'server.key', '-out', 'server.csr');
  writeFileSync(file('names.txt'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n');
  openssl(
    'x509',
    '-req',
    '-in',
    'server.csr',
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
    'server.crt',
  );
  // PostgreSQL reads its key as the user who runs it, and refuses a key that others can read.
  execFileSync('cp', ['server.key', 'postgres.key'], { cwd: folder });
  chmodSync(file('postgres.key'), 0o600);
  chmodSync(folder, 0o755);
  if (process.getuid?.() === 0) chownSync(file('postgres.key'), idOf('postgres'), -1);
}
function idOf(user: string): number {
  try {
    return Number(execFileSync('id', ['-u', user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return idOf('nobody');
  }
}

beforeAll(async () => {
  makeCertificates();
  postgres = await startPostgres({ ssl: 'on', ssl_cert_file: file('server.crt'), ssl_key_file: file('postgres.key') });
  const tls = { cert: readFileSync(file('server.crt'), 'utf8'), key: readFileSync(file('server.key'), 'utf8') };
  mail = await openSmtpServer(0, {}, tls);
  core = createServer(tls, (_request, response) => void response.writeHead(200).end('{}'));
  await new Promise<void>((resolve) => core.listen(0, '127.0.0.1', resolve));
  coreUrl = `https://localhost:${(core.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await postgres?.stop();
  await mail.close();
  core.close();
  rmSync(folder, { recursive: true });
});

const trusting = () => ({ NODE_EXTRA_CA_CERTS: file('ca.crt') });

async function ended(words: readonly string[], env: Readonly<Record<string, string>>) {
  return run(process.execPath, [...words], { cwd: SERVER_FOLDER, env: { ...commandEnv(), ...env } }).then(
    ({ stdout, stderr }) => ({ exitCode: 0, out: stdout, error: stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ exitCode: code, out: stdout, error: stderr }),
  );
}
/** What a client of a module prints: the fault of the certificate, or `ok`. */
async function call(code: string, env: Readonly<Record<string, string>>): Promise<string> {
  const text = `
    import { certificateFault } from '#platform/tls/certificate-fault.ts';
    try { ${code}; console.log('ok'); } catch (error) { console.log(certificateFault(error) ?? error.message); }`;
  const { out, error } = await ended(['--input-type=module', '-e', text], env);
  return out.trim() || error;
}

describe('PostgreSQL with a certificate of a private authority', () => {
  const migrate = (env: Readonly<Record<string, string>>) =>
    ended([CLI_ENTRY, 'migrate'], {
      DATABASE_URL: `postgres://portico@localhost:${postgres?.port}/postgres?sslmode=verify-full`,
      PORTICO_DATA_DIR: file('data'),
      ...env,
    });

  it('is refused, and the message names NODE_EXTRA_CA_CERTS', async ({ skip }) => {
    if (postgres === undefined) skip();
    const { exitCode, out, error } = await migrate({});
    expect([exitCode, out]).toEqual([69, '']);
    expect(error).toMatch(
      /^The database .* cannot be used: its certificate is not trusted \([A-Z_]+\): .* NODE_EXTRA_CA_CERTS names.* Nothing was changed\.\n$/,
    );
  });

  it('is used with the authority', async ({ skip }) => {
    if (postgres === undefined) skip();
    expect(await migrate(trusting())).toMatchObject({ exitCode: 0, out: expect.stringContaining('Applied: 0001-platform.sql') });
  });
});

describe('a mail server with STARTTLS and a certificate of a private authority', () => {
  const send = (env: Readonly<Record<string, string>>) =>
    call(
      `const { createSmtpTransport } = await import('#platform/mail/smtp-transport.ts');
       await createSmtpTransport('${mail.url}').send({
         messageId: '<a@bank.example>', date: new Date(0), from: { name: 'Bank', address: 'no-reply@bank.example' },
         to: 'mari@tpp.example', subject: 'Hello', text: 'Hello.' })`,
      env,
    );

  it('gets no mail, and the fault names NODE_EXTRA_CA_CERTS', async () => {
    expect(await send({})).toMatch(/^its certificate is not trusted \([A-Z_]+\): .* NODE_EXTRA_CA_CERTS names/);
    expect(mail.received).toEqual([]);
  });

  it('gets the mail with the authority', async () => {
    expect(await send(trusting())).toBe('ok');
    expect(mail.received).toHaveLength(1);
  });
});

describe('a core with a certificate of a private authority', () => {
  const open = (env: Readonly<Record<string, string>>) =>
    call(
      `const { openCore } = await import('#modules/bank-core/index.ts');
       const { pino } = await import('pino');
       await openCore({ url: '${coreUrl}', secret: 'x'.repeat(32), timeoutMs: 20_000 }, pino({ level: 'silent' })).catch((error) => {
         throw new Error(error.message);
       })`,
      env,
    );

  it('is refused, and the message names NODE_EXTRA_CA_CERTS', async () => {
    expect(await open({})).toMatch(/no connection, because its certificate is not trusted \([A-Z_]+\): .* NODE_EXTRA_CA_CERTS names/);
  });

  it('is called with the authority', async () => {
    expect(await open(trusting())).toContain('The core’s read-terms: ');
  });
});

describe('the setting for private authorities', () => {
  it.each([
    ['a file that is missing', () => file('gone.crt')],
    ['a file without a certificate', () => file('names.txt')],
  ])('is refused for %s, which Node only warns about', async (_what, path) => {
    const { exitCode, error } = await ended([CLI_ENTRY, 'check'], { NODE_EXTRA_CA_CERTS: path() });
    expect([exitCode, error]).toEqual([78, expect.stringContaining('NODE_EXTRA_CA_CERTS: given ')]);
  });
});
