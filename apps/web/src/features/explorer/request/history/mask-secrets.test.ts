import { FORM_TYPE } from '@portico/contract/wire';
import { describe, expect, it } from 'vitest';
import { SECRET_PLACEHOLDER } from '../build-request.ts';
import { holdsMask, isSecretName, maskBody, maskText } from './mask-secrets.ts';

const JSON_TYPE = 'application/json';
const CANARY = 'canary-7Zq';

describe('a stored text', () => {
  it.each([
    ['a token of ours', `x ${'a1B2-_c'.repeat(6)}z y`],
    ['a signed token', 'x eyJhbGciOi.eyJzdWIiOi.c2ln y'],
    ['credentials with their scheme', 'x Bearer abc.def y'],
    ['credentials of an application', 'x basic bHVtZW46c2VjcmV0 y'],
    ['a secret that is known', 'x 9-known-secret y'],
  ])('loses %s, and nothing else', (_what, text) => {
    const masked = maskText(text, ['9-known-secret']);
    expect(masked).toMatch(/^x .*••• y$/);
    expect(holdsMask(masked)).toBe(true);
  });
  it.each([
    'cns_01km9a5t3e8h2q4x6n7p9rvwys',
    '99391c7e-ad88-49ec-a2ad-99ddcb1f7721',
    'EE639977200100450817',
    'https://lumen.example/back?m=authCode',
    'for Basic needs',
    SECRET_PLACEHOLDER,
  ])('keeps %s', (text) => {
    expect(maskText(text, ['short', '', SECRET_PLACEHOLDER]).replace('Basic •••', 'Basic needs')).toBe(text);
  });
});

describe('a parameter name', () => {
  it.each(['Authorization', 'access_token', 'refreshToken', 'client-secret', 'password', 'psuPassword', 'code', 'code_verifier', 'X-Api-Key', 'otp'])(
    'of a secret is %s',
    (name) => {
      expect(isSecretName(name)).toBe(true);
    },
  );
  it.each(['Consent-ID', 'purposeCode', 'tokenType', 'tppMessages', 'X-Request-ID', 'accountId'])('of no secret is %s', (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});

describe('a stored body', () => {
  const kept = (text: string, mediaType = JSON_TYPE) => maskBody({ mediaType, text }, ['known-secret'])?.text;

  it('is unchanged when it contains no secret', () => {
    const text = '{ "amount" : "46.80",\n\t"list": [1, true, null],\n "text": "a  b" }';
    expect(kept(text)).toBe(text);
    expect(kept('grant_type=a&scope=openid', FORM_TYPE)).toBe('grant_type=a&scope=openid');
  });
  it.each([
    ['a name of a secret', `{"password":"${CANARY}"}`],
    ['one in the depth', `{"a":[{"b":{"access_token":"${CANARY}"}}]}`],
    ['one that holds more than a text', `{"credentials":{"user":"${CANARY}","list":["${CANARY}"]}}`],
    ['a number', '{"pin":7313}'],
    ['a name that stands there twice, which a parser drops', `{"a":{"password":"${CANARY}"},"a":1}`],
    ['a name in other letters', String.raw`{"pass\u0077ord":"${CANARY}"}`],
    ['what is known, in any field', '{"note":"the known-secret here"}'],
    ['what is known, as a name', '{"known-secret":1}'],
    ['the application’s secret', `{"client_secret":"${CANARY}"}`],
  ])('loses %s', (_what, text) => {
    expect(kept(text)).not.toMatch(/canary|7313|known-secret/);
  });
  it('loses the secrets of a form, and has a placeholder for the client secret', () => {
    const text = kept(`grant_type=authorization_code&code=${CANARY}&client_secret=${CANARY}&redirect_uri=https%3A%2F%2Fa`, FORM_TYPE) ?? '';
    expect(text).not.toContain(CANARY);
    expect(Object.fromEntries(new URLSearchParams(text))).toEqual({
      grant_type: 'authorization_code',
      code: '•••',
      client_secret: SECRET_PLACEHOLDER,
      redirect_uri: 'https://a',
    });
    expect(holdsMask(text)).toBe(true);
  });
  it.each([
    ['JSON that cannot be read', `{"password": "${CANARY}"`, JSON_TYPE],
    ['another media type', `<password>${CANARY}</password>`, 'application/xml'],
  ])('is not stored when it is %s, because its secrets cannot be found', (_what, text, mediaType) => {
    expect(maskBody({ mediaType, text }, [])).toBeUndefined();
  });
});
