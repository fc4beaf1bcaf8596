/** Values that an application's log never shows, in any encoding or structure. */
import { describe, expect, it } from 'vitest';
import { maskRequestHeaders, maskResponseHeaders, maskText, maskUrl, maskValue } from './mask.ts';

/** Forty-three characters of base64url: what our tokens look like. */
const TOKEN = 'Zk3v9QxT1wB7nR5mY2cL8hP4sD6gJ0aE_fU-iKoXqNt';
const JWT = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJtYXJpIn0.c2lnbmF0dXJl';
const IBAN = 'EE869800100045081764';
const PERSONAL_CODE = '49403136526';

describe('a text', () => {
  it.each([
    [`token ${TOKEN}`, 'token •••'],
    [`Authorization: Bearer ${TOKEN}`, 'Authorization: Bearer •••'],
    ['Basic cG9ydGljbzpnZWhlaW0=', 'Basic •••'],
    [`id ${JWT} end`, 'id ••• end'],
    [`from ${IBAN} to LV80BANK0000435195001`, 'from EE…64 to LV…01'],
    [`ee869800100045081764`, 'ee…64'],
    ['the account EE86 9800 1000 4508 1764 is unknown', 'the account EE…64 is unknown'],
    ['ee86-9800-1000-4508-1764', 'ee…64'],
    ['EE86\u00a09800\u00a01000\u00a04508\u00a01764', 'EE…64'],
    ['LV80 BANK 0000 4351 9500 1, GB82.WEST.1234.5698.7654.32', 'LV…01, GB…32'],
    ['Latvian 161175 19997', 'Latvian •••'],
    [`code ${PERSONAL_CODE}.`, 'code •••.'],
    ['Latvian 161175-19997', 'Latvian •••'],
    ['a\u0000b', 'a\ufffdb'],
    ['Basic realm="psd2", error="invalid_token"', 'Basic realm="psd2", error="invalid_token"'],
    ['half \ud83d of a pair', 'half \ufffd of a pair'],
  ])('%j becomes %j', (text, expected) => {
    expect(maskText(text)).toBe(expected);
  });

  it.each(['99391c7e-ad88-49ec-a2ad-99ddcb1f7721', 'EE86 9800 is no account', 'pay_01km9a5t3e8h2q4x6n7p9rvwys', '2026-06-01T12:00:00Z', '46.80'])(
    '%s is not masked',
    (text) => {
      expect(maskText(text)).toBe(text);
    },
  );

  it('is shortened when it is long', () => {
    expect(maskText('A1'.repeat(500_000)).length).toBeLessThan(502);
  });
});

describe('a body', () => {
  it.each([
    'password',
    'client_secret',
    'clientSecret',
    'CLIENT-SECRET',
    'access_token',
    'refresh_token',
    'code_verifier',
    'personalCode',
    'PSU-ID',
    'signing-id',
    'name',
    'creditorName',
  ])('hides fields with the name %s at any depth', (name) => {
    const masked = JSON.stringify(maskValue({ a: [{ b: { [name]: 'geheim' } }], [name]: { c: ['geheim'] } }));
    expect(masked).not.toContain('geheim');
  });

  it('hides a personal code that came as a number, and keeps amounts', () => {
    expect(maskValue({ id: 49403136526, instructedAmount: { amount: '1.00', currency: 'EUR' } })).toEqual({
      id: '•••',
      instructedAmount: { amount: '1.00', currency: 'EUR' },
    });
  });

  it('hides secrets in names of fields', () => {
    expect(JSON.stringify(maskValue({ [TOKEN]: 1, [IBAN]: 2 }))).toBe('{"•••":1,"EE…64":2}');
  });

  it('shows the code of a refusal, and no other code', () => {
    expect(maskValue({ tppMessages: [{ code: 'FORMAT_ERROR', text: 'No.' }], code: 'geheim' })).toEqual({
      tppMessages: [{ code: 'FORMAT_ERROR', text: 'No.' }],
      code: '•••',
    });
  });

  it('that is very deep, very long or very wide is shortened', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(5000)}"geheim"${'}'.repeat(5000)}`);
    expect(JSON.stringify(maskValue(deep))).not.toContain('geheim');
    expect(maskValue(Array.from({ length: 5000 }, () => 1))).toHaveLength(100);
    expect(Object.keys(Object(maskValue(Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`f${at}`, 1])))))).toHaveLength(100);
  });

  it('with __proto__ or constructor as a field is masked like others', () => {
    const masked = maskValue(JSON.parse('{"__proto__": {"password": "geheim"}, "constructor": {"token": "geheim"}}'));
    expect(JSON.stringify(masked)).toBe('{"__proto__":{"password":"•••"},"constructor":{"token":"•••"}}');
  });
});

describe('an address', () => {
  it.each([
    ['/api/v1/accounts', '/api/v1/accounts'],
    ['/api/v1/accounts?dateFrom=2026-06-01', '/api/v1/accounts?dateFrom=2026-06-01'],
    ['/login?code=geheim&state=geheim&client_id=app', '/login?code=•••&state=•••&client_id=app'],
    [`/api/v1/accounts/${IBAN}`, '/api/v1/accounts/EE…64'],
    ['/api/v1/accounts/EE86%209800%201000%204508%201764?iban=EE86+9800+1000+4508+1764', '/api/v1/accounts/EE…64?iban=EE%E2%80%A664'],
    [`/api/v1/payments/${TOKEN}`, '/api/v1/payments/•••'],
    ['/x?Access-Token=geheim&accessToken=geheim', '/x?Access-Token=•••&accessToken=•••'],
    ['/x?q=%ZZ&code=%00', '/x?q=%25ZZ&code=•••'],
    ['/x?', '/x'],
  ])('%s becomes %s', (url, expected) => {
    expect(maskUrl(url)).toBe(expected);
  });
});

describe('headers', () => {
  it('are logged only when they are known, and credentials and PSU-IP-Address are masked', () => {
    expect(
      maskRequestHeaders({
        authorization: `Bearer ${TOKEN}`,
        cookie: 'portico-dev=geheim',
        'x-api-key': 'geheim',
        'psu-ip-address': '192.0.2.10',
        'x-request-id': '99391c7e-ad88-49ec-a2ad-99ddcb1f7721',
        'tpp-redirect-uri': 'https://shop.example/paid?code=geheim&order=7',
        'content-type': 'application/json',
      }),
    ).toEqual({
      authorization: 'Bearer •••',
      'psu-ip-address': '•••',
      'x-request-id': '99391c7e-ad88-49ec-a2ad-99ddcb1f7721',
      'tpp-redirect-uri': 'https://shop.example/paid?code=•••&order=7',
      'content-type': 'application/json',
    });
  });

  it('with a malformed authorization do not reveal it', () => {
    for (const authorization of ['geheim', 'Digest username="geheim"', `bearer${TOKEN}`, ['Bearer a', 'geheim']])
      expect(JSON.stringify(maskRequestHeaders({ authorization }))).not.toContain('geheim');
  });

  it('of a response contain no cookie and no code', () => {
    expect(
      maskResponseHeaders({
        'set-cookie': 'portico-bank=geheim',
        location: 'https://shop.example/callback?code=geheim&state=geheim',
        'retry-after': 5,
      }),
    ).toEqual({
      location: 'https://shop.example/callback?code=•••&state=•••',
      'retry-after': '5',
    });
  });
});
