/** Review of 25 November 2026, B7: `portico check` names what a start would find. */
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeKeysText } from '#platform/keys.ts';
import { checkInstallation } from './check-installation.ts';

const root = join(import.meta.dirname, '../../../..');
let folder = '';
let env: Record<string, string> = {};
const said: string[] = [];
const complained: string[] = [];
const check = (changed: Record<string, string> = {}) =>
  checkInstallation(
    { ...env, ...changed },
    (text) => void said.push(text),
    (text) => void complained.push(text),
  );

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-check-'));
  chmodSync(folder, 0o700);
  said.splice(0);
  complained.splice(0);
  writeFileSync(join(folder, 'keys.json'), makeKeysText(2048), { mode: 0o600 });
  cpSync(join(root, 'content'), join(folder, 'content'), { recursive: true });
  env = {
    PORTICO_MODE: 'production',
    PORTICO_BANK: 'sandbox',
    DATABASE_URL: 'postgres://portico:secret@127.0.0.1:1/portico',
    PORTICO_PUBLIC_URL: 'https://openbanking.bank.example',
    PORTICO_SUPPORT_CONTACT: 'support@bank.example',
    PORTICO_MAIL_FROM: 'no-reply@bank.example',
    PORTICO_SMTP_URL: 'smtp://127.0.0.1:1',
    PORTICO_KEYS_FILE: join(folder, 'keys.json'),
    PORTICO_CONTENT_DIR: join(folder, 'content'),
  };
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('portico check', () => {
  it('says what is good, and needs no database', async () => {
    expect(await check()).toBe(0);
    expect(complained).toEqual([]);
    expect(said).toEqual([
      'Settings: every name is known.',
      'Settings and keys: good.',
      `Content of ${join(folder, 'content')}: good.`,
      'Maintenance pages: good.',
    ]);
  });

  it.each<[string, () => Record<string, string>, RegExp]>([
    ['a setting', () => ({ PORTICO_PUBLIC_URL: 'http://bank.example' }), /PORTICO_PUBLIC_URL: given "http:\/\/bank\.example"; accepted: /],
    ['a misspelt setting', () => ({ PORTICO_CONTENT_DRI: '/x' }), /PORTICO_CONTENT_DRI is no setting .* did you mean PORTICO_CONTENT_DIR\?/],
    [
      'keys',
      () => {
        writeFileSync(join(folder, 'keys.json'), '{}');
        return {};
      },
      /PORTICO_KEYS_FILE: .* not such a set/,
    ],
    [
      'keys that others can read',
      () => {
        chmodSync(join(folder, 'keys.json'), 0o644);
        return {};
      },
      /PORTICO_KEYS_FILE/,
    ],
    ['a folder that is missing', () => ({ PORTICO_CONTENT_DIR: join(folder, 'gone') }), /PORTICO_CONTENT_DIR: .*accepted: an existing folder/],
    [
      'a brand',
      () => {
        mkdirSync(join(folder, 'brand'));
        writeFileSync(join(folder, 'brand/brand.json'), '{');
        return { PORTICO_BRAND_DIR: join(folder, 'brand') };
      },
      /PORTICO_BRAND_DIR/,
    ],
    [
      'a dead link in news',
      () => {
        const item = '---\ntitle: New\ndate: 2026-11-20T09:00:00+02:00\nsummary: New.\n---\n\n[x](#/gone)\n';
        writeFileSync(join(folder, 'content/news/x.md'), item);
        return {};
      },
      /news\/x\.md:7: /,
    ],
    [
      'a menu',
      () => {
        writeFileSync(join(folder, 'content/menu.json'), '{');
        return {};
      },
      /menu\.json: not valid JSON/,
    ],
    [
      'a maintenance page',
      () => {
        writeFileSync(join(folder, 'content/maintenance/lv.html'), 'x');
        return {};
      },
      /maintenance\/lv\.html: the first line is/,
    ],
    [
      'a document',
      () => {
        mkdirSync(join(folder, 'documents'));
        writeFileSync(join(folder, 'documents/cards.json'), '{"openapi":"2.0"}');
        return { PORTICO_SPECS_DIR: join(folder, 'documents') };
      },
      /The document cards\.json(:\d+)? is left out: /,
    ],
    [
      'an authority',
      () => {
        mkdirSync(join(folder, 'trust'));
        const anchors = [{ file: 'qwac-ca.pem', use: 'web', revocationHosts: ['ocsp.example.com'] }];
        writeFileSync(join(folder, 'trust/trust.json'), JSON.stringify({ anchors }));
        writeFileSync(join(folder, 'trust/qwac-ca.pem'), 'no certificate');
        return { PORTICO_TRUST_DIR: join(folder, 'trust') };
      },
      /trust\/qwac-ca\.pem: /,
    ],
    [
      'a core that does not answer',
      () => ({
        PORTICO_BANK: 'adapter',
        PORTICO_BANK_NAME: 'Northern Bank',
        PORTICO_BANK_URL: 'https://127.0.0.1:1/portico',
        PORTICO_BANK_SECRET: 'a-core-that-is-away-in-this-test-only',
      }),
      /^The bank’s core at https:\/\/127\.0\.0\.1:1\/portico cannot be used\. .*PORTICO_BANK_URL/,
    ],
    [
      'the list of authorities',
      () => {
        mkdirSync(join(folder, 'trust'));
        writeFileSync(join(folder, 'trust/trust.json'), '{}');
        return { PORTICO_TRUST_DIR: join(folder, 'trust') };
      },
      /trust\.json/,
    ],
  ])('names a fault of %s and ends with 78', async (_what, make, text) => {
    expect(await check(make())).toBe(78);
    expect(complained.join('\n')).toMatch(text);
    expect(complained.join('\n')).not.toContain('secret');
  });

  it('makes no keys and no folder where there are none', async () => {
    const before = readdirSync(folder);
    expect(await check({ PORTICO_MODE: 'development', PORTICO_KEYS_FILE: join(folder, 'new.json'), PORTICO_DATA_DIR: join(folder, 'data') })).toBe(0);
    expect([readdirSync(folder), existsSync(join(folder, 'new.json'))]).toEqual([before, false]);
  });
});
