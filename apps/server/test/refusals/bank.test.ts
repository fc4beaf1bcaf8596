/** What is sent wrongly to the bank's own pages (sign-in, test device, the way to a signing page) and to the content service. */
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, openHouse } from '../house/open-house.ts';
import { readBooks } from './read-books.ts';

let house: House;
let signInPage: string;
let cookie: string;
let books: unknown;
beforeAll(async () => {
  house = await openHouse();
  const browser = house.browse();
  const { headers } = await browser.send('GET', house.tpp.authorize('ee').address);
  signInPage = headers.location ?? '';
  cookie = browser.cookieHeader(signInPage);
  books = await readBooks(house);
});
afterAll(() => house.close());

async function send(method: InjectOptions['method'], url: string, payload?: string, headers: Readonly<Record<string, string>> = {}) {
  const page = { origin: house.config.publicUrl, 'content-type': 'application/json', 'x-request-id': '0193c2b4-7a5e-4a6f-9c1d-2f3b4c5d6e7f' };
  const response = await house.portico.app.inject({
    method: method ?? 'GET',
    url,
    headers: { ...(method === 'GET' ? {} : page), cookie, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: response.statusCode, body: response.body === '' ? undefined : response.json(), headers: response.headers };
}

const UNKNOWN = 'This field is unknown. Leave it out.';
const person = (more: object) => JSON.stringify({ method: 'SMART_ID', nationalIdentityNumber: house.customers[0].nationalIdentityNumber, ...more });

describe('a sign-in is refused with', () => {
  it.each<[what: string, body: () => string, path: string | undefined, text: string]>([
    ['a field too much', () => person({ password: 'x' }), 'password', UNKNOWN],
    ['a customer of its own choice', () => person({ customerId: 'x' }), 'customerId', UNKNOWN],
    ['a field twice', () => person({}).replace('{', '{"method":"PIN",'), 'method', 'This field comes twice. Send it once.'],
    ['a prototype', () => '{"__proto__":{"method":"SMART_ID"}}', '__proto__', UNKNOWN],
    [
      'a method that does not exist',
      () => person({ method: 'PASSWORD' }),
      'method',
      'Accepted: IDCARD, CODE_CALCULATOR, SMART_ID, MOBILE_ID, EPARAKSTS_MOBILE, BANK_PAGE, BANK_APP.',
    ],
    ['a number instead of a code', () => person({ nationalIdentityNumber: 1 }), 'nationalIdentityNumber', 'This value must be a text.'],
    ['nothing', () => '', undefined, 'The body must be an object.'],
    ['half a body', () => '{"method"', undefined, 'The body is not valid JSON (line 1, column 10). Correct it and send the request again.'],
    [
      'U+0000',
      () => person({ nationalIdentityNumber: '3\u0000' }),
      'nationalIdentityNumber',
      'The body holds a character that cannot be stored (U+0000 or half a surrogate pair). Leave it out.',
    ],
  ])('%s', async (_what, body, path, text) => {
    const { status, body: answer } = await send('POST', `${signInPage}/authentication`, body());
    const [first] = answer.errors;
    expect([status, first.code, first.path, first.text]).toEqual([400, 'FORMAT_ERROR', path, text]);
  });

  it('another page’s origin, or a form', async () => {
    const evil = await send('POST', `${signInPage}/authentication`, person({}), { origin: 'https://evil.example' });
    const form = await send('POST', `${signInPage}/authentication`, 'method=SMART_ID', { 'content-type': 'application/x-www-form-urlencoded' });
    for (const { status, body } of [evil, form]) expect([status, body.errors[0].code]).toEqual([403, 'ORIGIN_DENIED']);
  });
});

describe('an address is refused because of', () => {
  it.each<[what: string, method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, status: number, code: string]>([
    ['percent signs that mean nothing', 'GET', '/bank/sca/%zz', 400, 'FORMAT_ERROR'],
    ['bytes that are no UTF-8', 'GET', '/bank/sca/%ff%fe', 400, 'FORMAT_ERROR'],
    ['U+0000', 'GET', '/bank/sign-in/a%00b/details', 400, 'FORMAT_ERROR'],
    ['a reference of 201 characters', 'GET', `/bank/sca/${'a'.repeat(201)}`, 404, 'NOT_FOUND'],
    ['a path out of the folder', 'GET', '/content/dev-portal-pages/..%2f..%2fpackage', 400, 'FORMAT_ERROR'],
    ['a page that does not exist', 'GET', '/content/dev-portal-pages/no-such-page', 404, 'NOT_FOUND'],
    ['a sign-in that does not exist', 'GET', '/bank/sign-in/unknown/details', 410, 'SIGN_IN_UNKNOWN'],
    ['a method too much', 'PATCH', '/bank/device', 405, 'METHOD_NOT_ALLOWED'],
    ['a kind of signing that does not exist', 'GET', '/api/ui/marriage/details', 404, 'NOT_FOUND'],
  ])('%s', async (_what, method, url, status, code) => {
    const answer = await send(method, url);
    expect([answer.status, answer.body.errors[0].code, answer.body.message]).toEqual([status, code, expect.any(String)]);
  });

  it('an unknown reference: the browser is redirected to the error page', async () => {
    const response = await house.portico.app.inject({ url: `/bank/sca/${'a'.repeat(43)}` });
    expect([response.statusCode, response.headers.location]).toEqual([303, '/?m=signingError']);
  });

  it('a query of 15 KB: the refusal is short', async () => {
    const response = await house.portico.app.inject({ url: `/api/ui/account/balance?${'a=1&'.repeat(3_700)}`, headers: { 'signing-id': 'x' } });
    expect([response.statusCode, response.body.length < 1_000]).toEqual([400, true]);
  });

  it('these refusals: nothing is booked or stored', async () => {
    expect(await readBooks(house)).toEqual(books);
  });
});
