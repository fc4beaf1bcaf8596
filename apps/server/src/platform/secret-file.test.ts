/** Review of 25 November 2026, S14: production refuses a secret file that other users of the machine can read. */
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKeysText } from './keys.ts';
import { loadConfig } from './load-config.ts';
import { FILE_OF_GROUP, FOLDER_OF_GROUP, isExchangeable, isOfAnotherUser, isOpenToOthers } from './secret-file.ts';

const ANOTHER_USER = 65_534;

let folder: string;
let keys: string;
let files = 0;
const keysText = makeKeysText();
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-secret-'));
  keys = fileWith(keysText, 0o600);
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(text: string, mode: number, within = folder): string {
  const path = join(within, `secret-${files++}`);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

function folderWith(mode: number): string {
  const path = join(folder, `folder-${files++}`);
  mkdirSync(path);
  chmodSync(path, mode);
  return path;
}

const production = (changed: NodeJS.ProcessEnv) => ({
  PORTICO_MODE: 'production',
  PORTICO_BANK: 'sandbox',
  DATABASE_URL: 'postgres://portico:geheim@db.bank.example/portico',
  PORTICO_PUBLIC_URL: 'https://openbanking.example/',
  PORTICO_SUPPORT_CONTACT: 'support@bank.example',
  PORTICO_MAIL_FROM: 'no-reply@bank.example',
  PORTICO_SMTP_URL: 'smtp://portico:geheim@mail.bank.example:587',
  PORTICO_KEYS_FILE: keys,
  ...changed,
});

/** Every setting that is read from a file, with a valid text. */
const SECRETS: readonly (readonly [setting: string, text: () => string, besides: NodeJS.ProcessEnv])[] = [
  ['PORTICO_KEYS_FILE', () => keysText, {}],
  ['DATABASE_URL_FILE', () => 'postgres://u:p@h/d', { DATABASE_URL: '' }],
  ['DATABASE_DIRECT_URL_FILE', () => 'postgres://u:p@h/d', {}],
  ['DATABASE_READ_URL_FILE', () => 'postgres://u:p@h/d', {}],
  ['PORTICO_SMTP_URL_FILE', () => 'smtp://u:p@h:587', { PORTICO_SMTP_URL: '' }],
  [
    'PORTICO_BANK_SECRET_FILE',
    () => 'a-secret-of-at-least-32-characters',
    { PORTICO_BANK: 'adapter', PORTICO_BANK_URL: 'https://core.example', PORTICO_BANK_NAME: 'Bank' },
  ],
  ['PORTICO_GOOGLE_CLIENT_SECRET_FILE', () => 'geheim', { PORTICO_GOOGLE_CLIENT_ID: 'id' }],
  ['OTEL_EXPORTER_OTLP_HEADERS_FILE', () => 'api-key=abc', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }],
];

describe.each(SECRETS)('the file of %s in production', (setting, text, besides) => {
  const load = (path: string) => () => loadConfig(production({ ...besides, [setting]: path }));

  it.each([0o600, 0o400])('is accepted with mode %o', (mode) => {
    expect(load(fileWith(text(), mode))).not.toThrow();
  });

  it.each([0o644, 0o640, 0o604, 0o660, 0o606, 0o622, 0o610, 0o601, 0o777, 0o440, 0o444])(
    'is refused with mode %o, with the mode and the command',
    (mode) => {
      const path = fileWith(text(), mode);
      expect(load(path)).toThrow(
        `${setting}: given "${path} (mode ${mode.toString(8).padStart(4, '0')})"; accepted: a file that its owner alone may read`,
      );
      expect(load(path)).toThrow(`chmod 600 ${path}`);
    },
  );

  it('is refused behind a private link, too', () => {
    const link = join(folder, `link-${files++}`);
    symlinkSync(fileWith(text(), 0o644), link);
    expect(load(link)).toThrow('(mode 0644)');
  });

  it('is accepted behind a link', () => {
    const link = join(folder, `link-${files++}`);
    symlinkSync(fileWith(text(), 0o600), link);
    expect(load(link)).not.toThrow();
  });

  it('is refused in a folder where others may exchange it, unless they may delete their own alone', () => {
    const open = folderWith(0o777);
    expect(load(fileWith(text(), 0o600, open))).toThrow(`chmod go-w ${open}`);
    expect(load(fileWith(text(), 0o600, folderWith(0o1777)))).not.toThrow();
  });

  it('is refused below a folder where others may exchange the next one, also behind a link', () => {
    const open = folderWith(0o777);
    const inner = join(open, 'inner');
    mkdirSync(inner, { mode: 0o700 });
    const path = fileWith(text(), 0o600, inner);
    expect(load(path)).toThrow(`chmod go-w ${open}`);
    const link = join(folder, `link-${files++}`);
    symlinkSync(path, link);
    expect(load(link)).toThrow(`chmod go-w ${open}`);
    const linkedFolder = join(folder, `link-${files++}`);
    symlinkSync(inner, linkedFolder);
    expect(load(join(linkedFolder, basename(path)))).toThrow(`chmod go-w ${open}`);
  });

  it('is refused behind several links when the folder of a middle one is open to others', () => {
    const path = fileWith(text(), 0o600);
    const open = folderWith(0o777);
    symlinkSync(path, join(open, 'middle'));
    const link = join(folder, `link-${files++}`);
    symlinkSync(join(open, 'middle'), link);
    expect(load(link)).toThrow(`chmod go-w ${open}`);
    symlinkSync(folder, join(open, 'folder'));
    const linkedFolder = join(folder, `link-${files++}`);
    symlinkSync(join(open, 'folder'), linkedFolder);
    expect(load(join(linkedFolder, basename(path)))).toThrow(`chmod go-w ${open}`);
  });

  it('is refused where the path goes up again behind a link', () => {
    const inner = folderWith(0o700);
    const link = join(folderWith(0o700), 'link');
    symlinkSync(inner, link);
    expect(load(`${link}/../${basename(fileWith(text(), 0o644))}`)).toThrow('(mode 0644)');
    expect(load(`${link}/../${basename(fileWith(text(), 0o600))}`)).not.toThrow();
  });

  it('is refused in a setgid folder where others may exchange it', () => {
    const open = folderWith(0o2777);
    expect(load(fileWith(text(), 0o600, open))).toThrow(`chmod go-w ${open}`);
    expect(load(fileWith(text(), 0o600, folderWith(0o2755)))).not.toThrow();
  });

  // A link of another user can be made by root alone.
  it.runIf(process.getuid?.() === 0)('is refused through a link of another user, with the link', () => {
    const [first, second] = [join(folder, `link-${files++}`), join(folder, `link-${files++}`)];
    symlinkSync(fileWith(text(), 0o600), second);
    symlinkSync(second, first);
    expect(load(first)).not.toThrow();
    for (const link of [first, second]) {
      lchownSync(link, ANOTHER_USER, ANOTHER_USER);
      expect(load(first)).toThrow(`${setting}: given "${first} (through a link of user ${ANOTHER_USER})"`);
      expect(load(first)).toThrow(`chown -h ${link}`);
      lchownSync(link, 0, 0);
    }
    expect(load(first)).not.toThrow();
  });

  it.runIf(existsSync('/proc/self/fd'))('is refused as an open file that has no path any more', () => {
    for (const mode of [0o644, 0o600]) {
      const path = fileWith(text(), mode);
      const descriptor = openSync(path, 'r');
      rmSync(path);
      const loading = load(`/proc/self/fd/${descriptor}`);
      if (mode === 0o600) expect(loading).not.toThrow();
      else expect(loading).toThrow('(mode 0644)');
      closeSync(descriptor);
    }
  });

  it('is refused when it is a folder', () => {
    expect(load(folderWith(0o700))).toThrow(`${setting}: given "`);
    expect(load(folderWith(0o700))).toThrow('(a folder)');
  });
});

describe.each(['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'])('the client key that %s names', (setting) => {
  const load = (path: string) => () =>
    loadConfig(production({ [setting]: `postgres://u:geheim@h/d?sslmode=verify-full&sslkey=${encodeURIComponent(path)}` }));

  it('is accepted with mode 600', () => {
    expect(load(fileWith('key', 0o600))).not.toThrow();
  });

  it.each([0o644, 0o640, 0o604])('is refused with mode %o, without the password of the address', (mode) => {
    const path = fileWith('key', mode);
    expect(load(path)).toThrow(`${setting}: given "${path} (mode 0${mode.toString(8)})"`);
    expect(load(path)).not.toThrow('geheim');
  });

  it('is refused where another user may exchange it', () => {
    expect(load(fileWith('key', 0o600, folderWith(0o777)))).toThrow(`the client key of ${setting}: chmod go-w`);
  });
});

describe('a folder above a secret', () => {
  const SERVER = { user: 65_532, group: 65_532 };

  it.each([
    [0o0777, 0],
    [0o0702, 0],
    [0o2777, 65_532],
    [0o0770, 1000],
    [0o2775, 1000],
  ])('with mode %o and group %i lets others exchange what is in it', (mode, gid) => {
    expect(isExchangeable({ mode, uid: 0, gid }, SERVER)).toBe(true);
  });

  it.each([0o0700, 0o0755, 0o1777])('with mode %o lets its owner exchange what is in it', (mode) => {
    expect(isExchangeable({ mode, uid: 1000, gid: 65_532 }, SERVER)).toBe(true);
    expect(isExchangeable({ mode, uid: 1000, gid: 65_532 }, { user: 0, group: 0 })).toBe(true);
    expect(isExchangeable({ mode, uid: 65_532, gid: 65_532 }, SERVER)).toBe(false);
  });

  it.each([
    [0o0755, 1000],
    [0o1777, 1000],
    [0o3777, 1000],
    [0o2775, 65_532],
    [0o0775, 0],
  ])('with mode %o and group %i does not', (mode, gid) => {
    expect(isExchangeable({ mode, uid: 0, gid }, SERVER)).toBe(false);
  });
});

describe('what an orchestrator hands to a server without privileges', () => {
  const SERVER = { user: 65_532, group: 65_532 };
  const handedOut = { uid: 0, gid: 65_532 };

  it.each([0o400, 0o440, 0o640, 0o600])('is private as a file of root with mode %o whose group is the server’s own', (mode) => {
    expect(isOpenToOthers({ mode, ...handedOut }, SERVER, FILE_OF_GROUP)).toBe(false);
  });

  it.each<[mode: number, changed: object]>([
    [0o460, {}],
    [0o450, {}],
    [0o444, {}],
    [0o441, {}],
    [0o440, { gid: 0 }],
    [0o440, { gid: 1000 }],
    [0o440, { uid: 1000 }],
    [0o440, { uid: 65_532 }],
  ])('is open with mode %o and %j', (mode, changed) => {
    expect(isOpenToOthers({ mode, ...handedOut, ...changed }, SERVER, FILE_OF_GROUP)).toBe(true);
  });

  it('is open to the group when the server is root and needs none', () => {
    expect(isOpenToOthers({ mode: 0o440, uid: 0, gid: 0 }, { user: 0, group: 0 }, FILE_OF_GROUP)).toBe(true);
  });

  it('may be a volume whose group is the server’s own', () => {
    expect(isOpenToOthers({ mode: 0o2770, ...handedOut }, SERVER, FOLDER_OF_GROUP)).toBe(false);
    expect(isOpenToOthers({ mode: 0o2775, ...handedOut }, SERVER, FOLDER_OF_GROUP)).toBe(true);
  });
});

describe('the folder in production', () => {
  const load = (dataDir: string) => () => loadConfig(production({ DATABASE_URL: 'embedded', PORTICO_DATA_DIR: dataDir }));

  it.each([0o755, 0o750, 0o705, 0o711, 0o770, 0o777])('of the embedded database is refused with mode %o', (mode) => {
    const path = folderWith(mode);
    expect(load(path)).toThrow(`PORTICO_DATA_DIR: given "${path} (mode ${mode.toString(8).padStart(4, '0')})"; accepted: a folder`);
    expect(load(path)).toThrow(`chmod 700 ${path}`);
  });

  it('of the embedded database is refused below a folder where others may exchange it, also before it exists', () => {
    const open = folderWith(0o777);
    const inner = join(open, 'inner');
    for (const path of [inner, join(inner, 'not', 'there')]) {
      expect(load(path)).toThrow(
        `PORTICO_DATA_DIR: given "${path} in ${open} (mode 0777)"; accepted: a folder in a folder where other users may not write`,
      );
    }
    mkdirSync(inner, { mode: 0o700 });
    expect(load(inner)).toThrow(`chmod go-w ${open}`);
    const link = join(folder, `link-${files++}`);
    symlinkSync(inner, link);
    expect(load(link)).toThrow(`chmod go-w ${open}`);
    chmodSync(open, 0o755);
    for (const path of [inner, link, join(inner, 'not', 'there')]) expect(load(path)).not.toThrow();
  });

  it.runIf(process.getuid?.() === 0)('of the embedded database is refused when it or a folder above is another user’s', () => {
    const above = folderWith(0o755);
    const path = join(above, 'data');
    mkdirSync(path, { mode: 0o700 });
    expect(load(path)).not.toThrow();
    chownSync(path, ANOTHER_USER, ANOTHER_USER);
    expect(load(path)).toThrow(`PORTICO_DATA_DIR: given "${path} (of user ${ANOTHER_USER})"`);
    chownSync(path, 0, 0);
    chownSync(above, ANOTHER_USER, ANOTHER_USER);
    expect(load(path)).toThrow(`${path} in ${above} (of user ${ANOTHER_USER})`);
  });

  it('is accepted when it is private or does not exist yet', () => {
    expect(load(folderWith(0o700))).not.toThrow();
    expect(load(join(folder, 'new'))).not.toThrow();
  });
});

/** A user who replaces them decides which providers and which core the server trusts. */
describe('the folder of trusted authorities in production', () => {
  const load = (path: string) => () => loadConfig(production({ PORTICO_TRUST_DIR: path }));
  const trustOf = (mode: number, files: Readonly<Record<string, number>> = {}) => {
    const path = folderWith(mode);
    for (const [name, fileMode] of Object.entries(files)) {
      writeFileSync(join(path, name), '{}');
      chmodSync(join(path, name), fileMode);
    }
    return path;
  };

  it.each([0o700, 0o755, 0o1777])('is accepted with mode %o and files that all users may read', (mode) => {
    expect(load(trustOf(mode, { 'trust.json': 0o644, 'ca.pem': 0o444 }))).not.toThrow();
  });

  it.each([0o777, 0o757, 0o773])('is refused with mode %o', (mode) => {
    const path = trustOf(mode, { 'trust.json': 0o644 });
    expect(load(path)).toThrow(`PORTICO_TRUST_DIR: given "${path}`);
    expect(load(path)).toThrow(`where other users may not write, because it holds the authorities that identify providers: chmod go-w ${path}`);
  });

  it.each([0o666, 0o646, 0o602, 0o1646])('is refused with a file of mode %o', (mode) => {
    const path = trustOf(0o755, { 'trust.json': 0o644, 'ca.pem': mode });
    const file = join(path, 'ca.pem');
    expect(load(path)).toThrow(`PORTICO_TRUST_DIR: given "${file} (mode ${mode.toString(8).padStart(4, '0')})"; accepted: a file that other users`);
    expect(load(path)).toThrow(`chmod go-w ${file}`);
  });

  it('is refused with a link to a file that others may write, or through a folder where they may', () => {
    const path = trustOf(0o755, { 'trust.json': 0o644 });
    symlinkSync(fileWith('{}', 0o666), join(path, 'ca.pem'));
    expect(load(path)).toThrow(`given "${join(path, 'ca.pem')} (mode 0666)"`);
    const other = trustOf(0o755, { 'trust.json': 0o644 });
    const open = folderWith(0o777);
    symlinkSync(fileWith('{}', 0o644, open), join(other, 'ca.pem'));
    expect(load(other)).toThrow(`chmod go-w ${open}`);
    const inner = join(open, 'trust');
    mkdirSync(inner, { mode: 0o755 });
    expect(load(inner)).toThrow(`chmod go-w ${open}`);
  });

  it.runIf(process.getuid?.() === 0)('is refused with a file of another user, and of another user', () => {
    const path = trustOf(0o755, { 'trust.json': 0o644 });
    chownSync(join(path, 'trust.json'), ANOTHER_USER, ANOTHER_USER);
    expect(load(path)).toThrow(`${join(path, 'trust.json')} (of user ${ANOTHER_USER})`);
    chownSync(join(path, 'trust.json'), 0, 0);
    chownSync(path, ANOTHER_USER, ANOTHER_USER);
    expect(load(path)).toThrow(`(of user ${ANOTHER_USER})`);
  });

  it('of the core is one file: refused where others may write it', () => {
    const core = {
      PORTICO_BANK: 'adapter',
      PORTICO_BANK_URL: 'https://core.example',
      PORTICO_BANK_SECRET: 'x'.repeat(32),
      PORTICO_BANK_NAME: 'Bank',
    };
    const path = fileWith('no certificate', 0o646);
    expect(() => loadConfig(production({ ...core, PORTICO_BANK_CA_FILE: path }))).toThrow(`PORTICO_BANK_CA_FILE: given "${path} (mode 0646)"`);
    const closed = fileWith('no certificate', 0o644);
    expect(() => loadConfig(production({ ...core, PORTICO_BANK_CA_FILE: closed }))).not.toThrow(`${closed} (mode`);
  });
});

it('a development server accepts what production refuses', () => {
  const path = fileWith(keysText, 0o644);
  expect(() => loadConfig({ PORTICO_DATA_DIR: join(folder, 'd'), PORTICO_KEYS_FILE: path })).not.toThrow();
});

describe('the owner of a file', () => {
  it.each<[string, number, number | undefined, boolean]>([
    ['the user of the server', 1000, 1000, false],
    ['root', 0, 1000, false],
    ['another user, who reads and replaces it', 1001, 1000, true],
    ['another user, with a server of root', 65_534, 0, true],
    ['unknown to the system', 1001, undefined, false],
  ])('%s', (_who, uid, user, isAnother) => {
    expect(isOfAnotherUser({ uid }, user)).toBe(isAnother);
  });
});
