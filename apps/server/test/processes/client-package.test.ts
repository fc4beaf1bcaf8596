/** The archive of the typed client as a developer uses it, with its command line: installed beside its dependencies, run by plain Node, checked by TypeScript. */
import { execFile, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { becomeDeveloper, type DeveloperLogin, enterSigning, jsonOf, obtainToken, SITE, textOf } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureClientPacked, runtimePath } from '../../../../tools/runtime.mjs';
import { archiveName, type ClientProject, installClient } from '../house/install-client.ts';
import { openProcessHouse, PROCESS_CUSTOMER, type ProcessHouse } from '../house/process-house.ts';

const run = promisify(execFile);

let installed: ClientProject;
let project: string;
let client: string;
let house: ProcessHouse;
beforeAll(async () => {
  await ensureClientPacked(runtimePath());
  house = await openProcessHouse({ PORTICO_DECOUPLED_SCA: 'on' });
  await house.start();
  installed = await installClient(house.origin);
  ({ project, client } = installed);
});
afterAll(async () => {
  await house.close();
  await installed.close();
});

describe('the archive of the client', () => {
  it('is the one that the portal offers, byte for byte when it is packed again, with its checksum', async () => {
    const name = await archiveName();
    const folder = join(project, 'packed');
    await run(process.execPath, [join(import.meta.dirname, '../../../../packages/client/pack.mjs'), folder]);
    const packed = await readFile(join(folder, name));
    const read = async (address: string) => Buffer.from(await (await fetch(`${house.origin}/client/${address}`)).arrayBuffer());
    expect((await read(name)).equals(packed)).toBe(true);
    expect(String(await read(`${name}.sha256`))).toBe(`${hash('sha256', packed, 'hex')}  ${name}\n`);
  });

  it('runs its example: a consent, signed by the customer, then accounts and transactions', async () => {
    const { tpp, browser } = await house.visit();
    const token = await obtainToken(browser, tpp, PROCESS_CUSTOMER);
    const example = spawn(process.execPath, [join(client, 'examples/read-accounts.mjs')], {
      cwd: project,
      env: { PATH: process.env.PATH, BANK: house.origin, TOKEN: token, BACK: `${SITE}/back` },
    });
    const lines: string[] = [];
    let errors = '';
    example.stderr.on('data', (text) => {
      errors += text;
    });
    for await (const line of createInterface({ input: example.stdout })) {
      lines.push(line);
      if (line.includes('/bank/sca/')) await (await enterSigning(browser, line, PROCESS_CUSTOMER, 'consent')).submit({});
    }
    expect(errors).toBe('');
    expect(lines).toContainEqual(expect.stringMatching(/^Everyday account EE\d{18}$/));
    expect(lines.filter((line) => /^ {2}\d{4}-\d\d-\d\d -?\d+\.\d\d EUR /.test(line)).length).toBeGreaterThan(5);
  });

  it('says what was wrong, and ends with 1, for a token that the bank does not know', async () => {
    const failed: unknown = await run(process.execPath, [join(client, 'examples/read-accounts.mjs')], {
      cwd: project,
      env: { PATH: process.env.PATH, BANK: house.origin, TOKEN: 'unknown' },
    }).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(/^401 TOKEN_UNKNOWN, header:Authorization, /) });
  });

  it('has types that accept right calls and refuse wrong ones, by tsc --strict', async () => {
    const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
    const check = async (code: string): Promise<string> => {
      const file = join(project, 'calls.ts');
      await writeFile(
        file,
        `import { createClient, orThrow } from '@portico/client';\nconst client = createClient({ bank: 'https://b.example', token: 't' });\n${code}`,
      );
      const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', '--types', ''];
      return run(process.execPath, [compiler, ...options, file], { cwd: project }).then(
        () => '',
        (error: unknown) => String(Object(error).stdout),
      );
    };
    expect(await check(`const iban: string = (await orThrow(client.GET('/v1/account-list'))).accounts[0]!.iban;\nconsole.log(iban);`)).toBe('');
    expect(await check(`await client.GET('/v1/acount-list', {});`)).toContain('TS2345');
    expect(await check(`await client.GET('/v1/accounts');`)).toContain('TS2554');
    expect(await check(`console.log((await orThrow(client.GET('/v1/account-list'))).balance);`)).toContain('TS2339');
  });
});

describe('the command line of the archive', () => {
  const TABLES = ['customers', 'accounts', 'transactions'];
  const LUMEN = ['--to', 'EE869800100045081764', '--payee', 'Lumen Books OÜ'];
  let developer: DeveloperLogin;
  beforeAll(async () => {
    developer = await becomeDeveloper((await house.visit()).browser);
  });

  interface Ended {
    readonly exitCode: number | null;
    readonly out: string;
    readonly err: string;
  }

  /** @param onAddress what the customer does with an address that the command prints while it waits */
  async function portico(words: readonly string[], { input = '', onAddress }: { input?: string; onAddress?: (address: string) => void } = {}) {
    const command = spawn(join(project, 'node_modules/.bin/portico-tpp'), words, { env: { PATH: process.env.PATH, HOME: project } });
    const ended: Ended = await new Promise((resolve) => {
      const texts = { out: '', err: '' };
      command.stdout.on('data', (text) => (texts.out += text));
      command.stderr.on('data', (text) => (texts.err += text));
      if (onAddress !== undefined) createInterface({ input: command.stderr }).on('line', (line) => line.startsWith('http') && onAddress(line));
      command.once('close', (exitCode) => resolve({ exitCode, ...texts }));
      command.stdin.end(input);
    });
    return ended;
  }
  const json = async (...words: string[]) => {
    const ended = await portico([...words, '--json']);
    return { ...ended, document: JSON.parse(ended.out) };
  };
  const logIn = (password: string) => portico(['login', '--bank', house.origin, '--email', developer.email], { input: `${password}\n` });
  const customerNamed = async (surname: string) => {
    const { document } = await json('customers');
    return document.find(({ customer, type }: { customer: { surname: string }; type: string }) => customer.surname === surname && type === 'person');
  };

  it('is refused with a wrong password, which nothing repeats, and keeps no session', async () => {
    const { exitCode, out, err } = await logIn('Wrong-Lighthouse-1');
    expect(exitCode).toBe(1);
    expect(err).toContain('CREDENTIALS_WRONG');
    expect(`${out}${err}`).not.toContain('Wrong-Lighthouse-1');
    expect(await json('customers')).toMatchObject({ exitCode: 2, document: { error: { code: 'WRONG_USE' } } });
  });

  it('logs in with a password of the standard input and keeps the session in a file for its owner', async () => {
    const { exitCode, out, err } = await logIn(developer.password);
    expect([exitCode, err]).toEqual([0, '']);
    expect(out).toContain(`Logged in at ${house.origin}`);
    const file = join(project, '.config/portico-tpp/session.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).not.toContain(developer.password);
  });

  it('gives a token that works: printed, and with the accounts that it shows', async () => {
    const { userName } = await customerNamed('Näidis');
    const { out } = await portico(['token', '--customer', userName]);
    const response = await fetch(`${house.origin}/api/v1/account-list`, {
      headers: { authorization: `Bearer ${out.trim()}`, 'x-request-id': crypto.randomUUID() },
    });
    const { document } = await json('accounts');
    expect(document).toEqual(await response.json());
    expect((await json('token')).document).toMatchObject({ accessToken: out.trim(), customer: { userName } });
  });

  it('waits for the customer at the signing page, then reads balances and transactions', async () => {
    const { customer, country } = await customerNamed('Näidis');
    const { browser } = await house.visit();
    const signing: Promise<unknown>[] = [];
    const sign = async (address: string) =>
      (await enterSigning(browser, address, { country, ...customer, method: 'SMART_ID' }, 'consent')).submit({});
    const created = await portico(['consent', 'create', '--wait', '--json'], { onAddress: (address) => void signing.push(sign(address)) });
    await Promise.all(signing);
    const { consentId, ...rest } = JSON.parse(created.out);
    expect([created.exitCode, rest]).toEqual([0, { consentStatus: 'valid', scaRedirect: expect.stringContaining(`${house.origin}/bank/sca/`) }]);
    const accounts = await json('accounts', '--consent', consentId);
    const [{ iban, balances }] = accounts.document.accounts;
    expect(balances.length).toBeGreaterThan(0);
    const { document } = await json('transactions', '--consent', consentId, '--account', iban, '--days=60');
    expect(document).toEqual([{ iban, booked: expect.any(Array), pending: expect.any(Array) }]);
    expect(document[0].booked.length).toBeGreaterThan(5);
    expect((await portico(['transactions', '--consent', consentId])).out).toMatch(/^ {2}\d{4}-\d\d-\d\d +-?\d+\.\d\d EUR {2}\S/m);
    expect(await json('transactions', '--consent', consentId, '--account', 'EE1')).toMatchObject({ exitCode: 2 });
    expect(await json('transactions', '--consent', consentId, '--days', '400')).toMatchObject({ exitCode: 1, document: { error: { status: 400 } } });
  });

  it('asks the device of a customer without a page: who approves signs, and who refuses ends the command with 1', async () => {
    const approved = await json('consent', 'create', '--device', '--wait');
    expect([approved.exitCode, approved.document]).toEqual([0, expect.objectContaining({ consentStatus: 'valid', psuMessage: expect.any(String) })]);
    expect(approved.document.scaRedirect).toBeUndefined();
    const { document } = await json('accounts');
    const from = document.accounts[0].iban;
    const paid = await json('payment', 'create', '--amount=1.50', ...LUMEN, '--instant', '--from', from, '--device', '--wait');
    expect([paid.exitCode, paid.document.transactionStatus]).toEqual([0, expect.stringMatching(/^AC(TC|SC|CC|SP)$/)]);
    const shown = await json('payment', 'show', paid.document.paymentId, '--instant', '--wait');
    expect(shown).toMatchObject({ exitCode: 0, document: { paymentId: paid.document.paymentId } });
    const { userName } = await customerNamed('Keelduja');
    const refused = await json('consent', 'create', '--device', '--wait', '--customer', userName);
    expect(refused).toMatchObject({ exitCode: 1, document: { consentStatus: 'rejected' } });
    expect(await json('consent', 'show', refused.document.consentId)).toMatchObject({ exitCode: 1, document: { consentStatus: 'rejected' } });
  });

  it('says that the customer has not decided in time, and ends with 4', async () => {
    const ended = await json('payment', 'create', '--amount', '2', ...LUMEN, '--wait', '--seconds', '1');
    expect(ended).toMatchObject({ exitCode: 4, document: { error: { code: 'NOT_DECIDED', text: expect.stringContaining('RCVD') } } });
  });

  it.each([
    [['payment', 'create', '--amount', 'much', ...LUMEN], 'FORMAT_ERROR'],
    [['payment', 'show', 'pay_unknown'], 'RESOURCE_UNKNOWN'],
    [['consent', 'show', 'cns_unknown'], 'CONSENT_UNKNOWN'],
    [['accounts', '--consent', 'cns_unknown'], 'CONSENT_UNKNOWN'],
    [['consent', 'create', '--back', 'https://elsewhere.example/back'], 'FORMAT_ERROR'],
  ])('shows code, text and what to do for %j', async (words, code) => {
    const { exitCode, err, document } = await json(...words);
    expect([exitCode, document.error.code]).toEqual([1, code]);
    for (const part of [code, document.error.messages[0].text, `${house.origin}/api-error-handling?section=${code}`, 'X-Request-ID'])
      expect(err).toContain(part);
  });

  it.each(['.', '..'])('refuses the id %s, which would name another address', async (id) => {
    expect(await json('consent', 'show', id)).toMatchObject({ exitCode: 2 });
  });

  it('does not know the customers of other sandboxes', async () => {
    expect(await json('token', '--customer', PROCESS_CUSTOMER.nationalIdentityNumber)).toMatchObject({ exitCode: 2 });
  });

  it('moves the clock, has a token afterwards, and returns to real time', async () => {
    const before = await json('clock', 'show');
    expect(before.document.isRealTime).toBe(true);
    const moved = await json('clock', 'advance', '--days', '2');
    expect(Date.parse(moved.document.now) - Date.parse(before.document.now)).toBeGreaterThanOrEqual(2 * 86_400_000);
    expect(await json('accounts')).toMatchObject({ exitCode: 0 });
    expect(await json('clock', 'advance', '--days', '400')).toMatchObject({ exitCode: 1, document: { error: { code: 'FORMAT_ERROR' } } });
    expect(await json('clock', 'restore')).toMatchObject({ exitCode: 2 });
    expect(await json('clock', 'restore', '--yes')).toMatchObject({ exitCode: 0, document: { isRealTime: true } });
  });

  it('resets a customer after --yes only', async () => {
    const { userName } = await customerNamed('Näidis');
    const created = await json('consent', 'create', '--customer', userName);
    const { consentId } = created.document;
    expect(created).toMatchObject({ exitCode: 0, document: { consentStatus: 'received' } });
    expect(await json('reset')).toMatchObject({ exitCode: 2 });
    const listed = (await json('customers')).document;
    const other = listed.find((one: { readonly hasToken: boolean }) => !one.hasToken);
    // A question that is not answered changes nothing, the current token included.
    expect(await json('reset', '--customer', other.userName)).toMatchObject({ exitCode: 2 });
    expect((await json('customers')).document).toEqual(listed);
    expect(await json('consent', 'show', consentId)).toMatchObject({ exitCode: 0 });
    expect(await json('reset', '--yes')).toMatchObject({ exitCode: 0, document: { customer: { userName } } });
    expect(await json('consent', 'show', consentId)).toMatchObject({ exitCode: 1 });
  });

  it('fills the sandbox from a seed, and brings back a state that was saved', async () => {
    expect(await json('sandbox', 'seed', 'ci-1')).toMatchObject({ exitCode: 2 });
    expect(await json('sandbox', 'seed', 'no spaces', '--yes')).toMatchObject({ exitCode: 1, document: { error: { code: 'FORMAT_ERROR' } } });
    expect(await json('sandbox', 'seed', 'ci-1', '--yes')).toMatchObject({ exitCode: 0 });
    const saved = await json('sandbox', 'export');
    expect(saved.document).toMatchObject({ format: 'portico-sandbox' });
    const file = join(project, 'sandbox.json');
    await writeFile(file, JSON.stringify(saved.document));
    expect(await json('sandbox', 'seed', 'ci-2', '--yes')).toMatchObject({ exitCode: 0 });
    const names = ({ document }: { readonly document: { readonly customers: readonly object[] } }) => JSON.stringify(document.customers);
    expect(names(await json('sandbox', 'export'))).not.toBe(names(saved));
    expect(await json('sandbox', 'import', file, '--replace')).toMatchObject({ exitCode: 2 });
    expect(await json('sandbox', 'import', file, '--replace', '--yes')).toMatchObject({ exitCode: 0 });
    expect(names(await json('sandbox', 'export'))).toBe(names(saved));
  });

  it('exports the sandbox as CSV files, and imports them as a spreadsheet saved them', async () => {
    const folder = join(project, 'tables');
    const exported = await json('sandbox', 'export', '--csv', folder);
    expect([exported.exitCode, exported.document]).toEqual([0, { files: TABLES.map((name) => join(folder, `${name}.csv`)) }]);
    const before = (await json('sandbox', 'export')).document;
    const files = TABLES.map((name) => join(folder, `${name}.csv`));
    await writeFile(join(folder, 'customers.csv'), `\uFEFF${await readFile(join(folder, 'customers.csv'), 'utf8')}`);
    expect(await json('sandbox', 'import', ...files, '--replace', '--yes')).toMatchObject({ exitCode: 0 });
    const after = (await json('sandbox', 'export')).document;
    expect(after.customers).toEqual(before.customers);
    await writeFile(join(folder, 'accounts.csv'), 'User name,IBAN,Booked balance\r\nunknown,EE1,much\r\n');
    const refused = await json('sandbox', 'import', ...files);
    expect([refused.exitCode, refused.document.error.messages[0].path]).toEqual([1, 'accounts, line 2, User name']);
  });

  it('acts for the application that is named or chosen, and for no application of another developer', async () => {
    const { browser } = await house.visit();
    await browser.send('POST', '/identity/sign-in', { body: developer });
    const made = await browser.send('POST', '/api/tpp/applications', { body: { clientName: 'Second shop' } });
    expect(made.status).toBe(201);
    const [oldest, second] = (await json('applications')).document;
    expect([oldest.isChosen, second.isChosen, second.clientName]).toEqual([true, false, 'Second shop']);
    const idsOf = async (...words: string[]) => (await json('customers', ...words)).document.map(({ id }: { readonly id: string }) => id);
    const ids = await idsOf();
    const idsOfSecond = await idsOf('--application', second.clientId);
    expect(idsOfSecond.some((id: string) => ids.includes(id))).toBe(false);
    expect(await json('application', 'use', second.clientId)).toMatchObject({ exitCode: 0 });
    expect(await idsOf()).toEqual(idsOfSecond);
    expect(await idsOf('--application', oldest.clientId)).toEqual(ids);
    expect(await json('token', '--customer', ids[0])).toMatchObject({ exitCode: 2 });
    const stranger = (await house.visit()).browser;
    await becomeDeveloper(stranger);
    const foreign = textOf(jsonOf(await stranger.send('GET', '/api/tpp')), 'clientId');
    for (const clientId of [foreign, 'tpp_00000000000000000000000000']) {
      const refused = await json('customers', '--application', clientId);
      expect([refused.exitCode, refused.document.error]).toMatchObject([1, { status: 404, code: 'NOT_FOUND' }]);
      expect(await json('application', 'use', clientId)).toMatchObject({ exitCode: 2 });
    }
    expect(await json('application', 'use', oldest.clientId)).toMatchObject({ exitCode: 0 });
  });

  it.each<readonly [string, string, number, string]>([
    ['is no JSON', '{', 2, 'WRONG_USE'],
    ['is no object', '7', 2, 'WRONG_USE'],
    ['is of another kind', '{"format":"other","version":1}', 1, 'FORMAT_ERROR'],
  ])('imports no file that %s', async (_what, text, exitCode, code) => {
    await writeFile(join(project, 'wrong.json'), text);
    expect(await json('sandbox', 'import', join(project, 'wrong.json'))).toMatchObject({ exitCode, document: { error: { code } } });
  });

  it('imports no file that is not there', async () => {
    expect(await json('sandbox', 'import', join(project, 'missing.json'))).toMatchObject({ exitCode: 2, document: { error: { code: 'WRONG_USE' } } });
  });

  it('ends the session at the bank with logout', async () => {
    const file = join(project, '.config/portico-tpp/session.json');
    const kept = await readFile(file);
    expect(await portico(['logout'])).toMatchObject({ exitCode: 0 });
    expect(await json('customers')).toMatchObject({ exitCode: 2 });
    await writeFile(file, kept);
    expect(await json('customers')).toMatchObject({ exitCode: 1, document: { error: { code: 'NOT_SIGNED_IN' } } });
  });
});
