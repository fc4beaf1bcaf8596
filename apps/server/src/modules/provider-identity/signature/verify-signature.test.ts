/** Signed requests: vectors of adorsys/xs2a (Apache-2.0, commit 0fc4671), signatures by http-message-signatures, and refusals of every part. */
import { createHash, sign } from 'node:crypto';
import { cavage } from 'http-message-signatures';
import { beforeAll, describe, expect, it } from 'vitest';
import { digestOf, makeSeal, type Seal, signRequest } from './testing/make-seal.ts';
import { CERTIFICATE, DIGEST, SIGNATURE } from './testing/vectors.ts';
import { findSignatureFault, readSignatureCertificate, type SignedRequest, signedText } from './verify-signature.ts';

const REQUEST_ID = '99391c7e-ad88-49ec-a2ad-99ddcb1f7721';
const BODY = '{"instructedAmount":{"currency":"EUR","amount":"12.00"}}';
const POST = { method: 'POST', target: '/api/v1/payments/sepa-credit-transfers?x=1', headers: { 'x-request-id': REQUEST_ID }, body: BODY };

let rsa: Seal;
let ec: Seal;
beforeAll(async () => {
  [rsa, ec] = await Promise.all([makeSeal('rsa'), makeSeal('ec')]);
});

const faultOf = (request: SignedRequest, seal = rsa) => findSignatureFault(request, seal.der);
const withHeader = (request: SignedRequest, name: string, value: string | undefined): SignedRequest => ({
  ...request,
  headers: { ...request.headers, [name]: value },
});
const replaced = (request: SignedRequest, from: string | RegExp, to: string): SignedRequest =>
  withHeader(request, 'signature', String(request.headers.signature).replace(from, to));

/** The object identifier rsaEncryption. */
const RSA_KEY = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];
/** Replaces bytes of a certificate at their first place. */
const changed = (from: readonly number[], to: readonly number[]) => (der: Uint8Array) => {
  const bytes = Buffer.from(der);
  const at = bytes.indexOf(Buffer.from(from));
  if (at === -1) throw new Error('The certificate has no such bytes.');
  bytes.set(to, at);
  return bytes;
};

describe('a vector of another bank’s implementation', () => {
  const headers = {
    accept: 'application/json',
    date: 'Sun, 06 Aug 2019 15:02:37 GMT',
    'psu-id': 'anton.brueckner',
    'psu-ip-address': '1.1.1.1',
    'x-request-id': '2f77a125-aa7a-45c0-b414-cea25a116035',
    digest: DIGEST,
    signature: SIGNATURE,
  };
  const der = readSignatureCertificate({ headers: { 'tpp-signature-certificate': CERTIFICATE } });
  // The digest's body is not part of the vector. Without it the digest is the first fault that is found.
  const given = (changes: Readonly<Record<string, string>> = {}) => ({
    method: 'POST',
    target: '/request-uri/example',
    headers: { ...headers, ...changes },
    body: Buffer.alloc(0),
  });
  const check = (request: SignedRequest) => (der instanceof Uint8Array ? findSignatureFault(request, der) : der);

  it('is a certificate in PEM on one line', () => expect(der).toBeInstanceOf(Uint8Array));
  it('is signed rightly; only the digest, of a body that was not published, is refused, and it is checked last', () =>
    expect(check(given())).toMatchObject({ code: 'SIGNATURE_INVALID', header: 'digest' }));
  it('is signed rightly for every method, because the method is not signed', () =>
    expect(check({ ...given(), method: 'GET' })).toMatchObject({ header: 'digest' }));
  it.each([
    ['another value', { signature: SIGNATURE.replace('signature="l7', 'signature="m7') }, /does not fit/],
    ['another serial number', { signature: SIGNATURE.replace('SN=8e', 'SN=8f') }, /serial number/],
    ['no serial number', { signature: SIGNATURE.replace('4dbf,', '4dbf_WRONG,') }, /keyId/],
    ['another signed header', { signature: SIGNATURE.replace('date ', 'accept-language ') }, /accept-language is signed but was not sent/],
    ['another value of a signed header', { 'psu-ip-address': '1.1.1.2' }, /does not fit/],
  ])('is refused with %s', (_what, changes, text) =>
    expect(check(given(changes))).toMatchObject({ code: 'SIGNATURE_INVALID', text: expect.stringMatching(text) }),
  );
  it('is refused where the redirect address is sent and not signed', () =>
    expect(check(given({ 'tpp-redirect-uri': 'http://bank.de.com/redirect-uri' }))).toMatchObject({ header: 'tpp-redirect-uri' }));
});

describe('a signed request is accepted', () => {
  it.each(['rsa', 'ec'] as const)('with a key of type %s', (kind) => {
    const seal = kind === 'rsa' ? rsa : ec;
    expect(faultOf(signRequest(seal, POST), seal)).toBeUndefined();
  });
  it('without a body, with the digest of nothing', () => expect(faultOf(signRequest(rsa, { ...POST, method: 'GET', body: '' }))).toBeUndefined());
  it('with more signed headers, the target of the request and capitals among them', () =>
    expect(
      faultOf(
        replaced(signRequest(rsa, POST, { headers: ['(request-target)', 'digest', 'x-request-id'] }), 'digest x-request-id', 'Digest X-Request-ID'),
      ),
    ).toBeUndefined());
  it.each([
    ['one day behind', -86_400_000],
    ['one day ahead', 86_400_000],
  ])('with a signed Date by a clock %s, because X-Request-ID and not the date ends a repetition', (_clock, milliseconds) => {
    const headers = { ...POST.headers, date: new Date(Date.now() + milliseconds).toUTCString() };
    expect(faultOf(signRequest(rsa, { ...POST, headers }, { headers: ['date', 'digest', 'x-request-id'] }))).toBeUndefined();
  });
  it('with headers in another order and spaces between parameters', () => {
    const request = replaced(signRequest(rsa, POST, { headers: ['x-request-id', 'digest'] }), /",/g, '" , ');
    expect(faultOf(request)).toBeUndefined();
  });
  it.each([
    'SN=1a2b,CA=C=EE,O=Näidis Makse\\, OÜ,organizationIdentifier=PSDEE-LFSA-4711,CN=Näidis Seal',
    'SN=0x001A2B, CA=CN=Näidis Seal,2.5.4.97=PSDEE-LFSA-4711,O=NÄIDIS  MAKSE\\, OÜ,C=ee',
    'sn=1A:2B,ca=CN=N%C3%A4idis%20Seal,OID.2.5.4.97=PSDEE-LFSA-4711,O=N%C3%A4idis%20Makse%5C%2C%20O%C3%9C,C=EE',
  ])('with keyId="%s"', (keyId) => expect(faultOf(signRequest(rsa, POST, { keyId }))).toBeUndefined());
  it.each(['rsa-sha256', 'RSA-SHA256', 'SHA256withRSA'])('with algorithm="%s"', (algorithm) =>
    expect(faultOf(signRequest(rsa, POST, { algorithm }))).toBeUndefined(),
  );
  it('with ECDSA as two numbers of equal length', () => {
    const request = signRequest(ec, POST);
    const text = Buffer.from(signedText(request, ['digest', 'x-request-id']));
    const value = sign('sha256', text, { key: ec.key, dsaEncoding: 'ieee-p1363' }).toString('base64');
    expect(faultOf(replaced(request, /signature="[^"]*"/, `signature="${value}"`), ec)).toBeUndefined();
  });
  it('with SHA-512 as digest', () => {
    const digest = `SHA-512=${createHash('sha512').update(BODY).digest('base64')}`;
    expect(faultOf(signRequest(rsa, { ...POST, headers: { ...POST.headers, digest } }))).toBeUndefined();
  });
  it('by http-message-signatures', async () => {
    const url = `https://localhost${POST.target}`;
    const headers = { ...POST.headers, digest: digestOf(BODY) };
    const signed = await cavage.signMessage(
      {
        key: { id: rsa.keyId, alg: 'rsa-v1_5-sha256', sign: async (data) => sign('sha256', data, rsa.key) },
        fields: ['digest', 'x-request-id'],
        params: ['keyid', 'alg'],
        paramValues: { alg: 'rsa-sha256' },
      },
      { method: 'POST', url, headers },
    );
    const signature = Object.entries(signed.headers).find(([name]) => name.toLowerCase() === 'signature')?.[1];
    expect(faultOf({ ...POST, headers: { ...headers, signature: String(signature) }, body: Buffer.from(BODY) })).toBeUndefined();
  });
});

describe('a request is refused', () => {
  const good = () => signRequest(rsa, POST);
  it.each([
    ['without Signature', 'SIGNATURE_MISSING', 'signature', (r: SignedRequest) => withHeader(r, 'signature', undefined)],
    ['without Digest', 'SIGNATURE_MISSING', 'digest', (r: SignedRequest) => withHeader(r, 'digest', undefined)],
    ['with another body', 'SIGNATURE_INVALID', 'digest', (r: SignedRequest) => ({ ...r, body: Buffer.from(BODY.replace('12', '13')) })],
    ['with the body laid out differently', 'SIGNATURE_INVALID', 'digest', (r: SignedRequest) => ({ ...r, body: Buffer.from(`${BODY}\n`) })],
    ['with another digest', 'SIGNATURE_INVALID', 'signature', (r: SignedRequest) => withHeader(r, 'digest', digestOf('{}'))],
    [
      'with another X-Request-ID',
      'SIGNATURE_INVALID',
      'signature',
      (r: SignedRequest) => withHeader(r, 'x-request-id', REQUEST_ID.replace('9', '8')),
    ],
    ['with PSU-ID added', 'SIGNATURE_INVALID', 'psu-id', (r: SignedRequest) => withHeader(r, 'psu-id', '60001019906')],
    ['with PSU-Corporate-ID added', 'SIGNATURE_INVALID', 'psu-corporate-id', (r: SignedRequest) => withHeader(r, 'psu-corporate-id', '1')],
    [
      'with TPP-Redirect-URI added',
      'SIGNATURE_INVALID',
      'tpp-redirect-uri',
      (r: SignedRequest) => withHeader(r, 'tpp-redirect-uri', 'https://a.example'),
    ],
    ['with a parameter twice', 'SIGNATURE_INVALID', 'signature', (r: SignedRequest) => replaced(r, 'algorithm=', 'keyId="x",algorithm=')],
    [
      'with a header named twice',
      'SIGNATURE_INVALID',
      'signature',
      (r: SignedRequest) => replaced(r, 'digest x-request-id', 'digest digest x-request-id'),
    ],
    [
      'with a signature that is not base64',
      'SIGNATURE_INVALID',
      'signature',
      (r: SignedRequest) => replaced(r, /signature="[^"]*"/, 'signature="§"'),
    ],
    ['with an empty signature', 'SIGNATURE_INVALID', 'signature', (r: SignedRequest) => replaced(r, /signature="[^"]*"/, 'signature=""')],
    ['with an unknown algorithm', 'SIGNATURE_INVALID', 'signature', (r: SignedRequest) => replaced(r, 'rsa-sha256', 'hmac-sha256')],
    ['with hs2019', 'SIGNATURE_INVALID', 'signature', (r: SignedRequest) => replaced(r, 'rsa-sha256', 'hs2019')],
    ['with the algorithm of another key', 'SIGNATURE_INVALID', 'signature', (r: SignedRequest) => replaced(r, 'rsa-sha256', 'ecdsa-sha256')],
    ['with a prototype name as algorithm', 'SIGNATURE_INVALID', 'signature', (r: SignedRequest) => replaced(r, 'rsa-sha256', 'constructor')],
    ['with RFC 9421’s form', 'SIGNATURE_INVALID', 'signature', (r: SignedRequest) => withHeader(r, 'signature', 'sig1=:YWJj:')],
    ['with (created) among its headers', 'SIGNATURE_INVALID', 'signature', (r: SignedRequest) => replaced(r, 'digest x-', '(created) digest x-')],
    ['with created as a number', 'SIGNATURE_INVALID', 'signature', (r: SignedRequest) => replaced(r, 'algorithm=', 'created=1764460800,algorithm=')],
    [
      'with a header of 5,000 characters',
      'SIGNATURE_INVALID',
      'signature',
      (r: SignedRequest) => replaced(r, 'keyId="', `keyId="${'x'.repeat(5_000)}`),
    ],
    [
      'with a list of 40 headers',
      'SIGNATURE_INVALID',
      'signature',
      (r: SignedRequest) => replaced(r, 'headers="', `headers="${Array.from({ length: 40 }, (_, n) => `a${n}`).join(' ')} `),
    ],
    ['with another issuer', 'SIGNATURE_INVALID', 'signature', (r: SignedRequest) => replaced(r, 'C=EE', 'C=LV')],
    ['with an attribute of the issuer left out', 'SIGNATURE_INVALID', 'signature', (r: SignedRequest) => replaced(r, ',C=EE', '')],
  ])('%s', (_what, code, header, change) => {
    const fault = faultOf(change(good()));
    expect(fault).toMatchObject({ code, header });
    expect(fault?.text.length).toBeLessThanOrEqual(500);
  });
  it('with the certificate of another key', async () => {
    const other = await makeSeal('rsa');
    expect(findSignatureFault(good(), other.der)).toMatchObject({ code: 'SIGNATURE_INVALID', header: 'signature' });
  });
  it.each(['constructor', '__proto__', 'tostring', 'hasownproperty'])(
    'with %s as a signed header, which every object has and the caller did not send',
    (name) =>
      expect(faultOf(replaced(signRequest(rsa, POST), 'digest x-request-id', `digest x-request-id ${name}`))).toMatchObject({
        code: 'SIGNATURE_INVALID',
        text: expect.stringMatching(/was not sent|lists names of headers/),
      }),
  );
  it.each(['constructor', '__proto__', 'toString'])('with the algorithm %s', (algorithm) =>
    expect(faultOf(signRequest(rsa, POST, { algorithm }))).toMatchObject({
      header: 'signature',
      text: expect.stringContaining('is one of rsa-sha256'),
    }),
  );
  it.each([
    ['a negative serial number', changed([2, 2, 0x1a, 0x2b], [2, 2, 0x9a, 0x2b]), /serial number .* is negative/],
    ['a key of no known kind', changed(RSA_KEY, [...RSA_KEY.slice(0, -1), 0x63]), /key cannot be read/],
  ])('with a certificate that has %s', (_what, change, text) =>
    expect(findSignatureFault(signRequest(rsa, POST), change(rsa.der))).toMatchObject({
      code: 'CERTIFICATE_INVALID',
      text: expect.stringMatching(text),
    }),
  );
  it('with bytes that are no certificate', () =>
    expect(findSignatureFault(good(), Buffer.from('abc'))).toMatchObject({ code: 'CERTIFICATE_INVALID' }));
  it('without a body, with the digest of {}', () => {
    const request = signRequest(rsa, { ...POST, method: 'GET', body: '', headers: { ...POST.headers, digest: digestOf('{}') } });
    expect(faultOf(request)).toMatchObject({ header: 'digest', text: expect.stringContaining('47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=') });
  });
  it.each([
    ['', 'CERTIFICATE_MISSING'],
    [undefined, 'CERTIFICATE_MISSING'],
    ['§', 'CERTIFICATE_INVALID'],
    ['QUJD'.repeat(4_000), 'CERTIFICATE_INVALID'],
  ])('with TPP-Signature-Certificate of case %#', (value, code) =>
    expect(readSignatureCertificate({ headers: { 'tpp-signature-certificate': value } })).toMatchObject({
      code,
      header: 'tpp-signature-certificate',
    }),
  );
});
