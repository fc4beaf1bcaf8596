/** The words after `portico-tpp`. What the commands do is in apps/server/test/processes/client-package.test.ts. */
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMMANDS, readCommandLine } from './command-line.ts';
import { runCommand } from './run-command.ts';
import { deleteSession, findSession, saveSession } from './session-file.ts';
import { STEPS } from './steps.ts';
import type { Terminal } from './terminal.ts';

const read = (line: string) => readCommandLine(line.split(' ').filter((word) => word !== ''));
const PAY = 'payment create --amount 1 --to EE869800100045081764';

describe('the words of a command', () => {
  it.each(['--payee Lumen', '--payee=Lumen'])('are understood with %s', (option) => {
    const options = { amount: '1', to: 'EE869800100045081764', payee: 'Lumen', wait: '', json: '' };
    expect(read(`${PAY} ${option} --wait --json`)).toEqual({ isJson: true, command: { name: 'payment create', argument: '', others: [], options } });
  });

  it('may have an argument, and after -- no word is an option', () => {
    expect(read('consent show cns_1')).toMatchObject({ command: { name: 'consent show', argument: 'cns_1' } });
    expect(read('consent show -- --wait')).toMatchObject({ command: { argument: '--wait', options: {} } });
  });

  it.each([
    ['', 'portico-tpp <command>'],
    ['pay', 'There is no command "pay".'],
    ['constructor', 'There is no command "constructor".'],
    ['tokens', 'Did you mean token?'],
    ['consent crate', 'Did you mean consent create?'],
    ['payment', 'There is no command "payment".'],
    ['customers --jsn', 'customers has no option --jsn. Did you mean --json?'],
    ['token --costumer a', 'Did you mean --customer?'],
    ['customers --constructor', 'customers has no option --constructor.'],
    ['logout --yes', 'logout has no option --yes.'],
    [`${PAY} --payee`, '--payee needs a value.'],
    [`${PAY} --payee=`, '--payee needs a value.'],
    [`${PAY} --payee -x`, 'write --payee=-x'],
    [`${PAY} --payee a --payee b`, '--payee is given twice.'],
    [`${PAY} --payee a --wait=soon`, '--wait takes no value.'],
    [PAY, 'payment create needs --payee.'],
    ['login --bank https://b.example', 'login needs --email.'],
    ['customers all', 'customers takes no argument.'],
    ['consent show', 'consent show takes one argument, <consentId>.'],
    ['consent show a b', 'consent show takes one argument, <consentId>.'],
    ['sandbox import', 'sandbox import takes arguments, <file>.'],
    ['application use', 'application use takes one argument, <client id>.'],
    ['application', 'Did you mean applications?'],
    ['applications --application tpp_1', 'applications has no option --application.'],
    ['logout --application tpp_1', 'logout has no option --application.'],
    ['customers --application', '--application needs a value.'],
    ['customers --application tpp_1 --application tpp_2', '--application is given twice.'],
    ['sandbox export --csv', '--csv needs a value.'],
  ])('are refused: “%s”', (line, text) => {
    expect(read(line)).toMatchObject({ mistake: expect.stringContaining(text) });
  });

  it('of an option that does not exist are not repeated, because they may be a secret', () => {
    expect(JSON.stringify(read('login --password=Lighthouse-Keeper-42'))).not.toContain('Lighthouse');
  });

  it('have help for each command, which names every option', () => {
    expect(Object.keys(STEPS)).toEqual(COMMANDS);
    for (const name of COMMANDS) {
      const { explanation } = Object(read(`${name} --help`));
      for (const part of [`portico-tpp ${name}`, '--json', '--help']) expect(explanation).toContain(part);
    }
    expect(Object(read('-h')).explanation).toContain('Ends with 0');
  });
});

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'portico-tpp-'));
});
afterEach(() => rm(home, { recursive: true }));

/** @param answers what the person types, in turn; without them no person is there */
async function run(line: string, { env = {}, answers }: { env?: Record<string, string>; answers?: string[] } = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal: Terminal = {
    env: { XDG_CONFIG_HOME: home, ...env },
    isInteractive: answers !== undefined,
    print: (text) => void out.push(text),
    say: (text) => void err.push(text),
    ask: async () => answers?.shift() ?? '',
  };
  const exitCode = await runCommand(line.split(' '), terminal);
  return { exitCode, out: out.join('\n'), err: err.join('\n') };
}

const SESSION = { bank: 'http://127.0.0.1:9', email: 'mari@lumenbooks.example', cookies: { 'portico-dev': 'canary-cookie' } };
const save = (session: object) => saveSession({ XDG_CONFIG_HOME: home }, Object.assign({}, SESSION, session));

/** A bank that gives every call this answer. */
async function atBank(status: number, headers: Record<string, string>, body: string, use: (bank: string) => Promise<void>): Promise<void> {
  const server = createServer((_request, response) => void response.writeHead(status, headers).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

describe('a command', () => {
  it.each(COMMANDS.filter((name) => !['login', 'logout'].includes(name)))('%s without a login says how to log in, and ends with 2', async (name) => {
    const needed: Readonly<Record<string, string>> = {
      'payment create': ' --amount 1 --to a --payee b',
      transactions: ' --consent c',
      'clock advance': ' --days 1',
      'consent show': ' id',
      'payment show': ' id',
      'sandbox import': ' file',
      'sandbox seed': ' seed',
      'application use': ' tpp_1',
    };
    expect(await run(`${name}${needed[name] ?? ''} --json`)).toMatchObject({ exitCode: 2, err: expect.stringContaining('portico-tpp login') });
  });

  it('that is not understood ends with 2, and with --json prints one document', async () => {
    const { exitCode, out, err } = await run('customers --jsn --json');
    expect(exitCode).toBe(2);
    expect(JSON.parse(out)).toEqual({ error: { code: 'WRONG_USE', text: expect.stringContaining('Did you mean --json?') } });
    expect(err).toContain('--json');
  });

  it('without a connection ends with 3 and says which address did not answer', async () => {
    await save({});
    const { exitCode, out, err } = await run('customers --json');
    expect(exitCode).toBe(3);
    expect(JSON.parse(out)).toMatchObject({ error: { code: 'NO_CONNECTION' } });
    expect(err).toContain('http://127.0.0.1:9 did not answer');
    expect(`${out}${err}`).not.toContain('canary-cookie');
  });

  it('shows what a bank refused without its control characters, and ends with 1', async () => {
    const body = JSON.stringify({ errors: [{ code: 'NOT_SIGNED_IN', text: 'Sign in.\u001b[2J' }] });
    await atBank(401, { 'content-type': 'application/json', 'x-request-id': 'r-1' }, body, async (bank) => {
      await save({ bank });
      const { exitCode, err } = await run('customers');
      expect(exitCode).toBe(1);
      for (const part of ['The bank refused (401).', 'NOT_SIGNED_IN, Sign in.', 'Log in again', 'X-Request-ID: r-1']) expect(err).toContain(part);
      expect(err).not.toContain('\u001b');
    });
  });

  it.each([
    ['a page', '<!doctype html><title>Sign in to the network</title>', 'text/html'],
    ['an empty body', '', 'application/json'],
    ['a body that was cut off', '[{"id":', 'application/json'],
  ])('after %s in the bank’s place ends with 3 and says what to check', async (_what, body, type) => {
    await atBank(200, { 'content-type': type }, body, async (bank) => {
      await save({ bank });
      for (const line of ['customers --json', 'clock show --json']) {
        const { exitCode, out, err } = await run(line);
        expect(exitCode).toBe(3);
        expect(JSON.parse(out)).toEqual({ error: { code: 'NO_CONNECTION', text: expect.stringContaining(`200 with ${type} instead of JSON`) } });
        expect(err).toContain('check the bank’s address and your proxies. Then run the command again.');
      }
      expect(await run(`login --bank ${bank} --email a@lumenbooks.example`, { answers: ['Lighthouse'] })).toMatchObject({ exitCode: 3 });
    });
  });

  it.each([
    ['null', 'null'],
    ['a list of other things', '[null,1,[]]'],
    ['an object', '{"accounts":{},"_links":null}'],
    ['a text', '"x"'],
  ])('after %s instead of the answer ends with 3', async (_what, body) => {
    await atBank(200, { 'content-type': 'application/json' }, body, async (bank) => {
      await save({ bank });
      for (const line of ['customers', 'applications', 'accounts', 'consent show x', 'payment show x', 'clock show', 'sandbox seed x --yes']) {
        const { exitCode, out } = await run(`${line} --json`);
        expect([line, exitCode, JSON.parse(out).error?.code]).toEqual([line, 3, 'NO_CONNECTION']);
      }
    });
  });

  it('after a connection that ended within the answer ends with 3', async () => {
    const server = createServer((_request, response) => response.writeHead(200, { 'content-length': '9' }).write('{', () => response.destroy()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await save({ bank: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    expect(await run('customers')).toMatchObject({ exitCode: 3, err: expect.stringContaining('cannot be processed') });
    await new Promise((resolve) => server.close(resolve));
  });

  it('shows texts of the bank without characters that steer a terminal or turn the reading, as JSON escaped', async () => {
    const clientName = 'a\u202eb\u009bc\u2028d';
    await atBank(200, { 'content-type': 'application/json' }, JSON.stringify([{ clientId: 'tpp_1', clientName }]), async (bank) => {
      await save({ bank });
      expect((await run('applications')).out).toBe('* tpp_1  a b c d');
      const { out } = await run('applications --json');
      expect(out).toContain('a\\u202eb\\u009bc\\u2028d');
      expect(JSON.parse(out)).toMatchObject([{ clientName }]);
    });
  });

  it.each([
    { bank: 'x' },
    { bank: 'file:///etc' },
    { bank: 'http://127.0.0.1:9/x' },
    { cookies: { a: 'b\r\nc: d' } },
    { cookies: { 'a\n': 'b' } },
    { cookies: { a: 1 } },
  ])('takes a session file with %j for none', async (change) => {
    await save(change);
    expect(await run('customers')).toMatchObject({ exitCode: 2, err: expect.stringContaining('You are not logged in') });
  });

  it.each([
    'clock advance',
    'clock advance --days 1 --months 1',
    'clock advance --days 0',
    'clock advance --days 1.5',
    'clock advance --days tomorrow',
  ])('does not move the clock by “%s”', async (line) => {
    await save({});
    expect(await run(line)).toMatchObject({ exitCode: 2 });
  });

  it.each([
    [undefined, 'add --yes'],
    [['no'], 'Nothing was done'],
    [[], 'Nothing was done'],
  ])('that deletes needs the word of a person, who says %j', async (answers, text) => {
    await save({});
    expect(await run('clock restore', answers === undefined ? {} : { answers })).toMatchObject({ exitCode: 2, err: expect.stringContaining(text) });
  });
});

describe('the application of a command', () => {
  /** What the commands sent as `Tpp-Client-Id`, in turn; the bank's list has the applications tpp_1 and tpp_2. */
  async function atPortal(use: (asked: readonly (string | undefined)[], bank: string) => Promise<void>): Promise<void> {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.headers['tpp-client-id']?.toString());
      const applications = ['tpp_1', 'tpp_2'].map((clientId) => ({ clientId, clientName: `Name of ${clientId}`, isSuspended: clientId === 'tpp_2' }));
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(request.url === '/api/tpp/applications' ? applications : []));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const bank = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await save({ bank });
      await use(asked, bank);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  }
  const ENV = { PORTICO_TPP_APPLICATION: 'tpp_env' };

  it('is that of the option, else of the environment, else the chosen one, else the oldest', async () => {
    await atPortal(async (asked) => {
      await run('customers');
      expect(await run('application use tpp_2')).toMatchObject({ exitCode: 0, out: 'Commands are about Name of tpp_2 (tpp_2) now.' });
      await run('customers');
      await run('customers', { env: ENV });
      await run('customers --application tpp_1', { env: ENV });
      await run('customers', { env: { PORTICO_TPP_APPLICATION: '' } });
      expect(asked).toEqual([undefined, undefined, 'tpp_2', 'tpp_env', 'tpp_1', 'tpp_2']);
    });
  });

  it('has a mark in the list', async () => {
    await atPortal(async () => {
      expect((await run('applications')).out.split('\n')).toEqual(['* tpp_1  Name of tpp_1', '  tpp_2  Name of tpp_2  suspended']);
      await run('application use tpp_2');
      expect((await run('applications')).out.split('\n')).toEqual(['  tpp_1  Name of tpp_1', '* tpp_2  Name of tpp_2  suspended']);
      expect(JSON.parse((await run('applications --json', { env: ENV })).out)).toMatchObject([{ isChosen: false }, { isChosen: false }]);
    });
  });

  it('is not chosen when it is not the developer’s, and the choice before stays', async () => {
    await atPortal(async (asked) => {
      await run('application use tpp_2');
      expect(await run('application use tpp_3')).toMatchObject({ exitCode: 2, err: expect.stringContaining('You have no application “tpp_3”') });
      await run('customers');
      expect(asked.at(-1)).toBe('tpp_2');
    });
  });

  it('is chosen with a warning while the environment names another one', async () => {
    await atPortal(async () => {
      expect((await run('application use tpp_2', { env: ENV })).err).toContain('PORTICO_TPP_APPLICATION is set');
      expect((await run('application use tpp_2', { env: { PORTICO_TPP_APPLICATION: 'tpp_2' } })).err).toBe('');
    });
  });

  it('is forgotten by a login with another account, and kept by one with the same', async () => {
    const text = await readFile(await save({ application: 'tpp_2' }), 'utf8');
    expect(JSON.parse(text).application).toBe('tpp_2');
    await atPortal(async (asked, bank) => {
      const logIn = (email: string) => run(`login --bank ${bank} --email ${email}`, { env: { PORTICO_TPP_PASSWORD: 'x' } });
      await save({ bank, application: 'tpp_2' });
      expect(await logIn(SESSION.email)).toMatchObject({ exitCode: 0 });
      await run('customers');
      expect(asked.at(-1)).toBe('tpp_2');
      expect(await logIn('jaan@lumenbooks.example')).toMatchObject({ exitCode: 0 });
      await run('customers');
      expect(asked.at(-1)).toBeUndefined();
    });
  });

  it.each(['tpp 1', 'tpp\n1', 'tüpp', 'a'.repeat(65), '../tpp'])('is refused before a call when it is no client id: %j', async (clientId) => {
    await atPortal(async (asked) => {
      expect(await run('customers', { env: { PORTICO_TPP_APPLICATION: clientId } })).toMatchObject({
        exitCode: 2,
        err: expect.stringContaining('is no client id'),
      });
      expect(asked).toEqual([]);
    });
  });

  it('is named by the question before its sandbox is replaced', async () => {
    await save({});
    const { err } = await run('sandbox seed ci-1 --application tpp_2');
    expect(err).toContain('This replaces the sandbox of tpp_2 with that of the seed ci-1');
  });
});

describe('files of a sandbox', () => {
  const write = async (files: Readonly<Record<string, string | Uint8Array>>) => {
    for (const [name, content] of Object.entries(files)) await writeFile(join(home, name), content);
  };
  const inHome = (...names: string[]) => names.map((name) => join(home, name)).join(' ');

  it.each([
    ['one CSV file', ['a.csv'], 'CSV files are imported together'],
    ['four CSV files', ['a.csv', 'b.csv', 'c.csv', 'd.csv'], 'CSV files are imported together'],
    ['a CSV file and a document', ['a.csv', 'sandbox.json'], 'one JSON file, or CSV files alone'],
    ['two documents', ['sandbox.json', 'sandbox.json'], 'one JSON file, or CSV files alone'],
    ['a file in another encoding', ['a.csv', 'latin.CSV'], 'latin.CSV is not in UTF-8'],
    ['a file that is not there', ['a.csv', 'missing.csv'], 'missing.csv cannot be read (ENOENT)'],
    ['a file that is no JSON', ['text.json'], 'has no JSON object'],
  ])('are not sent: %s', async (_what, names, text) => {
    await save({});
    await write({ 'sandbox.json': '{}', 'text.json': 'x', 'latin.CSV': Buffer.from('Ö', 'latin1') });
    await write({ 'a.csv': '', 'b.csv': '', 'c.csv': '', 'd.csv': '' });
    expect(await run(`sandbox import ${inHome(...names)}`)).toMatchObject({ exitCode: 2, err: expect.stringContaining(text) });
  });

  it('are not replaced without the word of a person', async () => {
    await save({});
    await write({ 'accounts.csv': 'mine' });
    expect(await run(`sandbox export --csv ${home}`)).toMatchObject({ exitCode: 2, err: expect.stringContaining('This replaces') });
    expect(await readFile(join(home, 'accounts.csv'), 'utf8')).toBe('mine');
  });

  it('are not written where a proxy answers in the bank’s place', async () => {
    await atBank(200, { 'content-type': 'text/html' }, '<!doctype html>', async (bank) => {
      await save({ bank });
      const ended = await run(`sandbox export --csv ${join(home, 'saved')}`);
      expect(ended).toMatchObject({ exitCode: 3, err: expect.stringContaining('200 with text/html instead of CSV') });
      await expect(readdir(join(home, 'saved'))).rejects.toMatchObject({ code: 'ENOENT' });
    });
  });

  it('are not written into a folder that cannot be made', async () => {
    await atBank(200, { 'content-type': 'text/csv; charset=utf-8' }, 'User name\r\n', async (bank) => {
      await save({ bank });
      await write({ file: '' });
      expect(await run(`sandbox export --csv ${join(home, 'file', 'saved')}`)).toMatchObject({
        exitCode: 2,
        err: expect.stringContaining('cannot be written (ENOTDIR)'),
      });
    });
  });
});

describe('login', () => {
  it.each([
    ['http://bank.example', 'use https'],
    ['bank.example', 'Name the bank by its origin'],
    ['https://bank.example/api', 'Name the bank by its origin'],
    ['https://user:pw@bank.example', 'Name the bank by its origin'],
  ])('sends no password to %s', async (bank, text) => {
    const result = await run(`login --bank ${bank} --email a@lumenbooks.example`, { env: { PORTICO_TPP_PASSWORD: 'x' } });
    expect(result).toMatchObject({ exitCode: 2, err: expect.stringContaining(text) });
  });

  it('is refused without a password', async () => {
    expect(await run('login --bank http://127.0.0.1:9 --email a@lumenbooks.example', { answers: [''] })).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('No password was given'),
    });
  });
});

describe('login to an account with a second factor', () => {
  /** Answers as the portal: 403 with the cookie of the half sign-in, then the session for the code 123456. */
  async function atPortal(test: (bank: string, asked: readonly string[]) => Promise<void>): Promise<void> {
    const asked: string[] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += String(part);
      asked.push([request.url, request.headers.cookie ?? '', body].join(' '));
      const refuse = (status: number, code: string, headers = {}) =>
        response
          .writeHead(status, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify({ errors: [{ code, text: 'What to do.' }] }));
      if (request.url === '/identity/sign-in') refuse(403, 'SECOND_FACTOR_NEEDED', { 'set-cookie': 'portico-dev-half=half; Path=/; HttpOnly' });
      else if (request.url !== '/identity/sign-in/code') response.writeHead(204).end();
      else if (request.headers.cookie?.includes('portico-dev-half=half') !== true || body !== '{"code":"123456"}') refuse(401, 'SECOND_FACTOR_WRONG');
      else {
        const cookies = ['portico-dev=canary; Path=/; HttpOnly', 'portico-dev-half=; Max-Age=0; Path=/'];
        response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': cookies }).end('{"userId":"dev_1","userName":"a"}');
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      await test(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }
  const line = (bank: string) => `login --bank ${bank} --email a@lumenbooks.example`;

  it('asks for the code, sends it with the cookie of this login, and keeps the session alone', async () => {
    await atPortal(async (bank, asked) => {
      expect(await run(line(bank), { answers: ['Lighthouse', '123456'] })).toMatchObject({ exitCode: 0 });
      expect(asked.map((each) => each.split(' ', 1)[0])).toEqual(['/identity/sign-in', '/identity/sign-in/code', '/api/tpp']);
      expect((await findSession({ XDG_CONFIG_HOME: home }))?.cookies).toEqual({ 'portico-dev': 'canary' });
      expect(await run(line(bank), { env: { PORTICO_TPP_PASSWORD: 'x', PORTICO_TPP_CODE: '123456' } })).toMatchObject({ exitCode: 0 });
    });
  });

  it('is refused without a code, and with a wrong one; no session is kept', async () => {
    await atPortal(async (bank) => {
      expect(await run(line(bank), { answers: ['Lighthouse', ''] })).toMatchObject({
        exitCode: 2,
        err: expect.stringContaining('No code was given'),
      });
      expect(await run(line(bank), { answers: ['Lighthouse', '000000'] })).toMatchObject({
        exitCode: 1,
        err: expect.stringContaining('What to do.'),
      });
      expect(await findSession({ XDG_CONFIG_HOME: home })).toBeUndefined();
    });
  });
});

describe('the file of the session', () => {
  it('that cannot be read is named', async () => {
    const file = await save({});
    await rm(file);
    await mkdir(file);
    expect(await run('customers')).toMatchObject({ exitCode: 2, err: expect.stringContaining(`${file} cannot be read: EISDIR`) });
  });

  it.each(['x'.repeat(300), 'file/folder'])('that cannot be written or deleted is named: %s', async (folder) => {
    await writeFile(join(home, 'file'), '');
    const env = { XDG_CONFIG_HOME: join(home, folder) };
    await expect(saveSession(env, SESSION)).rejects.toThrow(/session\.json cannot be written: (ENAMETOOLONG|ENOTDIR)\. Set XDG_CONFIG_HOME/);
    await save({});
    const file = join(home, 'portico-tpp', 'session.json');
    await rm(file);
    await mkdir(file);
    await expect(save({})).rejects.toThrow(`${file} cannot be written: EISDIR.`);
    expect(await readdir(join(home, 'portico-tpp'))).toEqual(['session.json']);
    await expect(deleteSession({ XDG_CONFIG_HOME: home })).rejects.toThrow(`${file} cannot be deleted: `);
  });

  it('is for its owner only, also where a file with other rights was, and logout deletes it without a connection', async () => {
    const file = await save({});
    await writeFile(file, '{}');
    await save({});
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(home, 'portico-tpp'))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(home, 'portico-tpp'))).toEqual(['session.json']);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(SESSION);
    expect(await run('logout')).toMatchObject({ exitCode: 3 });
    expect(await findSession({ XDG_CONFIG_HOME: home })).toBeUndefined();
  });

  it.each(['', '{', 'null', '{}', '{"bank":1,"email":"a","cookies":{}}', '{"bank":"b","email":"a","cookies":"c"}'])(
    'that says %j is as none',
    async (text) => {
      const file = await save({});
      await writeFile(file, text);
      expect(await run('customers')).toMatchObject({ exitCode: 2, err: expect.stringContaining('portico-tpp login') });
    },
  );
});
