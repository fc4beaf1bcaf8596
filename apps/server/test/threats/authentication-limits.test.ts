/** T9, RTS (EU) 2018/389 Art. 4: five failures, five idle minutes, a code once, and a refusal that does not say what was wrong. */
import { type Browser, enterSigning, jsonOf, obtainToken, signInAtBank, textOf, type WireAnswer } from '@portico/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { moveHouse } from '../house/avoid-midnight.ts';
import { type House, type HouseCustomer, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';

const SECOND_MS = 1000;
const FAILURES = ['wrongCode', 'refuse', 'wrongCode', 'refuse', 'wrongCode'] as const;

let house: House;

beforeAll(async () => {
  house = await openHouse();
});
afterEach(() => moveClock(0));
afterAll(() => house.close());

const moveClock = (seconds: number) => moveHouse(house.database, seconds * SECOND_MS);

/** One of the seeded customers whose phone can answer everything. Each test that blocks somebody takes another; 0 is never blocked. */
function customer(index: number): HouseCustomer {
  const found = house.customers.filter(({ scenario, method }) => scenario === 'approves' && method === 'SMART_ID')[index];
  if (found === undefined) throw new Error(`The seed made no customer ${index}.`);
  return found;
}

interface SignIn {
  readonly page: string;
  ask(): Promise<WireAnswer>;
  answer(answer: string): Promise<string>;
  complete(): Promise<WireAnswer>;
}

async function openSignIn({ country, method, nationalIdentityNumber }: HouseCustomer, browser: Browser = house.browse()): Promise<SignIn> {
  await browser.send('PUT', '/bank/device', { body: { automatic: false } });
  const page = (await browser.send('GET', house.tpp.authorize(country).address)).headers.location ?? '';
  return {
    page,
    ask: () => browser.send('POST', `${page}/authentication`, { body: { method, nationalIdentityNumber } }),
    async answer(answer) {
      const shown: unknown = Object(jsonOf(await browser.send('GET', '/bank/device/challenges'))).challenges;
      const running = (Array.isArray(shown) ? shown : []).find((challenge) => Object(challenge).state === 'started');
      const path = `/bank/device/challenges/${textOf(running, 'challengeId')}/answer`;
      return textOf(jsonOf(await browser.send('POST', path, { body: { answer } })), 'state');
    },
    complete: () => browser.send('POST', `${page}/completion`),
  };
}

describe('the fifth failure in a row', () => {
  it('blocks the method: no sixth challenge begins, in this browser or in a new one', async () => {
    const signIn = await openSignIn(customer(1));
    for (const failure of FAILURES) {
      expect((await signIn.ask()).status).toBe(200);
      expect(['wrongCode', 'refused']).toContain(await signIn.answer(failure));
    }
    for (const again of [signIn, await openSignIn(customer(1))]) {
      const refused = await again.ask();
      expect([refused.status, jsonOf(refused)]).toMatchObject([422, { errors: [{ code: 'SCA_METHOD_BLOCKED' }] }]);
    }
  });

  it('is not reached by four, and an approval resets the count', async () => {
    const signIn = await openSignIn(customer(3));
    for (const answer of [...FAILURES.slice(1), 'approve']) {
      expect((await signIn.ask()).status).toBe(200);
      await signIn.answer(answer);
    }
    expect((await signIn.complete()).status).toBe(200);
    const next = await openSignIn(customer(3));
    for (const failure of FAILURES.slice(1)) {
      expect((await next.ask()).status).toBe(200);
      await next.answer(failure);
    }
    expect((await next.ask()).status).toBe(200);
  });

  it('blocks the method for fifteen minutes', async () => {
    const signIn = await openSignIn(customer(5));
    for (const failure of FAILURES) {
      await signIn.ask();
      await signIn.answer(failure);
    }
    await moveClock(15 * 60 - 5);
    expect((await signIn.ask()).status).toBe(422);
    await moveClock(15 * 60 + 1);
    expect((await signIn.ask()).status).toBe(200);
  });

  it('in a browser where the customer never signed in blocks neither signing nor their known browsers', async () => {
    const browser = house.browse();
    const token = await obtainToken(browser, house.tpp, customer(4));
    const page = await enterSigning(browser, (await house.tpp.createPayment(token, orderOf('1.00'))).scaRedirect, customer(4));
    const stranger = await openSignIn(customer(4));
    for (const failure of FAILURES) {
      await stranger.ask();
      await stranger.answer(failure);
    }
    expect((await stranger.ask()).status).toBe(422);
    const [iban = ''] = await page.ibans();
    expect((await page.sign(iban)).status).toBe(200);
    const again = await openSignIn(customer(4), browser);
    expect((await again.ask()).status).toBe(200);
    expect(await again.answer('approve')).toBe('approved');
  });
});

describe('a refused personal code', () => {
  it('gets one refusal, equal to the byte, for every kind of invalid code', async () => {
    const browser = house.browse();
    const page = (await browser.send('GET', house.tpp.authorize('ee').address)).headers.location ?? '';
    const foreign = house.customers.find(({ country }) => country === 'lt');
    const wrong = ['38001010000', 'x', '0'.repeat(11), `${foreign?.nationalIdentityNumber ?? ''}0`];
    const answers = await Promise.all(
      wrong.map((nationalIdentityNumber) => browser.send('POST', `${page}/authentication`, { body: { method: 'SMART_ID', nationalIdentityNumber } })),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 400, text: expect.stringContaining('CUSTOMER_UNKNOWN') });
  });
});

describe('a confirmation', () => {
  it('of a sign-in opens one bank session, although its completion is repeated', async () => {
    const browser = house.browse();
    const signIn = await openSignIn(customer(6), browser);
    await signIn.ask();
    await signIn.answer('approve');
    const cookie = browser.cookieHeader(signIn.page);
    const thief = () =>
      house.portico.app.inject({
        method: 'POST',
        url: `${signIn.page}/completion`,
        headers: {
          origin: house.config.publicUrl,
          'content-type': 'application/json',
          'x-request-id': '0193c2b4-7a5e-4a6f-9c1d-2f3b4c5d6e7f',
          cookie,
        },
      });
    expect((await signIn.complete()).setCookies.some((set) => set.startsWith('portico-bank='))).toBe(true);
    for (let time = 0; time < 3; time += 1) expect(String((await thief()).headers['set-cookie'])).not.toContain('portico-bank=');
  });

  it('of a payment is used once by concurrent signatures', async () => {
    const browser = house.browse();
    const token = await house.token(browser);
    const page = await enterSigning(browser, (await house.tpp.createPayment(token, orderOf('1.00'))).scaRedirect, house.customers[0]);
    const [iban = ''] = await page.ibans();
    const answers = await Promise.all([page.sign(iban), page.sign(iban), page.sign(iban)]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await page.sign(iban)).text).toBe(answers[0]?.text);
    const { rows } = await house.database.query(
      `select count(*)::int as used from challenge join customer on customer.id = customer_id
       where purpose = 'signing' and state = 'approved' and national_identity_number = $1`,
      [house.customers[0].nationalIdentityNumber],
    );
    expect(rows).toEqual([{ used: 1 }]);
  });
});

describe('five minutes without activity', () => {
  async function openPage(earlier?: { browser: Browser; token: string }) {
    const browser = earlier?.browser ?? house.browse();
    const token = earlier?.token ?? (await obtainToken(browser, house.tpp, house.customers[0]));
    const { scaRedirect } = await house.tpp.createPayment(token, orderOf('1.00'));
    const page = await enterSigning(browser, scaRedirect, house.customers[0]);
    const [iban = ''] = await page.ibans();
    return { browser, token, page, iban };
  }

  it('end a signing page one second later', async () => {
    const { browser, page, iban } = await openPage();
    await moveClock(5 * 60 + 1);
    expect((await browser.send('GET', '/api/ui/payment/details', { headers: page.headers })).status).toBe(410);
    expect((await page.sign(iban)).status).toBe(410);
    // Turning the clock back revives nothing.
    await moveClock(0);
    expect((await page.sign(iban)).status).toBe(410);
  });

  it('end an idle page although its customer is active on another page', async () => {
    const left = await openPage();
    const used = await openPage(left);
    const open = async ({ page }: typeof used) => (await left.browser.send('GET', '/api/ui/payment/details', { headers: page.headers })).status;
    await moveClock(200);
    expect((await left.browser.send('POST', '/api/ui/activity', { headers: used.page.headers })).status).toBe(200);
    await moveClock(5 * 60 + 1);
    expect([await open(left), await open(used)]).toEqual([410, 200]);
  });

  it('start again with each activity, until the signing page ends after fifteen minutes', async () => {
    const { browser, page } = await openPage();
    for (const seconds of [290, 580, 870]) {
      await moveClock(seconds);
      expect((await browser.send('POST', '/api/ui/activity', { headers: page.headers })).status, `${seconds} s`).toBe(200);
    }
    await moveClock(15 * 60 + 1);
    expect((await browser.send('GET', '/api/ui/payment/details', { headers: page.headers })).status).toBe(410);
  });

  it('do not start again with the requests that the page polls', async () => {
    const { browser, page } = await openPage();
    for (const seconds of [100, 200, 290]) {
      await moveClock(seconds);
      expect((await browser.send('GET', '/api/ui/challenge', { headers: page.headers })).status).toBe(200);
    }
    await moveClock(5 * 60 + 1);
    expect((await browser.send('GET', '/api/ui/challenge', { headers: page.headers })).status).toBe(410);
  });

  it('end the bank session too: the next signing page needs a new sign-in', async () => {
    const { browser } = await openPage();
    const token = await obtainToken(house.browse(), house.tpp, house.customers[0]);
    const { scaRedirect } = await house.tpp.createPayment(token, orderOf('1.00'));
    await moveClock(5 * 60 + 1);
    const { headers } = await browser.send('GET', scaRedirect);
    expect(headers.location).toMatch(/\/bank\/sign-in\//);
    await expect(signInAtBank(browser, headers.location ?? '', house.customers[0])).resolves.toContain('/bank/sca/');
  });
});
