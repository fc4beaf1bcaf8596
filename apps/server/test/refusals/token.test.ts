/** What applications send wrongly to the token endpoint: each case with its answer in the words of RFC 6749, through the whole composition. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_CLIENT_ID, demoClientSecret } from '../../src/app/demo/demo-tpp.ts';
import { type House, openHouse } from '../house/open-house.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

async function post(type: string, payload: string | Buffer, headers: Readonly<Record<string, string>> = {}) {
  const response = await house.portico.app.inject({
    method: 'POST',
    url: '/api/v2/openam/token',
    headers: { 'content-type': type, ...headers },
    payload,
  });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}

const client = () => ({ client_id: DEMO_CLIENT_ID, client_secret: demoClientSecret(house.config) });
const code = { grant_type: 'authorization_code', code: 'x', redirect_uri: 'http://127.0.0.1:3001/callback' };

describe('a token request is refused with', () => {
  it.each<[what: string, type: string, body: () => string | Buffer, status: number, error: string, text: string]>([
    [
      'a member twice',
      JSON_TYPE,
      () => '{"grant_type":"authorization_code","code":"a","code":"b"}',
      400,
      'invalid_request',
      'code: This field comes twice. Send it once.',
    ],
    [
      'a member twice, once spelt otherwise',
      JSON_TYPE,
      () => '{"code":"a","c\\u006fde":"b"}',
      400,
      'invalid_request',
      'code: This field comes twice. Send it once.',
    ],
    [
      'a parameter twice',
      FORM,
      () => `${new URLSearchParams({ ...client(), ...code })}&code=y`,
      400,
      'invalid_request',
      "'code' parameter must not be provided twice",
    ],
    ['a prototype', JSON_TYPE, () => '{"__proto__":{"client_id":"x"}}', 400, 'invalid_request', '__proto__: This field is unknown. Leave it out.'],
    ['a member that is no text', JSON_TYPE, () => '{"code":1}', 400, 'invalid_request', 'code is not a text. Every member of the body is a text.'],
    ['a list', JSON_TYPE, () => '[]', 400, 'invalid_request', 'The body is not a JSON object. Send one object of texts.'],
    ['half a body', JSON_TYPE, () => '{"code":', 400, 'invalid_request', 'The body is not valid JSON. Correct it and send the request again.'],
    ['33 levels', JSON_TYPE, () => '['.repeat(33), 400, 'invalid_request', 'The body is nested deeper than 32 levels. Send it flatter.'],
    [
      'bytes that are no UTF-8',
      JSON_TYPE,
      () => Buffer.from([0x22, 0xff, 0x22]),
      400,
      'invalid_request',
      'The body is not UTF-8. Send JSON in UTF-8.',
    ],
    [
      'U+0000',
      JSON_TYPE,
      () => '{"code":"\\u0000"}',
      400,
      'invalid_request',
      'code: The body holds a character that cannot be stored (U+0000 or half a surrogate pair). Leave it out.',
    ],
    ['17 KB', FORM, () => `code=${'x'.repeat(17_000)}`, 413, 'invalid_request', 'The request is too large. Send less data and try again.'],
    [
      'a text',
      'text/plain',
      () => 'code=x',
      415,
      'invalid_request',
      'The Content-Type of the request is not accepted here. Send application/x-www-form-urlencoded or application/json.',
    ],
    ['nobody’s name', FORM, () => new URLSearchParams(code).toString(), 400, 'invalid_request', 'no client authentication mechanism provided'],
    [
      'a wrong secret',
      JSON_TYPE,
      () => JSON.stringify({ ...client(), client_secret: 'x', ...code }),
      401,
      'invalid_client',
      'client_id is unknown, client_secret is wrong, or the bank has suspended the application or not admitted it yet. Compare both with Application identity in the portal.',
    ],
    [
      'a password',
      JSON_TYPE,
      () => JSON.stringify({ ...client(), grant_type: 'password' }),
      400,
      'unsupported_grant_type',
      'grant_type must be authorization_code or refresh_token.',
    ],
    [
      'a code that nobody gave',
      JSON_TYPE,
      () => JSON.stringify({ ...client(), ...code }),
      400,
      'invalid_grant',
      'The code or refresh token is unknown, expired, revoked or already used, or it was given for another application, redirect_uri or code_verifier, or another person represents the company now. Let the customer sign in again.',
    ],
  ])('%s', async (_what, type, body, status, error, text) => {
    const answer = await post(type, body());
    expect([answer.status, answer.body]).toEqual([status, { error, error_description: text }]);
    expect(answer.headers['cache-control']).toContain('no-store');
  });

  it('a packed body', async () => {
    const { status, body, headers } = await post(FORM, 'code=x', { 'content-encoding': 'gzip' });
    const text = 'header:Content-Encoding: Packed bodies are not accepted. Send the body as it is, without Content-Encoding.';
    expect([status, body, headers['accept-encoding']]).toEqual([415, { error: 'invalid_request', error_description: text }, 'identity']);
  });

  it('another method, which the answer names', async () => {
    const response = await house.portico.app.inject({ method: 'GET', url: '/api/v2/openam/token' });
    expect([response.statusCode, response.headers.allow]).toEqual([405, 'POST']);
  });
});
