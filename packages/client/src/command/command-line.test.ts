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
    expect(read(`${PAY} ${option} --wait --json`)).toEqual({ isJson: true, command: { name: 'payment create', argument: '', options } });
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
