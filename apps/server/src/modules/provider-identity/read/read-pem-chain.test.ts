import { PEM_LENGTH_MAX } from '@portico/contract/values';
import { describe, expect, it } from 'vitest';
import { readPemChain } from './read-pem-chain.ts';

const DER = Uint8Array.from([0x30, 0x03, 0x02, 0x01, 0x2a]);
const BASE64 = Buffer.from(DER).toString('base64');
const block = (body = BASE64) => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`;

describe('readPemChain', () => {
  it.each([
    ['PEM', block()],
    ['PEM with Windows line ends', block().replaceAll('\n', '\r\n')],
    ['PEM on one line', block().replaceAll('\n', '')],
    ['PEM on one line with spaces', block().replaceAll('\n', ' ')],
    ['PEM whose line ends are the characters \\n', block().replaceAll('\n', '\\n')],
    ['PEM with text before and after', `subject=CN = test\n${block()}\nthe end`],
    ['PEM in lines of four characters', block(BASE64.replaceAll(/.{4}/g, '$&\n'))],
    ['base64 without PEM lines', BASE64],
  ])('reads %s', (_name, text) => {
    expect(readPemChain(text)).toEqual({ ok: true, chain: [DER] });
  });

  it('reads several certificates in their order', () => {
    const other = Uint8Array.from([0x30, 0x03, 0x02, 0x01, 0x2b]);
    expect(readPemChain(`${block()}between${block(Buffer.from(other).toString('base64'))}`)).toEqual({ ok: true, chain: [DER, other] });
  });

  it.each([
    ['a private key', block().replaceAll('CERTIFICATE', 'PRIVATE KEY'), /Never send your private key/],
    ['a private key after a certificate', `${block()}${block().replaceAll('CERTIFICATE', 'EC PRIVATE KEY')}`, /Never send your private key/],
    ['an encrypted private key', block().replaceAll('CERTIFICATE', 'ENCRYPTED PRIVATE KEY'), /Never send your private key/],
    ['a signing request', block().replaceAll('CERTIFICATE', 'CERTIFICATE REQUEST'), /does not begin with/],
    ['a PGP block', block().replaceAll('CERTIFICATE', 'PGP MESSAGE'), /does not begin with/],
    ['a block without an end', block().slice(0, 40), /incomplete/],
    ['a block without content', block(''), /incomplete/],
    ['a block with other characters', block('MIIC*'), /incomplete/],
    ['a block inside a block', block(block()), /incomplete/],
    ['a beginning only', '-----BEGIN ', /does not begin with/],
    ['nothing', '', /no certificate/],
    ['text', 'hello', /no certificate/],
    ['base64 of something else', Buffer.from('hello').toString('base64'), /no certificate/],
    ['five certificates', block().repeat(5), /5 certificates. At most 4/],
    ['a long text', ' '.repeat(PEM_LENGTH_MAX + 1), /At most 16384/],
  ])('refuses %s', (_name, text, expected) => {
    expect(readPemChain(text)).toEqual({ ok: false, text: expect.stringMatching(expected) });
  });
});
