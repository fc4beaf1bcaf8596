/**
 * What a signing page, or somebody in its place, sends wrongly to `/api/ui/*`: each case with its answer, through the whole
 * composition, and the proof that no money moved.
 */
import { type Browser, enterSigning, jsonOf, member, obtainToken, SITE, type SigningPage, textOf, type WireAnswer } from '@portico/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { moveHouse } from '../house/avoid-midnight.ts';
import { type House, type HouseCustomer, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';
import { readBooks } from './read-books.ts';

const TERMINATED =
  'Your session is terminated. Nothing more can be signed here, and what was not signed is neither paid, shared nor cancelled. Go back to the service provider to start again.';
const WAY_BACK = { tppName: 'Lumen Books OÜ (demo)', tppSuccessUrl: `${SITE}/orders/1/paid`, tppFailureUrl: `${SITE}/orders/1/not-paid` };
/** Of an unsigned session; when, differs from run to run. */
const ended = (outcome: string) => ({ outcome, kind: 'payment', bankCountry: 'ee', endedAt: 'then' });
const ALREADY_SIGNED = 'This was already signed. It is not done again, no money moves twice. Go back to the service provider to see its status.';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterEach(() => passTime(0));
afterAll(() => house.close());

/** Tenant time, from now on. */
const passTime = (seconds: number) => moveHouse(house.database, seconds * 1000);

interface OpenPage extends SigningPage {
  readonly browser: Browser;
  put(body: object | string): Promise<WireAnswer>;
}

async function openPage(name = house.customers[0].name, amount = '5.00'): Promise<OpenPage> {
  const customer = customerOf(name);
  const browser = house.browse();
  const order = orderOf(amount);
  const { scaRedirect } = await house.tpp.createPayment(await obtainToken(browser, house.tpp, customer), order);
  const page = await enterSigning(browser, scaRedirect, customer);
  const put = (body: object | string) =>
    typeof body === 'string' ? sendText(browser, page, body) : browser.send('PUT', '/api/ui/payment', { headers: page.headers, body });
  return { ...page, browser, put };
}

function customerOf(name: string): HouseCustomer {
  const customer = house.customers.find((each) => each.name === name);
  if (customer === undefined) throw new Error(`There is no customer ${name}.`);
  return customer;
}

/** A body that no library would write, or headers that our page does not send. */
async function sendText(browser: Browser, page: SigningPage, payload: string, headers: Readonly<Record<string, string>> = {}): Promise<WireAnswer> {
  const response = await house.portico.app.inject({
    method: 'PUT',
    url: '/api/ui/payment',
    headers: {
      origin: house.config.publicUrl,
      'content-type': 'application/json',
      'x-request-id': '0193c2b4-7a5e-4a6f-9c1d-2f3b4c5d6e7f',
      cookie: browser.cookieHeader('/api/ui/payment'),
      ...page.headers,
      ...headers,
    },
    payload,
  });
  return { status: response.statusCode, headers: {}, setCookies: [], text: response.body };
}

async function accountOf(name: string): Promise<string> {
  const { rows } = await house.database.query(
    `select iban from account where name = $1 and kind = 'customer' and customer_id = (select customer_id from account where name = 'Dollar account')`,
    [name],
  );
  return textOf(rows[0], 'iban');
}

const refusal = (code: string, text: unknown, path?: string) => ({
  errors: [{ code, text, ...(path === undefined ? {} : { path }) }],
  message: text,
});

describe('a signature is refused with', () => {
  const ACCOUNT = 'debtorAccountIban';
  let page: OpenPage;
  let own: string;
  let books: unknown;
  beforeAll(async () => {
    page = await openPage('Pēteris Mēģinājums', '500.00');
    own = await accountOf('Everyday account');
    books = await readBooks(house);
  });

  it.each<[what: string, account: string, code: string, text: string]>([
    ['somebody else’s account', 'stranger', 'ACCOUNT_UNKNOWN', 'This account is not one of yours. No money was moved. Choose another account.'],
    ['an account that does not exist', 'nobody', 'ACCOUNT_UNKNOWN', 'This account is not one of yours. No money was moved. Choose another account.'],
    ['a dollar account', 'Dollar account', 'CURRENCY_MISMATCH', 'This account is not held in EUR. No money was moved. Choose an account in EUR.'],
    ['a blocked account', 'Old account', 'ACCOUNT_BLOCKED', 'This account is blocked. No money was moved. Choose another account.'],
    ['too little money', 'Everyday account', 'FUNDS_NOT_AVAILABLE', 'Not enough money, available 453.80 EUR'],
  ])('%s', async (_what, account, code, text) => {
    const [stranger = ''] = account === 'stranger' ? await (await openPage()).ibans() : [];
    const iban = account === 'stranger' ? stranger : account === 'nobody' ? 'EE869800100045081764' : await accountOf(account);
    const before = await readBooks(house);
    const answer = await page.put({ debtorAccountIban: iban });
    // How much there is comes along by itself too: the page says it in the customer's language.
    const available = code === 'FUNDS_NOT_AVAILABLE' ? { available: { amount: '453.80', currency: 'EUR' } } : {};
    expect([answer.status, jsonOf(answer)]).toEqual([400, { ...refusal(code, text, ACCOUNT), ...available }]);
    expect(await readBooks(house)).toEqual(before);
  });

  it.each<[what: string, body: (own: string) => object | string, path: string | undefined, text: string]>([
    ['an amount of the page’s own', (iban) => ({ debtorAccountIban: iban, amount: '0.01' }), 'amount', 'This field is unknown. Leave it out.'],
    ['another payee', (iban) => ({ debtorAccountIban: iban, creditorAccount: { iban } }), 'creditorAccount', 'This field is unknown. Leave it out.'],
    [
      'an unknown field of the details',
      (iban) => ({ debtorAccountIban: iban, debtorDetails: { foo: 1 } }),
      'debtorDetails.foo',
      'This field is unknown. Leave it out.',
    ],
    ['the account twice', (iban) => `{"debtorAccountIban":"${iban}","debtorAccountIban":"EE00"}`, ACCOUNT, 'This field comes twice. Send it once.'],
    ['a prototype', () => '{"__proto__":{"debtorAccountIban":"x"}}', '__proto__', 'This field is unknown. Leave it out.'],
    ['no account', () => ({}), ACCOUNT, 'This field is missing.'],
    ['an account as a number', () => ({ debtorAccountIban: 1 }), ACCOUNT, 'This value must be a text.'],
    [
      'an account in small letters',
      (iban) => ({ debtorAccountIban: iban.toLowerCase() }),
      ACCOUNT,
      'Accepted: an IBAN in upper case without spaces, such as EE869800100045081764.',
    ],
    [
      'U+0000',
      (iban) => ({ debtorAccountIban: iban, debtorDetails: { street: '\u0000' } }),
      'debtorDetails.street',
      'The body holds a character that cannot be stored (U+0000 or half a surrogate pair). Leave it out.',
    ],
    [
      'details outside Lithuania',
      (iban) => ({ debtorAccountIban: iban, debtorDetails: { debtorId: '1' } }),
      'debtorDetails',
      'Address and identification can be sent along in Lithuania only. Leave them out.',
    ],
    ['half a body', () => '{', undefined, 'The body is not valid JSON (line 1, column 2). Correct it and send the request again.'],
    ['a list', () => '[]', undefined, 'The body must be an object.'],
    ['no body', () => '', 'debtorAccountIban', 'This field is missing.'],
    ['40 levels', () => '['.repeat(40), undefined, 'The body is nested deeper than 32 levels. Send it flatter.'],
  ])('%s', async (_what, body, path, text) => {
    const answer = await page.put(body(own));
    expect([answer.status, jsonOf(answer)]).toEqual([400, refusal('FORMAT_ERROR', text, path)]);
  });

  it.each<[what: string, headers: Record<string, string>, bytes: number, status: number, code: string]>([
    ['more than 64 KiB', {}, 65 * 1024, 413, 'PAYLOAD_TOO_LARGE'],
    ['a packed body', { 'content-encoding': 'br' }, 10, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 10, 400, 'ORIGIN_DENIED'],
    ['a request from elsewhere', { origin: 'https://evil.example' }, 10, 400, 'ORIGIN_DENIED'],
  ])('%s', async (_what, headers, bytes, status, code) => {
    const answer = await sendText(page.browser, page, `"${'x'.repeat(bytes)}"`, headers);
    expect([answer.status, member(jsonOf(answer), 'errors', '0', 'code')]).toEqual([status, code]);
  });

  it('an incomplete address in Lithuania', async () => {
    const lithuanian = await openPage('Ona Pavyzdytė');
    const [iban = ''] = await lithuanian.ibans();
    const answer = await lithuanian.put({ debtorAccountIban: iban, debtorDetails: { street: 'Bandymų g. 1', country: 'LT' } });
    const text = 'An address needs at least town and country. No money was moved. Complete the address or send none.';
    expect([answer.status, jsonOf(answer)]).toEqual([400, refusal('ADDRESS_INCOMPLETE', text, 'debtorDetails.townName')]);
  });

  it('no booking: the page can still be used', async () => {
    expect(member(await readBooks(house), 'entries')).toBe(member(books, 'entries'));
    expect(member(await readBooks(house), 'balances')).toBe(member(books, 'balances'));
    expect((await page.refuse()).status).toBe(200);
  });
});

describe('a signing id without an open session', () => {
  const CALLS = [
    ['GET', '/api/ui/payment/details'],
    ['PUT', '/api/ui/payment'],
    ['DELETE', '/api/ui/payment'],
    ['GET', '/api/ui/payment/fee?debtorIban=EE869800100045081764'],
    ['GET', '/api/ui/account/list'],
    ['GET', '/api/ui/account/balance?iban=EE869800100045081764'],
    ['GET', '/api/ui/customer/details'],
    ['GET', '/api/ui/challenge'],
    ['POST', '/api/ui/activity'],
    ['POST', '/api/ui/challenge/response'],
  ] as const;
  const BODIES = new Map<string, object>([
    ['/api/ui/payment', { debtorAccountIban: 'EE869800100045081764' }],
    ['/api/ui/challenge/response', { response: '12345678' }],
  ]);

  /** Every answer that is not the expected one, so that a failure names the call. */
  async function exceptions(browser: Browser, headers: Readonly<Record<string, string>>, expected: object, without: readonly string[] = []) {
    const others: unknown[] = [];
    for (const [method, path] of CALLS.filter((call) => !without.includes(call[0]))) {
      const answer = await browser.send(method, path, {
        headers,
        ...(method === 'GET' || method === 'DELETE' ? {} : { body: BODIES.get(path) ?? {} }),
      });
      if (answer.status !== 410 || answer.text.replace(/"endedAt":"[^"]+"/, '"endedAt":"then"') !== JSON.stringify(expected))
        others.push([method, path, answer.status, answer.text]);
    }
    return others;
  }

  it('because it is unknown, empty, absent or malformed, gets 410 on every call, without a provider', async () => {
    const { browser } = await openPage();
    const stranger = house.browse();
    for (const who of [browser, stranger]) {
      for (const id of ['A'.repeat(43), '', 'null', "' or 1=1 --", 'ä']) {
        expect(await exceptions(who, { 'signing-id': id }, refusal('SIGNING_TERMINATED', TERMINATED)), id).toEqual(
          id === '' && who === browser ? expect.anything() : [],
        );
      }
    }
    expect(await exceptions(stranger, {}, refusal('SIGNING_TERMINATED', TERMINATED))).toEqual([]);
  });

  it('because it belongs to another browser, gets the same 410, and the session stays open', async () => {
    const page = await openPage();
    const other = await openPage('Mart Proov');
    const books = await readBooks(house);
    for (const who of [other.browser, house.browse()]) {
      expect(await exceptions(who, page.headers, refusal('SIGNING_TERMINATED', TERMINATED))).toEqual([]);
    }
    expect(await readBooks(house)).toEqual(books);
    expect((await page.browser.send('GET', '/api/ui/payment/details', { headers: page.headers })).status).toBe(200);
  });

  it('because it was refused, gets 410, with the return addresses in this browser only; the refusal can be repeated', async () => {
    const page = await openPage();
    const refused = await page.refuse();
    expect(
      await exceptions(page.browser, page.headers, { ...refusal('SIGNING_TERMINATED', TERMINATED), ...WAY_BACK, ...ended('refused') }, ['DELETE']),
    ).toEqual([]);
    expect(await exceptions(house.browse(), page.headers, refusal('SIGNING_TERMINATED', TERMINATED))).toEqual([]);
    expect([(await page.refuse()).status, (await page.refuse()).text]).toEqual([200, refused.text]);
  });

  it('because it has expired, gets 410, with the return addresses in this browser only', async () => {
    const page = await openPage();
    await passTime(5 * 60 + 1);
    expect(await exceptions(page.browser, page.headers, { ...refusal('SIGNING_TERMINATED', TERMINATED), ...WAY_BACK, ...ended('expired') })).toEqual(
      [],
    );
    expect(await exceptions(house.browse(), page.headers, refusal('SIGNING_TERMINATED', TERMINATED))).toEqual([]);
    await passTime(0);
    expect(await exceptions(page.browser, page.headers, { ...refusal('SIGNING_TERMINATED', TERMINATED), ...WAY_BACK, ...ended('expired') })).toEqual(
      [],
    );
  });

  it('twice in one header is refused, and so is an IBAN twice in the query', async () => {
    const page = await openPage();
    const [iban = ''] = await page.ibans();
    const twice = await page.browser.send('GET', `/api/ui/account/balance?iban=${iban}&iban=${iban}`, { headers: page.headers });
    expect([twice.status, jsonOf(twice)]).toEqual([400, refusal('FORMAT_ERROR', 'This value must be a text.', 'query:iban')]);
    const joined = await page.browser.send('GET', '/api/ui/payment/details', { headers: { 'signing-id': `${page.signingId}, ${page.signingId}` } });
    expect(joined.status).toBe(410);
  });
});

describe('a repetition', () => {
  it('of a signature returns the stored response; another account or a refusal gets 409; nothing is booked again', async () => {
    const page = await openPage();
    const [iban = '', other = ''] = await page.ibans();
    const signed = await page.sign(iban);
    expect([signed.status, member(jsonOf(signed), 'transactionStatus')]).toEqual([200, 'ACCC']);
    const books = await readBooks(house);
    for (const seconds of [0, 4 * 60]) {
      await passTime(seconds);
      expect([(await page.sign(iban)).status, (await page.sign(iban)).text]).toEqual([200, signed.text]);
      for (const late of [await page.sign(other), await page.refuse()]) {
        expect([late.status, jsonOf(late)]).toEqual([409, refusal('ALREADY_SIGNED', ALREADY_SIGNED)]);
      }
      const shown = await page.browser.send('GET', '/api/ui/payment/details', { headers: page.headers });
      expect(jsonOf(shown)).toMatchObject({ state: 'signed', details: { transactionStatus: 'ACCC' } });
    }
    expect(await readBooks(house)).toEqual(books);
  });

  it.each([
    [6 * 60, 200],
    [15 * 60 - 5, 200],
    [15 * 60 + 1, 410],
  ])('of a signature %i seconds later returns %i', async (seconds, status) => {
    const page = await openPage();
    const [iban = ''] = await page.ibans();
    const signed = await page.sign(iban);
    const books = await readBooks(house);
    await passTime(seconds);
    const repeated = await page.sign(iban);
    expect(repeated.status).toBe(status);
    const gone = { ...refusal('SIGNING_TERMINATED', TERMINATED), ...WAY_BACK, outcome: 'signed', kind: 'payment', bankCountry: 'ee' };
    const end = { receiptId: expect.stringMatching(/^sgn_/), signedAt: member(jsonOf(signed), 'signedAt'), status: 'ACCC' };
    expect(jsonOf(repeated)).toEqual(status === 200 ? jsonOf(signed) : { ...gone, ...end });
    expect((await page.refuse()).status).toBe(status === 200 ? 409 : 410);
    const stranger = await house.browse().send('PUT', '/api/ui/payment', { headers: page.headers, body: { debtorAccountIban: iban } });
    expect([stranger.status, jsonOf(stranger)]).toEqual([410, refusal('SIGNING_TERMINATED', TERMINATED)]);
    expect(await readBooks(house)).toEqual(books);
  });

  it('of the entry replaces the session of the first tab, which can no longer sign', async () => {
    const browser = house.browse();
    const { scaRedirect } = await house.tpp.createPayment(await house.token(browser), orderOf('5.00'));
    const first = await enterSigning(browser, scaRedirect, house.customers[0]);
    const second = await enterSigning(browser, scaRedirect, house.customers[0]);
    const [iban = ''] = await second.ibans();
    const books = await readBooks(house);
    expect((await first.sign(iban)).status).toBe(410);
    expect(await readBooks(house)).toEqual(books);
    expect((await second.sign(iban)).status).toBe(200);
  });
});
