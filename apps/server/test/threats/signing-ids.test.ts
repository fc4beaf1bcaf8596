/** T3: a signing session is opened by its own customer's browser, with the id that was made for it, and by nothing else. */
import { randomUUID } from 'node:crypto';
import { type Browser, enterSigning, jsonOf, obtainToken, type SigningPage, textOf, type WireAnswer } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { type House, type HouseCustomer, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';

const SECRET = /^[A-Za-z0-9_-]{43}$/;
const DETAILS = '/api/ui/payment/details';
/** Every call of a signing page; the two that end it come last. */
const CALLS = [
  ['GET', DETAILS],
  ['GET', '/api/ui/challenge'],
  ['GET', '/api/ui/account/list'],
  ['GET', '/api/ui/account/balance?iban=EE471000001020145685'],
  ['GET', '/api/ui/customer/details'],
  ['GET', '/api/ui/payment/fee?debtorIban=EE471000001020145685&amount=1.00&creditorIban=EE471000001020145685'],
  ['POST', '/api/ui/activity'],
  ['DELETE', '/api/ui/payment'],
] as const;

/** A customer in a browser of their own, signed in at the bank. */
interface Visitor {
  readonly browser: Browser;
  readonly token: string;
}

let house: House;
let owner: Visitor;
let other: Visitor;
/** The owner once more, in another browser. */
let twin: Visitor;

beforeAll(async () => {
  house = await openHouse();
  const [first, second] = house.customers;
  if (second === undefined) throw new Error('The seed made one customer only.');
  const signIn = async (customer: HouseCustomer): Promise<Visitor> => {
    const browser = house.browse();
    return { browser, token: await obtainToken(browser, house.tpp, customer) };
  };
  owner = await signIn(first);
  twin = await signIn(first);
  other = await signIn(second);
});
afterAll(() => house.close());

/** The way from the provider's redirect to the signing page, with every secret on it. */
async function enter({ browser, token }: Visitor, more: Readonly<Record<string, string>> = {}) {
  const { scaRedirect } = await house.tpp.createPayment(token, orderOf('1.00'));
  const { headers } = await browser.send('GET', scaRedirect);
  const ticket = new URL(headers.location ?? '', house.config.publicUrl).searchParams.get('entry') ?? '';
  const answer = await browser.send('GET', DETAILS, { headers: { ...more, 'signing-entry': ticket } });
  return { reference: scaRedirect.split('/').at(-1) ?? '', scaRedirect, ticket, signingId: textOf(jsonOf(answer), 'signingId') };
}

function openPage({ browser, token }: Visitor): Promise<SigningPage> {
  return house.tpp.createPayment(token, orderOf('1.00')).then(({ scaRedirect }) => enterSigning(browser, scaRedirect, house.customers[0]));
}

/** What a stranger can compare. */
function seen({ status, headers, setCookies, text }: WireAnswer): unknown {
  const { 'x-request-id': _id, date: _date, ...others } = headers;
  return { status, headers: others, setCookies, text };
}

describe('references, tickets and signing ids', () => {
  it('never repeat, and no bit of them can be foretold', () => {
    const count = 10_000;
    const secrets = Array.from({ length: count }, () => house.portico.platform.random.secret());
    expect(new Set(secrets).size).toBe(count);
    expect(new Set(secrets.map((secret) => secret.slice(0, 16))).size).toBe(count);
    const ones = Array.from({ length: 256 }, () => 0);
    for (const secret of secrets) {
      Buffer.from(secret, 'base64url').forEach((byte, index) => {
        for (let bit = 0; bit < 8; bit += 1) ones[index * 8 + bit] = (ones[index * 8 + bit] ?? 0) + ((byte >> bit) & 1);
      });
    }
    // Seven standard deviations of a fair coin: an honest source misses it once in 10^9 runs.
    expect(ones.filter((heads) => Math.abs(heads - count / 2) > 7 * Math.sqrt(count / 4))).toEqual([]);
  });

  it('have 256 bits, share no prefix, and are not stored', async () => {
    const all: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      const { reference, ticket, signingId } = await enter(owner);
      all.push(reference, ticket, signingId);
    }
    expect(all.filter((secret) => !SECRET.test(secret))).toEqual([]);
    expect(new Set(all.map((secret) => secret.slice(0, 8))).size).toBe(all.length);
    const { rows } = await house.database.query(
      `select (select string_agg(s::text, ' ') from signing_session s) || (select string_agg(e::text, ' ') from signing_entry e) as stored`,
    );
    const stored = textOf(rows[0], 'stored');
    expect(all.filter((secret) => stored.includes(secret))).toEqual([]);
  });
});

describe('a signing id', () => {
  it('of another customer is answered as one that does not exist, byte for byte, on every call', async () => {
    const page = await openPage(owner);
    const [iban = ''] = await page.ibans();
    const calls = [
      ...CALLS.map(([method, path]) => ({ method, path, body: {} })),
      { method: 'PUT', path: '/api/ui/payment', body: { body: { debtorAccountIban: iban } } },
    ] as const;
    for (const thief of [other, twin]) {
      for (const { method, path, body } of calls) {
        const ask = async (signingId: string) => seen(await thief.browser.send(method, path, { headers: { 'signing-id': signingId }, ...body }));
        const foreign = await ask(page.signingId);
        expect(foreign, `${method} ${path}`).toMatchObject({ status: 410 });
        expect(foreign, `${method} ${path}`).toEqual(await ask(house.portico.platform.random.secret()));
      }
    }
    expect((await page.refuse()).status).toBe(200);
  });

  it('without the cookie opens nothing, and the cookie without it neither when two pages are open', async () => {
    const page = await openPage(owner);
    await openPage(owner);
    for (const [method, path] of CALLS) {
      const alone = await house.browse().send(method, path, { headers: page.headers });
      expect(alone.status, `${method} ${path}`).toBe(410);
      expect((await owner.browser.send(method, path)).status, `${method} ${path}`).toBe(410);
    }
  });

  it('that was put into the browser beforehand is not adopted', async () => {
    const preset = house.portico.platform.random.secret();
    const { signingId } = await enter(owner, { 'signing-id': preset });
    expect(signingId).not.toBe(preset);
    expect((await owner.browser.send('GET', DETAILS, { headers: { 'signing-id': preset } })).status).toBe(410);
    expect((await owner.browser.send('GET', DETAILS, { headers: { 'signing-id': signingId } })).status).toBe(200);
  });

  it('dies when the session is entered again', async () => {
    const { scaRedirect, signingId } = await enter(owner);
    const again = await enterSigning(owner.browser, scaRedirect, house.customers[0]);
    expect(again.signingId).not.toBe(signingId);
    expect((await owner.browser.send('GET', DETAILS, { headers: { 'signing-id': signingId } })).status).toBe(410);
    expect((await owner.browser.send('DELETE', '/api/ui/payment', { headers: { 'signing-id': signingId } })).status).toBe(410);
    expect((await again.refuse()).status).toBe(200);
  });

  it('cannot be guessed, not even from everything else that is known of the session', async () => {
    const { signingId, ticket, reference } = await enter(owner);
    const { rows } = await house.database.query(
      'select session_id, reference_hash, signing_id_hash, ticket_hash, bank_session_hash from signing_entry join signing_session using (session_id, bank_session_hash) where signing_id_hash = $1',
      [sha256Hex(signingId)],
    );
    const near = [...signingId].map((character, at) => `${signingId.slice(0, at)}${character === 'A' ? 'B' : 'A'}${signingId.slice(at + 1)}`);
    const spelled = [signingId.toLowerCase(), signingId.toUpperCase(), signingId.slice(0, -1), `${signingId}A`, `${signingId}=`, `${signingId}, x`];
    const known = [ticket, reference, sha256Hex(signingId), ...Object.values(Object(rows[0])).map(String)];
    expect(known).toHaveLength(8);
    const random = Array.from({ length: 500 }, () => house.portico.platform.random.secret());
    const hits: string[] = [];
    for (const guess of [...near, ...spelled, ...known, ...random, '', '%', '*', "' or '1'='1"].filter((text) => text !== signingId)) {
      // The owner's own browser guesses: the cookie is right and only the id stands in the way.
      const { statusCode } = await house.portico.app.inject({
        url: '/api/ui/challenge',
        headers: { 'signing-id': guess, cookie: owner.browser.cookieHeader('/api/ui/challenge'), 'x-request-id': randomUUID() },
      });
      if (statusCode !== 410) hits.push(`${statusCode} ${guess}`);
    }
    expect(hits).toEqual([]);
    expect((await owner.browser.send('GET', '/api/ui/challenge', { headers: { 'signing-id': signingId } })).status).toBe(200);
  });
});

describe('an entry ticket', () => {
  it('opens one page once', async () => {
    const { ticket } = await enter(owner);
    const again = await owner.browser.send('GET', DETAILS, { headers: { 'signing-entry': ticket } });
    expect([again.status, again.text]).toEqual([410, expect.stringContaining('SIGNING_TERMINATED')]);
  });

  it('is refused in another browser like an unknown one, and stays valid in its own', async () => {
    const { scaRedirect } = await house.tpp.createPayment(owner.token, orderOf('1.00'));
    const { headers } = await owner.browser.send('GET', scaRedirect);
    const ticket = new URL(headers.location ?? '', house.config.publicUrl).searchParams.get('entry') ?? '';
    const stolen = await other.browser.send('GET', DETAILS, { headers: { 'signing-entry': ticket } });
    const unknown = await other.browser.send('GET', DETAILS, { headers: { 'signing-entry': house.portico.platform.random.secret() } });
    expect(seen(stolen)).toEqual(seen(unknown));
    expect((await owner.browser.send('GET', DETAILS, { headers: { 'signing-entry': ticket } })).status).toBe(200);
  });
});
