/** The files of mutual TLS with the core: a wrong, expired or missing one stops the start and is named. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../testing/make-certificate.ts';
import { loadConfig } from './load-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'portico-core-settings-'));
const file = (name: string): string => join(folder, name);
beforeAll(async () => {
  const [made, old] = [await makeCertificate({ name: 'portico' }), await makeCertificate({ name: 'old', days: -1 })];
  const write = (name: string, text: string) => writeFileSync(file(name), text, { mode: 0o600 });
  write('portico.pem', made.certPem);
  write('portico.key', made.keyPem);
  write('old.pem', old.certPem);
  write('old.key', old.keyPem);
  write('no.pem', 'no certificate');
});
afterAll(() => rmSync(folder, { recursive: true }));

const core = () => ({
  PORTICO_DATA_DIR: file('data'),
  PORTICO_BANK: 'adapter',
  PORTICO_BANK_URL: 'https://core.bank.example/portico',
  PORTICO_BANK_SECRET: 'a-secret-of-at-least-32-characters',
  PORTICO_BANK_CERT_FILE: file('portico.pem'),
  PORTICO_BANK_KEY_FILE: file('portico.key'),
  PORTICO_BANK_CA_FILE: file('portico.pem'),
});

describe('the files of mutual TLS with the core', () => {
  it('are read where they are right, and need not be set', () => {
    expect(loadConfig(core()).core?.tls).toEqual({
      credentials: { certFile: file('portico.pem'), keyFile: file('portico.key') },
      caFile: file('portico.pem'),
    });
    const { PORTICO_BANK_CERT_FILE: _cert, PORTICO_BANK_KEY_FILE: _key, PORTICO_BANK_CA_FILE: _ca, ...plain } = core();
    expect(loadConfig(plain).core?.tls).toBeUndefined();
  });

  it.each([
    ['a certificate without its key', { PORTICO_BANK_KEY_FILE: '' }, 'PORTICO_BANK_KEY_FILE: not set'],
    ['a key without its certificate', { PORTICO_BANK_CERT_FILE: '' }, 'PORTICO_BANK_CERT_FILE: not set'],
    ['a missing certificate', { PORTICO_BANK_CERT_FILE: file('none.pem') }, /PORTICO_BANK_CERT_FILE: given ".*none\.pem"; accepted: a readable PEM/],
    ['a missing key', { PORTICO_BANK_KEY_FILE: file('none.key') }, /PORTICO_BANK_KEY_FILE: given ".*none\.key"; accepted: a readable PEM/],
    ['a file of another kind', { PORTICO_BANK_CERT_FILE: file('no.pem') }, /PORTICO_BANK_CERT_FILE: given ".*no\.pem"/],
    ['the key of another one', { PORTICO_BANK_KEY_FILE: file('old.key') }, 'accepted: the key of the certificate in PORTICO_BANK_CERT_FILE'],
    [
      'an expired certificate',
      { PORTICO_BANK_CERT_FILE: file('old.pem'), PORTICO_BANK_KEY_FILE: file('old.key') },
      /PORTICO_BANK_CERT_FILE: given ".*old\.pem \(expired on .*\)"; accepted: a certificate of Portico that has not expired/,
    ],
    ['a missing authority', { PORTICO_BANK_CA_FILE: file('none.pem') }, /PORTICO_BANK_CA_FILE: given ".*none\.pem"/],
    ['an expired authority', { PORTICO_BANK_CA_FILE: file('old.pem') }, /PORTICO_BANK_CA_FILE: given ".*old\.pem \(expired on/],
    [
      'a core without TLS',
      { PORTICO_BANK_URL: 'http://127.0.0.1:3010' },
      'PORTICO_BANK_CA_FILE: given "(a file)"; accepted: nothing, unless PORTICO_BANK_URL',
    ],
    ['the sandbox bank', { PORTICO_BANK: 'sandbox' }, 'PORTICO_BANK_CA_FILE: given "(hidden)"; accepted: nothing, unless PORTICO_BANK is adapter'],
  ])('are refused: %s', (_, change, text) => {
    expect(() => loadConfig({ ...core(), ...change })).toThrow(text);
  });
});
