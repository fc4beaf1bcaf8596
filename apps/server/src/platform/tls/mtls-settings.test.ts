/** The settings of the address for mutual TLS: what each start accepts, and what it says about a wrong, missing or half given one. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../testing/make-certificate.ts';
import { makeKeysText } from '../keys.ts';
import { loadConfig } from '../load-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'portico-mtls-settings-'));
const file = (name: string): string => join(folder, name);
const SECRET = 'a-secret-that-proxies-and-servers-share';
let production: Record<string, string>;
beforeAll(async () => {
  const [made, other] = [await makeCertificate({ name: 'server' }), await makeCertificate({ name: 'other' })];
  const write = (name: string, text: string) => writeFileSync(file(name), text, { mode: 0o600 });
  write('keys.json', makeKeysText());
  write('server.pem', made.certPem);
  write('server.key', made.keyPem);
  write('other.key', other.keyPem);
  write('open.key', made.keyPem);
  chmodSync(file('open.key'), 0o644);
  write('no.pem', 'no certificate');
  production = {
    PORTICO_MODE: 'production',
    PORTICO_BANK: 'sandbox',
    DATABASE_URL: 'postgres://portico:geheim@db.bank.example:5432/portico',
    PORTICO_PUBLIC_URL: 'https://openbanking.example/',
    PORTICO_SUPPORT_CONTACT: 'support@bank.example',
    PORTICO_MAIL_FROM: 'no-reply@bank.example',
    PORTICO_SMTP_URL: 'smtp://mail.bank.example:587',
    PORTICO_KEYS_FILE: file('keys.json'),
    PORTICO_DATA_DIR: file('data'),
  };
});
afterAll(() => rmSync(folder, { recursive: true }));

const development = () => ({ PORTICO_DATA_DIR: file('data') });
const ended = () => ({
  ...production,
  PORTICO_MTLS_PORT: '8444',
  PORTICO_MTLS_URL: 'https://mtls.openbanking.example/',
  PORTICO_MTLS_CERT_FILE: file('server.pem'),
  PORTICO_MTLS_KEY_FILE: file('server.key'),
});
const proxied = () => ({
  ...production,
  PORTICO_MTLS_PROXY_PORT: '3444',
  PORTICO_MTLS_URL: 'https://mtls.openbanking.example',
  PORTICO_MTLS_PROXY_SECRET: SECRET,
  PORTICO_TRUSTED_PROXIES: '10.0.0.0/8',
});

describe('the address for mutual TLS', () => {
  it('is https://localhost:3443 in development, and may be another or none', () => {
    expect(loadConfig(development())).toMatchObject({ mtls: { url: 'https://localhost:3443', port: 3443, files: undefined }, revocation: 'soft' });
    expect(loadConfig({ ...development(), PORTICO_MTLS_PORT: '4443' }).mtls).toMatchObject({ url: 'https://localhost:4443', port: 4443 });
    expect(loadConfig({ ...development(), PORTICO_MTLS_PORT: '0' }).mtls).toBeUndefined();
  });

  it('is none in production without settings, and none in development with a core of a bank’s own', () => {
    expect(loadConfig(production)).toMatchObject({ mtls: undefined, trustDir: undefined, revocation: 'hard' });
    const adapter = { PORTICO_BANK: 'adapter', PORTICO_BANK_URL: 'https://core.bank.example', PORTICO_BANK_SECRET: 'x'.repeat(32) };
    expect(loadConfig({ ...development(), ...adapter }).mtls).toBeUndefined();
  });

  it('ends TLS in the server, at a proxy, or both', () => {
    expect(loadConfig(ended()).mtls).toEqual({
      url: 'https://mtls.openbanking.example',
      port: 8444,
      files: { certFile: file('server.pem'), keyFile: file('server.key') },
      proxy: undefined,
    });
    expect(loadConfig(proxied()).mtls).toEqual({
      url: 'https://mtls.openbanking.example',
      port: undefined,
      files: undefined,
      proxy: { port: 3444, header: 'X-SSL-Client-Cert', secret: SECRET },
    });
    const both = { ...ended(), ...proxied(), PORTICO_MTLS_PROXY_HEADER: 'Client-Cert' };
    expect(loadConfig(both).mtls).toMatchObject({ port: 8444, proxy: { port: 3444, header: 'Client-Cert' } });
  });

  it.each<[string, () => Record<string, string>, string]>([
    [
      'a port without a certificate',
      () => ({ ...ended(), PORTICO_MTLS_CERT_FILE: '', PORTICO_MTLS_KEY_FILE: '' }),
      'PORTICO_MTLS_CERT_FILE: not set',
    ],
    ['a certificate without its key', () => ({ ...ended(), PORTICO_MTLS_KEY_FILE: '' }), 'PORTICO_MTLS_KEY_FILE: not set'],
    ['a key without its certificate', () => ({ ...ended(), PORTICO_MTLS_CERT_FILE: '' }), 'PORTICO_MTLS_CERT_FILE: not set'],
    ['a certificate without a port', () => ({ ...ended(), PORTICO_MTLS_PORT: '0' }), 'accepted: nothing, unless PORTICO_MTLS_PORT is set'],
    ['a port without its URL', () => ({ ...ended(), PORTICO_MTLS_URL: '' }), 'PORTICO_MTLS_URL: not set'],
    ['a URL without a port', () => ({ ...production, PORTICO_MTLS_URL: 'https://mtls.bank.example' }), 'PORTICO_MTLS_URL: given "https://mtls'],
    ['a URL without TLS', () => ({ ...ended(), PORTICO_MTLS_URL: 'http://mtls.bank.example' }), 'PORTICO_MTLS_URL: given "http://mtls.bank.example"'],
    ['no number', () => ({ ...ended(), PORTICO_MTLS_PORT: 'on' }), 'PORTICO_MTLS_PORT: given "on"; accepted: a whole number from 0 to 65535'],
    ['the ordinary port', () => ({ ...ended(), PORT: '8444' }), 'PORTICO_MTLS_PORT: given "8444"; accepted: a port that no other setting names'],
    ['one port for both', () => ({ ...ended(), ...proxied(), PORTICO_MTLS_PROXY_PORT: '8444' }), 'PORTICO_MTLS_PROXY_PORT: given "8444"'],
    ['a file that is absent', () => ({ ...ended(), PORTICO_MTLS_CERT_FILE: '/no/such' }), 'accepted: a readable PEM file with the certificate'],
    [
      'a file without a certificate',
      () => ({ ...ended(), PORTICO_MTLS_CERT_FILE: file('no.pem') }),
      'accepted: a readable PEM file with the certificate',
    ],
    ['a file without a key', () => ({ ...ended(), PORTICO_MTLS_KEY_FILE: file('no.pem') }), 'accepted: a readable PEM file with a private key'],
    [
      'the key of another certificate',
      () => ({ ...ended(), PORTICO_MTLS_KEY_FILE: file('other.key') }),
      'the key of the certificate in PORTICO_MTLS_CERT_FILE',
    ],
    ['a key that others may read', () => ({ ...ended(), PORTICO_MTLS_KEY_FILE: file('open.key') }), '(mode 0644)'],
    ['a proxy without a secret', () => ({ ...proxied(), PORTICO_MTLS_PROXY_SECRET: '' }), 'PORTICO_MTLS_PROXY_SECRET: not set'],
    [
      'a short secret',
      () => ({ ...proxied(), PORTICO_MTLS_PROXY_SECRET: 'geheim' }),
      'PORTICO_MTLS_PROXY_SECRET: given "(hidden)"; accepted: at least 32',
    ],
    ['a secret without a port', () => ({ ...production, PORTICO_MTLS_PROXY_SECRET: SECRET }), 'nothing, unless PORTICO_MTLS_PROXY_PORT is set'],
    ['a proxy without its address', () => ({ ...proxied(), PORTICO_TRUSTED_PROXIES: '' }), 'PORTICO_TRUSTED_PROXIES: not set'],
    ['an unknown header', () => ({ ...proxied(), PORTICO_MTLS_PROXY_HEADER: 'X-Cert' }), 'accepted: X-SSL-Client-Cert, Client-Cert'],
    [
      'an unknown folder',
      () => ({ ...production, PORTICO_TRUST_DIR: '/no/such' }),
      'PORTICO_TRUST_DIR: given "/no/such"; accepted: an existing folder',
    ],
    ['an unknown word', () => ({ ...production, PORTICO_REVOCATION: 'off' }), 'PORTICO_REVOCATION: given "off"; accepted: hard, soft'],
    [
      'a core without authorities',
      () => ({ ...ended(), PORTICO_BANK: 'adapter', PORTICO_BANK_URL: 'https://core.bank.example', PORTICO_BANK_SECRET: 'x'.repeat(32) }),
      'PORTICO_TRUST_DIR: not set; accepted: an existing folder, because an address for mutual TLS is set',
    ],
  ])('refuses %s', (_what, settings, message) => {
    expect(() => loadConfig(settings())).toThrow(message);
    expect(() => loadConfig(settings())).not.toThrow(SECRET);
  });
});
