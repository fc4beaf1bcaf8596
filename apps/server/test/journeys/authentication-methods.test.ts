/** Every method from the third party's redirect to a signed payment, in each country, with the customers of the seed. */
import { AUTH_METHODS, type AuthMethod, BANK_COUNTRIES, type BankCountry } from '@portico/contract/values';
import {
  type Browser,
  type Customer,
  enterSigning,
  identityOf,
  jsonOf,
  member,
  obtainToken,
  readCalculator,
  type SigningPage,
  textOf,
  typeResponse,
} from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';

/** Written out a second time on purpose: whatever is not here must be refused. */
const OFFERED: Readonly<Record<BankCountry, readonly AuthMethod[]>> = {
  ee: ['SMART_ID', 'MOBILE_ID', 'IDCARD', 'CODE_CALCULATOR'],
  lv: ['SMART_ID', 'EPARAKSTS_MOBILE', 'CODE_CALCULATOR'],
  lt: ['SMART_ID', 'MOBILE_ID', 'CODE_CALCULATOR'],
};
const PAIRS = BANK_COUNTRIES.flatMap((country) => AUTH_METHODS.map((method) => ({ country, method, isOffered: OFFERED[country].includes(method) })));
const RESPONSE = '/api/ui/challenge/response';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

/** The ordinary person of a country; what a method needs that nobody there holds is made up. */
function personOf(country: BankCountry, method: AuthMethod): Customer {
  const found = house.customers.find((customer) => customer.country === country && customer.type === 'person');
  if (found === undefined) throw new Error(`Nobody lives in ${country}.`);
  const { nationalIdentityNumber, phoneNumber = '+37200000766', userNumber = '90000000' } = found;
  return { country, method, nationalIdentityNumber, phoneNumber, userNumber };
}

async function openSignIn(country: BankCountry) {
  const browser = house.browse();
  const page = (await browser.send('GET', house.tpp.authorize(country).address)).headers.location ?? '';
  return { browser, page };
}

async function openPayment(customer: Customer, amount = '1.00') {
  const browser = house.browse();
  const token = await obtainToken(browser, house.tpp, customer);
  const order = orderOf(amount);
  const { paymentId, scaRedirect } = await house.tpp.createPayment(token, order);
  const page = await enterSigning(browser, scaRedirect, customer);
  const [iban = ''] = await page.ibans();
  await page.choose(iban);
  const status = () => house.tpp.readStatus(token, order, paymentId);
  return { browser, page, iban, order, status };
}

async function readChallenge(browser: Browser, page: SigningPage): Promise<unknown> {
  return jsonOf(await browser.send('GET', '/api/ui/challenge', { headers: page.headers }));
}

/** Waits until the PUT has started a challenge for the calculator; answers its number by meaning. */
async function numberAsked(browser: Browser, page: SigningPage): Promise<Readonly<Record<string, string>>> {
  await expect.poll(async () => member(await readChallenge(browser, page), 'state')).toBe('started');
  const number = member(await readChallenge(browser, page), 'calculatorNumber');
  return Object.fromEntries(Array.isArray(number) ? number.map((part) => [textOf(part, 'meaning'), textOf(part, 'digits')]) : []);
}

describe('the sign-in page', () => {
  it.each(BANK_COUNTRIES)('offers in %s the country’s methods and no others', async (country) => {
    const { browser, page } = await openSignIn(country);
    expect(member(jsonOf(await browser.send('GET', `${page}/details`)), 'methods')).toEqual(OFFERED[country]);
  });

  it.each(PAIRS.filter(({ isOffered }) => !isOffered))('refuses in $country the method $method', async ({ country, method }) => {
    const { browser, page } = await openSignIn(country);
    // The bank's page takes no identity from this page.
    const body = method === 'BANK_PAGE' ? { method } : identityOf(personOf(country, method));
    const refused = await browser.send('POST', `${page}/authentication`, { body });
    expect([refused.status, member(jsonOf(refused), 'errors', '0', 'code')]).toEqual([422, 'SCA_METHOD_UNKNOWN']);
  });

  it('redirects to the third party with its state and access_denied when the customer cancels after a wrong response', async () => {
    const browser = house.browse();
    const request = house.tpp.authorize('ee');
    const page = (await browser.send('GET', request.address)).headers.location ?? '';
    await browser.send('POST', `${page}/authentication`, { body: identityOf(personOf('ee', 'CODE_CALCULATOR')) });
    await typeResponse(browser, `${page}/response`, '00000000');
    const way = textOf(jsonOf(await browser.send('DELETE', page)), 'location');
    const returned = new URL((await browser.send('GET', way)).headers.location ?? way);
    expect(returned.searchParams.get('error')).toBe('access_denied');
    expect(returned.searchParams.get('state')).toBe(new URL(request.address).searchParams.get('state'));
  });
});

describe('a payment is signed', () => {
  it.each(PAIRS.filter(({ isOffered }) => isOffered))('in $country with $method', async ({ country, method }) => {
    const { browser, page, iban, status } = await openPayment(personOf(country, method));
    expect(member(page.details, 'authMethod')).toBe(method);
    const held = page.sign(iban);
    if (method === 'CODE_CALCULATOR') {
      await numberAsked(browser, page);
      expect((await typeResponse(browser, RESPONSE, await readCalculator(browser), page.headers)).status).toBe(200);
    }
    const signed = await held;
    expect([signed.status, member(jsonOf(signed), 'transactionStatus')]).toEqual([200, 'ACCC']);
    expect(await status()).toBe('ACCC');
  });
});

describe('a calculator', () => {
  const customer = () => personOf('ee', 'CODE_CALCULATOR');

  it('receives the amount in cents and the last digits of the payee’s account', async () => {
    const { browser, page, iban, order } = await openPayment(customer(), '46.80');
    const held = page.sign(iban);
    const number = await numberAsked(browser, page);
    expect(number).toEqual({ amount: '4680', account: order.creditorIban.slice(-4), once: expect.stringMatching(/^\d{6}$/) });
    await typeResponse(browser, RESPONSE, await readCalculator(browser), page.headers);
    expect((await held).status).toBe(200);
  });

  it('shows a wrong response for another amount: nothing is paid, and the right response signs afterwards', async () => {
    const { browser, page, iban, status } = await openPayment(customer(), '2.50');
    const held = page.sign(iban);
    const { account = '', once = '' } = await numberAsked(browser, page);
    const challengeId = textOf(jsonOf(await browser.send('GET', '/bank/device/challenges')), 'challenges', '0', 'challengeId');
    const keyedIn = await browser.send('POST', `/bank/device/challenges/${challengeId}/calculator`, { body: { number: `25000${account}${once}` } });
    await typeResponse(browser, RESPONSE, textOf(jsonOf(keyedIn), 'response'), page.headers);
    const refused = await held;
    expect([refused.status, member(jsonOf(refused), 'errors', '0', 'code')]).toEqual([422, 'SCA_WRONG_CODE']);
    expect(member(jsonOf(refused), 'errors', '0', 'text')).toContain('The response was wrong. No money was moved.');
    expect(await status()).toBe('RCVD');

    const again = page.sign(iban);
    await numberAsked(browser, page);
    await typeResponse(browser, RESPONSE, await readCalculator(browser), page.headers);
    expect((await again).status).toBe(200);
  });

  it('cannot sign a second, equal payment with the first one’s response', async () => {
    const first = await openPayment(customer(), '3.00');
    const signing = first.page.sign(first.iban);
    await numberAsked(first.browser, first.page);
    const response = await readCalculator(first.browser);
    await typeResponse(first.browser, RESPONSE, response, first.page.headers);
    expect((await signing).status).toBe(200);

    const second = await openPayment(customer(), '3.00');
    const held = second.page.sign(second.iban);
    await numberAsked(second.browser, second.page);
    await typeResponse(second.browser, RESPONSE, response, second.page.headers);
    expect((await held).status).toBe(422);
    expect(await second.status()).toBe('RCVD');
  });

  it('cannot be used before the signature is requested, nor to sign with a phone', async () => {
    const calculator = await openPayment(customer());
    const early = await typeResponse(calculator.browser, RESPONSE, '12345678', calculator.page.headers);
    expect([early.status, member(jsonOf(early), 'errors', '0', 'code')]).toEqual([409, 'SIGNING_STATE_INVALID']);

    const phone = await openPayment(personOf('ee', 'SMART_ID'));
    expect((await phone.page.sign(phone.iban)).status).toBe(200);
    expect((await typeResponse(phone.browser, RESPONSE, '12345678', phone.page.headers)).status).toBe(409);
  });

  it('is blocked after five wrong responses: the refusal names the end of the block, and the session stays open', async () => {
    const { browser, page, iban, status } = await openPayment(personOf('lt', 'CODE_CALCULATOR'));
    for (let failure = 1; failure <= 5; failure += 1) {
      const held = page.sign(iban);
      await numberAsked(browser, page);
      await typeResponse(browser, RESPONSE, '00000000', page.headers);
      expect((await held).status).toBe(422);
    }
    const blocked = await page.sign(iban);
    expect([blocked.status, member(jsonOf(blocked), 'errors', '0', 'code')]).toEqual([422, 'SCA_METHOD_BLOCKED']);
    expect(member(jsonOf(blocked), 'errors', '0', 'text')).toMatch(/blocked until \d\d:\d\d \(\d+ min\).*use another method/);
    expect(await status()).toBe('RCVD');
    expect((await page.refuse()).status).toBe(200);
  });
});

describe('a phone out of reach', () => {
  it('ends the pending signature at once, and the customer can try again', async () => {
    const { browser, page, iban, status } = await openPayment(personOf('ee', 'MOBILE_ID'));
    await browser.send('PUT', '/bank/device', { body: { automatic: false } });
    const held = page.sign(iban);
    await numberAsked(browser, page);
    const challengeId = textOf(jsonOf(await browser.send('GET', '/bank/device/challenges')), 'challenges', '0', 'challengeId');
    await browser.send('POST', `/bank/device/challenges/${challengeId}/answer`, { body: { answer: 'unreachable' } });
    const refused = await held;
    expect([refused.status, member(jsonOf(refused), 'errors', '0', 'code')]).toEqual([422, 'SCA_UNREACHABLE']);
    expect(await status()).toBe('RCVD');
    await browser.send('PUT', '/bank/device', { body: { automatic: true } });
    expect((await page.sign(iban)).status).toBe(200);
  });
});
