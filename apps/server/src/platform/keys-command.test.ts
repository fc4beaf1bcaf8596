/** Keys that a program prints: real programs, and every way in which one fails. */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKeysText } from './keys.ts';
import { parseKeysCommand, readKeysByCommand } from './keys-command.ts';
import { loadConfig } from './load-config.ts';
import { rotateKeys, signingKid } from './rotate-keys.ts';
import { ConfigError } from './setting-reader.ts';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const text = makeKeysText(2048);
let folder: string;
let production: Record<string, string>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-keys-command-'));
  production = {
    PORTICO_MODE: 'production',
    PORTICO_BANK: 'sandbox',
    DATABASE_URL: 'postgres://portico:geheim@db.bank.example:5432/portico',
    PORTICO_PUBLIC_URL: 'https://openbanking.example/',
    PORTICO_SUPPORT_CONTACT: 'support@bank.example',
    PORTICO_MAIL_FROM: 'no-reply@bank.example',
    PORTICO_SMTP_URL: 'smtp://portico:geheim@mail.bank.example:587',
    PATH: process.env.PATH ?? '',
  };
  writeFileSync(join(folder, 'keys.json'), text, { mode: 0o600 });
});
afterAll(() => rmSync(folder, { recursive: true }));

function program(name: string, body: string, mode = 0o700): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, mode);
  return path;
}
const load = (command: string, more: Record<string, string> = {}) => loadConfig({ ...production, PORTICO_KEYS_COMMAND: command, ...more });
function refusal(command: string, more: Record<string, string> = {}): string {
  try {
    load(command, more);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n').slice(1).join('\n').trim();
    throw error;
  }
  throw new Error('the keys were accepted');
}

describe('keys of a program', () => {
  it('are those that it prints, with and without arguments', () => {
    const { keys } = load(`/bin/cat ${join(folder, 'keys.json')}`);
    expect(keys.jwks).toEqual(JSON.parse(text).jwks);
    expect(keys.secrets.toString('base64url')).toBe(JSON.parse(text).secrets);
  });

  it('are the keys of development, too', () => {
    const { keys } = loadConfig({ PORTICO_DATA_DIR: join(folder, 'data'), PORTICO_KEYS_COMMAND: `/bin/cat ${join(folder, 'keys.json')}` });
    expect(keys.cookies).toEqual(JSON.parse(text).cookies);
    expect(existsSync(join(folder, 'data-keys.json'))).toBe(false);
  });

  it('are verified by the servers of the phases before and after in a rotation', () => {
    const published = rotateKeys(text, new Date('2026-11-25T10:00:00Z'));
    if ('refused' in published) throw new Error(published.refused);
    writeFileSync(join(folder, 'published.json'), published.text);
    const [before, after] = ['keys.json', 'published.json'].map((file) => load(`/bin/cat ${join(folder, file)}`).keys);
    expect(after?.jwks.keys.map(({ kid }) => kid)).toEqual(expect.arrayContaining([...(before?.jwks.keys.map(({ kid }) => kid) ?? [])]));
    expect(after?.jwks.keys).toHaveLength(4);
    expect(after && signingKid(after)).toBe(before && signingKid(before));
  });

  it('come without the secrets of the server, and with the variables of the program', () => {
    const seen = join(folder, 'seen');
    load(program('spy', `env > ${seen}\ncat ${join(folder, 'keys.json')}`), { VAULT_ADDR: 'https://vault.bank.example' });
    const { stdout } = spawnSync('/bin/cat', [seen], { encoding: 'utf8' });
    expect(stdout).toContain('VAULT_ADDR=https://vault.bank.example');
    expect(stdout).not.toContain('geheim');
    expect(stdout).not.toMatch(/^(?:PORTICO|DATABASE)_/m);
  });
});

describe('a program that gives no keys', () => {
  it.each<[string, () => string, string]>([
    ['is missing', () => join(folder, 'none'), 'there is no such program'],
    ['is a folder', () => folder, 'a folder'],
    ['may not be executed', () => program('plain', 'exit 0', 0o600), 'this user may not execute it'],
    ['ends with 1', () => program('fails', 'exit 1'), 'it ended with exit code 1; its own message is on standard error'],
    ['is killed', () => program('killed', 'kill -9 $$'), 'it was killed by SIGKILL'],
    ['prints nothing', () => program('silent', ''), 'its output is not such a set'],
    ['prints too much', () => program('loud', 'exec cat /dev/zero'), 'it printed more than 65536 bytes'],
    ['prints no keys', () => program('wrong', 'echo "{}"'), 'its output is not such a set; `npm run portico -- keys` prints one'],
    ['prints half a set', () => program('half', `head -c 200 ${join(folder, 'keys.json')}`), 'its output is not such a set'],
    ['may be changed by others', () => program('open', 'exit 0', 0o722), 'a program that other users may not write'],
  ])('is refused: it %s', (_case, make, expected) => {
    const path = make();
    const said = refusal(path);
    expect(said).toMatch(/^PORTICO_KEYS_COMMAND: given "/);
    expect(said).toContain(path);
    expect(said).toContain(expected);
  });

  it('is killed when it does not end', () => {
    const path = program('hangs', 'exec sleep 600');
    expect(readKeysByCommand([path], {}, 50)).toMatchObject({
      given: path,
      accepted: expect.stringContaining('did not end within 0.05 s and was killed'),
    });
  });

  it('reports a file that is no program', () => {
    const path = join(folder, 'binary');
    writeFileSync(path, Buffer.from([0, 1, 2, 3]), { mode: 0o700 });
    expect(readKeysByCommand([path], {})).toMatchObject({ accepted: expect.stringMatching(/cannot start it: ENOEXEC|exit code/) });
  });

  it.runIf(isRoot)('is refused where another user owns it or a folder on the way', () => {
    const own = join(folder, 'of-another');
    mkdirSync(own);
    writeFileSync(join(own, 'program'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    chownSync(own, NOBODY, NOBODY);
    expect(refusal(join(own, 'program'))).toContain(`in ${own} (of user ${NOBODY})`);
    chownSync(own, 0, 0);
    chownSync(join(own, 'program'), NOBODY, NOBODY);
    expect(refusal(join(own, 'program'))).toContain(`(of user ${NOBODY})`);
  });

  it.each(['keys-program', './keys-program', '"/bin/cat" x', '/bin/cat \u0007', `/bin/cat ${'x '.repeat(65)}`])(
    'is no command: %j, and its arguments are not shown',
    (given) => {
      expect(parseKeysCommand(given.trim())).toBeUndefined();
      expect(refusal(given)).toMatch(/^PORTICO_KEYS_COMMAND: given "\(hidden\)"; accepted: the absolute path of a program/);
    },
  );

  it('shows no argument, which may be a PIN', () => {
    expect(refusal(`${program('pin', 'exit 3')} --pin 4711`)).not.toContain('4711');
  });

  it('is refused beside a file with keys', () => {
    const both = refusal('/bin/cat', { PORTICO_KEYS_FILE: join(folder, 'keys.json') });
    expect(both).toMatch(/^PORTICO_KEYS_FILE: given ".*"; accepted: nothing while PORTICO_KEYS_COMMAND is set: one of the two$/);
  });

  it('does not run while another setting is wrong', () => {
    const trace = join(folder, 'trace');
    expect(refusal(program('traced', `touch ${trace}`), { PORT: 'x' })).toMatch(/^PORT: given "x"/);
    expect(existsSync(trace)).toBe(false);
  });
});
