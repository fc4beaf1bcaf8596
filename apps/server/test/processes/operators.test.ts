/** Operators' commands as an operator gives them: real processes, beside the running server and without it. */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BRIEF_SETTINGS,
  type Browser,
  becomeDeveloper,
  CLI_ENTRY,
  commandEnv,
  createBankFolder,
  createDatabase,
  createFolder,
  createTpp,
  enterSigning,
  freePort,
  jsonOf,
  member,
  newDeveloper,
  openBrowser,
  overHttp,
  type PorticoProcess,
  patient,
  startPortico,
  textOf,
} from '@portico/testkit';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderOf } from '../house/order-of.ts';

const isPostgres = process.env.TEST_DATABASE === 'postgres';

let folder: string;
let server: PorticoProcess;
let databaseUrl: string | undefined;
let env: Readonly<Record<string, string>>;

const start = async () => {
  server = await startPortico({
    port: Number(env.PORT),
    dataDir: env.PORTICO_DATA_DIR ?? '',
    databaseUrl,
    isBrief: true,
    env: { PORTICO_DEVICE_ANSWER_SECONDS: '0' },
  });
};

beforeAll(async () => {
  folder = await (isPostgres ? createFolder : createBankFolder)('operators');
  if (isPostgres) databaseUrl = await createDatabase(process.env.TEST_POSTGRES_URL ?? '');
  env = {
    ...commandEnv(),
    PORT: String(await freePort()),
    PORTICO_DATA_DIR: join(folder, 'data'),
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
  await start();
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

interface Ended {
  readonly exitCode: number | null;
  readonly out: string;
  readonly error: string;
}

/** `typed`: what the operator types, then the end of input. */
function portico(
  words: readonly string[],
  { typed = '', settings = {} }: { typed?: string; settings?: Record<string, string> } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [...BRIEF_SETTINGS, CLI_ENTRY, ...words], { env: { ...env, ...settings }, stdio: ['pipe', 'pipe', 'pipe'] });
  const [out, error]: [string[], string[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => void out.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void error.push(chunk.toString()));
  // A command that asks nothing may end before it is read.
  child.stdin.on('error', () => {});
  child.stdin.end(typed);
  return new Promise((resolve) => child.once('close', (exitCode) => resolve({ exitCode, out: out.join(''), error: error.join('') })));
}

const jsonLines = (text: string): readonly unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
const events = async () => jsonLines((await portico(['audit', 'export'])).out).map((entry) => textOf(entry, 'event'));

/** A developer with application, test customers and a token. */
async function register() {
  const browser = openBrowser(patient(overHttp(server.origin)), server.origin);
  const { email } = await becomeDeveloper(browser, newDeveloper());
  const clientId = textOf(jsonOf(await browser.send('GET', '/api/tpp')), 'clientId');
  return { browser, email, clientId, holder: await choose(browser, undefined) };
}

async function choose(browser: Browser, wanted: unknown): Promise<unknown> {
  const list = jsonOf(await browser.send('GET', '/api/tpp/psu'));
  const user = wanted ?? (Array.isArray(list) ? list.find((each) => member(each, 'access_token') !== undefined) : undefined);
  if (wanted === undefined) return user;
  const body = { id: textOf(user, 'id'), userName: textOf(user, 'userName') };
  return jsonOf(await browser.send('POST', '/api/tpp/psu', { body }));
}

async function accountList(token: string): Promise<readonly [status: number, code: unknown]> {
  const answer = await patient(overHttp(server.origin))({
    method: 'GET',
    path: '/api/v1/account-list',
    headers: { authorization: `Bearer ${token}` },
  });
  return [answer.status, member(jsonOf(answer), 'tppMessages', '0', 'code')];
}

describe('an operator beside the running server', () => {
  it('finds an application by contact and client id, without its secret', async () => {
    const { email, clientId } = await register();
    for (const text of [email, clientId]) {
      const { exitCode, out } = await portico(['app', 'find', text]);
      expect([exitCode, jsonLines(out)]).toMatchObject([0, [{ clientId, contacts: [email], isSuspended: false }]]);
      expect(out).not.toMatch(/secret(?!Until)/i);
    }
    expect(await portico(['app', 'find', 'nobody-is-called-so'])).toEqual({ exitCode: 1, out: '', error: 'No application was found.\n' });
  });

  it('suspends an application, which ends its tokens and signing sessions, and lifts the suspension', async () => {
    const { browser, clientId, holder } = await register();
    const token = textOf(holder, 'access_token');
    const publicUrl = server.origin;
    const tpp = createTpp({ transport: patient(overHttp(publicUrl)), publicUrl, clientId, clientSecret: '', site: publicUrl });
    const { paymentId, scaRedirect } = await tpp.createPayment(token, orderOf('10.00'));
    const customerBrowser = openBrowser(patient(overHttp(publicUrl)), publicUrl);
    const method = textOf(holder, 'authMethods', '0');
    const nationalIdentityNumber = textOf(holder, 'customer', 'nationalIdentityNumber');
    const page = await enterSigning(customerBrowser, scaRedirect, { country: textOf(holder, 'country'), nationalIdentityNumber, method });
    const [iban = ''] = await page.ibans();

    expect(await portico(['app', 'suspend', clientId])).toEqual({ exitCode: 0, out: `${clientId} is suspended.\n`, error: '' });
    expect(await accountList(token)).toEqual([403, 'SERVICE_BLOCKED']);
    await expect(tpp.createPayment(token, orderOf('10.00'))).rejects.toThrow('403');
    const signed = await page.sign(iban);
    expect([signed.status, member(jsonOf(signed), 'tppFailureUrl') ?? member(jsonOf(signed), 'tppSuccessUrl')]).toEqual([410, undefined]);
    expect((await browser.send('POST', '/api/tpp/psu', { body: { id: textOf(holder, 'id'), userName: textOf(holder, 'userName') } })).status).toBe(
      409,
    );
    expect(jsonOf(await browser.send('GET', '/api/tpp'))).toMatchObject({ isSuspended: true });

    expect(await portico(['app', 'lift', clientId])).toEqual({ exitCode: 0, out: `${clientId} may work again.\n`, error: '' });
    expect(await accountList(token)).toEqual([401, 'TOKEN_EXPIRED']);
    const fresh = textOf(await choose(browser, holder), 'access_token');
    expect(await accountList(fresh)).toEqual([200, undefined]);
    expect(await tpp.readStatus(fresh, orderOf('10.00'), paymentId)).toBe('RJCT');
    expect(await events()).toEqual(
      expect.arrayContaining(['operator.app-suspend', 'application.suspended', 'operator.app-lift', 'application.lifted']),
    );
  });

  it('exports the data of a developer to a file that only the operator can read, without tokens and secrets', async () => {
    const { browser, email, clientId, holder } = await register();
    const other = await register();
    const token = textOf(holder, 'access_token');
    expect((await accountList(token))[0]).toBe(200);
    const secret = textOf(jsonOf(await browser.send('POST', '/api/tpp/secret/reveal')), 'clientSecret');
    const second = jsonOf(await browser.send('POST', '/api/tpp/applications', { body: { clientName: 'Second' } }));
    const path = join(folder, `${clientId}.json`);

    const { exitCode, out, error } = await portico(['developer', 'export', email.toUpperCase(), '--to', path]);
    expect([exitCode, error, out]).toEqual([0, '', expect.stringContaining(path)]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const text = readFileSync(path, 'utf8');
    const held: unknown = JSON.parse(text);
    expect(member(held, 'about')).toMatchObject({ email });
    expect(held).toMatchObject({
      developer: [{ email }],
      developer_session: [{ started_at: expect.any(String) }],
      tpp_app: [{ client_id: clientId }, { client_id: textOf(second, 'clientId') }],
      current_customer: [{ expires_at: expect.any(String) }, { expires_at: expect.any(String) }],
      operator_entries: expect.arrayContaining([expect.objectContaining({ event: 'operator.developer-export' })]),
    });
    expect(Object(held).customer.length).toBeGreaterThan(1);
    expect(Object(held).request_log.map((line: unknown) => member(line, 'path'))).toContain('/api/v1/account-list');
    for (const hidden of [token, secret, other.email, other.clientId, 'password_hash', 'sealed', '$argon2']) expect(text).not.toContain(hidden);
    expect((await portico(['audit', 'export'])).out).toContain('operator.developer-export');
  });

  // Review of 25 November 2026, B8: the image is read-only, so standard output and input are the only files that an operator has there.
  it('exports to standard output, and verifies and rotates from standard input', async () => {
    const { email } = await register();
    const exported = await portico(['developer', 'export', email, '--to', '-']);
    expect([exported.exitCode, exported.error, JSON.parse(exported.out)]).toMatchObject([0, '', { developer: [{ email }] }]);
    expect(existsSync(join(folder, '-'))).toBe(false);
    const keys = await portico(['keys']);
    expect(await portico(['keys', 'rotate', '-'], { typed: keys.out })).toMatchObject({ exitCode: 0, out: expect.stringContaining('"rotation"') });
    const forged = await portico(['receipt', 'verify', '-'], { typed: '{"receipt":"none"}' });
    expect([forged.exitCode, forged.error]).toEqual([1, expect.stringContaining('The receipt is not proven.')]);
    expect(await portico(['developer', 'export', 'unknown@tpp.example', '--to', '-'])).toMatchObject({ exitCode: 1, out: '' });
  });

  it('leaves no keys where there is no installation', async () => {
    const empty = join(folder, 'empty');
    await mkdir(empty);
    const settings = { PORTICO_DATA_DIR: join(empty, 'data'), PORTICO_KEYS_FILE: '', DATABASE_URL: '' };
    expect((await portico(['incident', 'list'], { settings })).exitCode).toBe(78);
    expect(readdirSync(empty)).toEqual([]);
  });

  it('finds each export of the audit log in the log', async () => {
    const count = async () => (await events()).filter((event) => event === 'operator.audit-export').length;
    const before = await count();
    expect(before).toBeGreaterThan(0);
    expect(await count()).toBe(before + 1);
  });

  it('exports no unknown developer or customer, and overwrites no file', async () => {
    const path = join(folder, 'not-there.json');
    expect(await portico(['developer', 'export', 'unknown@tpp.example', '--to', path])).toEqual({
      exitCode: 1,
      out: '',
      error: 'There is no developer unknown@tpp.example. Nothing was exported.\n',
    });
    expect((await portico(['customer', 'export', 'cus_nobody', '--to', path])).error).toContain('Nothing is held of a customer cus_nobody.');
    expect((await portico(['customer', 'export', ' ', '--to', path])).exitCode).toBe(64);
    expect(existsSync(path)).toBe(false);
    const { email } = await register();
    writeFileSync(path, 'mine');
    expect(await portico(['developer', 'export', email, '--to', path])).toMatchObject({ exitCode: 73, out: '' });
    expect(readFileSync(path, 'utf8')).toBe('mine');
    for (const to of [join(folder, 'no', 'folder.json'), join(folder, 'x'.repeat(300)), join(path, 'file.json')]) {
      expect(await portico(['developer', 'export', email, '--to', to])).toMatchObject({
        exitCode: 73,
        out: '',
        error: expect.stringContaining('Nothing was exported.'),
      });
    }
    for (const words of [
      ['receipt', 'verify'],
      ['keys', 'rotate'],
    ]) {
      expect(await portico([...words, join(folder, 'x'.repeat(300))])).toMatchObject({ exitCode: 66, error: expect.stringContaining('too long') });
    }
  });

  it('exports the data of one customer, with payments and audit entries, and of no other', async () => {
    const { clientId, holder } = await register();
    const other = await register();
    const publicUrl = server.origin;
    const tpp = createTpp({ transport: patient(overHttp(publicUrl)), publicUrl, clientId, clientSecret: '', site: publicUrl });
    const { paymentId, scaRedirect } = await tpp.createPayment(textOf(holder, 'access_token'), orderOf('10.00'));
    const found = jsonLines((await portico(['find', paymentId])).out);
    const customerId = found.map((line) => member(line, 'customerId')).find((id) => typeof id === 'string') ?? textOf(holder, 'id');
    const path = join(folder, 'customer.json');
    expect(await portico(['customer', 'export', String(customerId), '--to', path])).toMatchObject({ exitCode: 0, error: '' });
    const text = readFileSync(path, 'utf8');
    const held: unknown = JSON.parse(text);
    expect(held).toMatchObject({
      customer: [{ id: customerId }],
      payment: [{ payment_id: paymentId }],
      signing_session: [{ resource_id: paymentId }],
      audit_entry: expect.arrayContaining([expect.objectContaining({ chain: `payment:${paymentId}`, event: 'payment.received' })]),
    });
    expect(Object(held).account.length).toBeGreaterThan(0);
    expect(text).not.toContain(new URL(scaRedirect).pathname.split('/').at(-1));
    expect(text).not.toContain(textOf(other.holder, 'customer', 'nationalIdentityNumber'));
    expect(await events()).toContain('operator.customer-export');
  });

  it('switches off the second factor of a developer with a reason that the audit log keeps, and is refused without one', async () => {
    const login = newDeveloper();
    const browser = openBrowser(patient(overHttp(server.origin)), server.origin);
    await becomeDeveloper(browser, login);
    const off = (...rest: string[]) => portico(['developer', 'factor-off', ...rest]);
    const reason = ['--reason', 'Phone lost, called back'];
    expect(await off(login.email)).toMatchObject({ exitCode: 64, error: expect.stringContaining('--reason') });
    expect(await off('unknown@tpp.example', ...reason)).toMatchObject({ exitCode: 1, error: expect.stringContaining('There is no developer') });
    expect(await off(login.email, ...reason)).toMatchObject({ exitCode: 1, error: expect.stringContaining('has no second factor') });
    const setup = await browser.send('POST', '/identity/second-factor/setup', { body: { password: login.password } });
    const code = new TOTP({ secret: textOf(jsonOf(setup), 'secret') }).generate();
    expect((await browser.send('POST', '/identity/second-factor', { body: { code } })).status).toBe(200);
    expect((await browser.send('POST', '/identity/sign-in', { body: login })).status).toBe(403);
    expect(await off(login.email.toUpperCase(), ...reason)).toMatchObject({ exitCode: 0, out: expect.stringContaining('is off') });
    expect((await browser.send('POST', '/identity/sign-in', { body: login })).status).toBe(200);
    expect((await portico(['audit', 'export'])).out).toMatch(/operator\.developer-factor-off.*Phone lost, called back/);
  });

  it('signs a developer and a customer out, and is refused if they have no session', async () => {
    const { browser, email, holder } = await register();
    const other = await register();
    expect(await portico(['developer', 'sign-out', 'unknown@tpp.example'])).toEqual({
      exitCode: 1,
      out: '',
      error: 'There is no developer unknown@tpp.example. Nothing was changed.\n',
    });
    expect(await portico(['developer', 'sign-out', email.toUpperCase()])).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(/^dev_\w+ is signed out: 1 session has ended\.\n$/),
    });
    expect([(await browser.send('GET', '/api/tpp')).status, (await other.browser.send('GET', '/api/tpp')).status]).toEqual([401, 200]);
    expect(await portico(['developer', 'sign-out', email])).toMatchObject({ exitCode: 1, error: expect.stringContaining('is signed in nowhere.') });

    const customerId = textOf(holder, 'id');
    for (const [id, exitCode, text] of [
      [' ', 64, 'That is no id of a customer. Nothing was changed.'],
      ['cus_nobody', 1, 'cus_nobody is signed in nowhere.'],
      [customerId, 1, 'is signed in nowhere.'],
    ] as const) {
      expect(await portico(['customer', 'sign-out', id])).toMatchObject({ exitCode, out: '', error: expect.stringContaining(text) });
    }
    const publicUrl = server.origin;
    const tpp = createTpp({ transport: patient(overHttp(publicUrl)), publicUrl, clientId: '', clientSecret: '', site: publicUrl });
    const { scaRedirect } = await tpp.createPayment(textOf(holder, 'access_token'), orderOf('3.00'));
    await enterSigning(openBrowser(patient(overHttp(publicUrl)), publicUrl), scaRedirect, {
      country: textOf(holder, 'country'),
      nationalIdentityNumber: textOf(holder, 'customer', 'nationalIdentityNumber'),
      method: textOf(holder, 'authMethods', '0'),
    });
    expect(await portico(['customer', 'sign-out', customerId])).toMatchObject({
      exitCode: 0,
      out: `${customerId} is signed out: 1 session has ended.\n`,
    });
    expect(await events()).toEqual(expect.arrayContaining(['operator.developer-sign-out', 'operator.customer-sign-out', 'bank-session.ended']));
  });

  it('erases a developer only after typing the address again', async () => {
    const { browser, email, clientId, holder } = await register();
    const second = textOf(jsonOf(await browser.send('POST', '/api/tpp/applications', { body: { clientName: 'Second' } })), 'clientId');
    const erase = (typed: string) => portico(['developer', 'erase', email], { typed });
    for (const typed of ['', 'yes\n', `x${email}\n`]) {
      const { exitCode, out, error } = await erase(typed);
      expect([exitCode, out]).toEqual([64, '']);
      expect(error).toContain('It cannot be undone.');
      expect(error).toContain(
        `the application ${clientId} “My application”, the application ${second} “Second” with their test customers, tokens and payments`,
      );
      expect(error).toContain('Nothing was changed.');
    }
    expect((await accountList(textOf(holder, 'access_token')))[0]).toBe(200);
    expect(await events()).not.toContain('operator.developer-erase');

    expect(await erase(`${email}\n`)).toMatchObject({ exitCode: 0, out: expect.stringMatching(/^\w+ is erased\.\n$/) });
    expect(await accountList(textOf(holder, 'access_token'))).toEqual([401, 'TOKEN_UNKNOWN']);
    expect((await browser.send('GET', '/api/tpp')).status).toBe(401);
    expect((await portico(['app', 'find', email])).exitCode).toBe(1);
    const log = await portico(['audit', 'export']);
    expect(log.out).toContain('operator.developer-erase');
    expect(log.out).not.toContain(email);
    expect(await portico(['developer', 'erase', email])).toMatchObject({
      exitCode: 1,
      out: '',
      error: expect.stringContaining('There is no developer'),
    });
  });

  it('begins maintenance, which continues after a restart of the server, and ends it', async () => {
    const prefills = async () => (await overHttp(server.origin)({ method: 'GET', path: '/api/prefills', headers: {} })).status;
    expect(await portico(['maintenance', 'on', '--until', '2020-01-01 10:00'])).toMatchObject({
      exitCode: 64,
      error: expect.stringContaining('is past'),
    });
    expect(await portico(['maintenance', 'on', '--message', 'New disks.'])).toMatchObject({ exitCode: 0, out: expect.stringMatching(/ runs\./) });
    // Beside PostgreSQL the command is a process of its own; the server looks once a second.
    await expect.poll(prefills).toBe(503);
    await server.stop();
    await start();
    expect(await prefills()).toBe(503);
    expect(jsonLines((await portico(['maintenance', 'show'])).out)).toMatchObject([{ state: 'running', texts: { en: 'New disks.' } }]);
    expect((await portico(['maintenance', 'off'])).exitCode).toBe(0);
    await expect.poll(prefills).not.toBe(503);
    expect(await events()).toEqual(expect.arrayContaining(['maintenance.begun', 'maintenance.ended']));
  });

  it('erases without a confirmation with --yes, and the audit log verifies', async () => {
    const { email } = await register();
    expect(await portico(['developer', 'erase', email.toUpperCase(), '--yes'])).toMatchObject({ exitCode: 0, error: '' });
    const { exitCode, out } = await portico(['audit', 'verify']);
    expect([exitCode, jsonLines(out).at(-1)]).toMatchObject([0, { findings: 0 }]);
  });

  it.each([
    ['suspend', 'There is no application tpp_none. Nothing was changed.'],
    ['lift', 'There is no application tpp_none. Nothing was changed.'],
  ])('cannot %s an unknown application', async (verb, text) => {
    expect(await portico(['app', verb, 'tpp_none'])).toMatchObject({ exitCode: 1, out: '', error: expect.stringContaining(text) });
  });
});

describe('an operator whose disk is full', () => {
  // Only Linux has a file that is always full.
  it.runIf(existsSync('/dev/full'))('reads so, and a command that prints keys does not end with 0', async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [CLI_ENTRY, 'keys'], { env, stdio: ['ignore', full, 'pipe'] });
    const error: string[] = [];
    child.stderr?.on('data', (chunk: Buffer) => void error.push(chunk.toString()));
    const exitCode = await new Promise((resolve) => child.once('close', resolve));
    closeSync(full);
    expect([exitCode, error.join('')]).toEqual([
      73,
      'The output cannot be written (ENOSPC): the disk is full. Free some space, or give another path. What was written is incomplete.\n',
    ]);
  });
});

describe('an operator who mistypes', () => {
  it('gets the usage with exit code 64, and with 0 for --help', async () => {
    expect(await portico(['app', 'suspend'])).toMatchObject({ exitCode: 64, out: '', error: expect.stringContaining('<clientId>') });
    expect(await portico(['app', 'suspend', '--help'])).toMatchObject({ exitCode: 0, out: expect.stringContaining('<clientId>'), error: '' });
  });
});

// On PostgreSQL the commands open the database themselves: there is no socket, and nothing to be in each other's way.
describe.runIf(!isPostgres)('the socket in the data folder', () => {
  const socket = () => join(env.PORTICO_DATA_DIR ?? '', 'operators.sock');

  it('has mode 600', () => {
    expect((statSync(socket()).mode & 0o777).toString(8)).toBe('600');
  });

  it('of a killed server is ignored: commands open the database, and the next server replaces it', async () => {
    const { clientId } = await register();
    await server.kill();
    expect(existsSync(socket())).toBe(true);
    expect(await portico(['app', 'suspend', clientId])).toEqual({ exitCode: 0, out: `${clientId} is suspended.\n`, error: '' });
    await start();
    expect(jsonLines((await portico(['app', 'find', clientId])).out)).toMatchObject([{ isSuspended: true }]);
  });

  it('is removed when its server stops', async () => {
    await server.stop();
    expect(existsSync(socket())).toBe(false);
    expect((await portico(['app', 'find', ''])).exitCode).toBe(0);
    await start();
  });

  it('is not created under a very long path: the server runs, and commands end with 75', async () => {
    const dataDir = join(folder, 'x'.repeat(60), 'y'.repeat(60));
    await mkdir(dataDir, { recursive: true });
    const other = await startPortico({ port: await freePort(), dataDir, isBrief: true });
    // The server listens before it says so.
    await expect.poll(() => other.output()).toContain('too long for a socket');
    const refused = await portico(['app', 'find', ''], { settings: { PORTICO_DATA_DIR: dataDir } });
    await other.stop();
    expect(refused).toMatchObject({ exitCode: 75, out: '' });
    expect(refused.error).toContain('too long for a socket');
  });

  it('is not created in a folder without an installation', async () => {
    const dataDir = join(folder, 'nothing-here');
    const refused = await portico(['app', 'find', ''], { settings: { PORTICO_DATA_DIR: dataDir } });
    expect(refused).toMatchObject({ exitCode: 78, out: '', error: expect.stringContaining(`There is no installation in ${dataDir}.`) });
    expect(existsSync(dataDir)).toBe(false);
  });
});
