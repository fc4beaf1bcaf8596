/**
 * The bank puts another person in the place of a company's signatory while a page is open or a device is asked. A signature belongs to the
 * person who approved it, and a session to the person who signed in.
 */
import { type Browser, jsonOf, member, openBrowser, signInAtBank, textOf, type WireAnswer } from '@portico/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { overInject } from '../../src/testing/over-inject.ts';
import { EVERY_ACCOUNT } from '../house/access-pages.ts';
import { orderBody } from '../house/company-house.ts';
import { openPermissionsHouse, type PermissionsHouse } from '../house/permissions-house.ts';
import { nameOf, openPeople, type People, type Person } from '../house/walk/people.ts';

const WAIT = { interval: 20 };
const KINDS = ['payment', 'consent', 'payment-cancellation'] as const;
type Kind = (typeof KINDS)[number];
const ORDERS = '/api/v1/payments/instant-sepa-credit-transfers';
const REST = ['account/list', 'customer/details', 'account/balance?iban=', 'payment/fee?debtorIban='];

let house: PermissionsHouse;
let people: People;
let first: Person;
let second: Person;
let third: Person;
beforeAll(async () => {
  house = await openPermissionsHouse('dev_replaced');
  people = await openPeople(house);
  first = people.holders.company;
  second = people.holders.coSigner;
  [, , third = first] = people.persons;
});
afterEach(() => people.replace(first, second));
afterAll(() => house.close());

const codeOf = (answer: WireAnswer) => [answer.status, member(jsonOf(answer), 'errors', '0', 'code')];
const SIGNED_OUT = { errors: [{ code: 'SIGNING_TERMINATED' }], outcome: 'signedOut' };

async function signIn(place: 'company' | 'coSigner'): Promise<Browser> {
  const browser = openBrowser(overInject(house.app, house.config.publicUrl), house.config.publicUrl);
  const opened = await browser.send('POST', '/bank/sign-in', { body: { bankCountry: 'ee', returnTo: '/bank/to-sign' } });
  const login = { country: 'ee', nationalIdentityNumber: people.holders[place].code, method: 'SMART_ID' };
  await signInAtBank(browser, textOf(jsonOf(opened), 'location'), login);
  return browser;
}

const setAutomatic = (browser: Browser, automatic: boolean) => browser.send('PUT', '/bank/device', { body: { automatic } });

/** The running challenges of this browser's device are approved. */
async function approve(browser: Browser): Promise<void> {
  const listed: unknown = member(jsonOf(await browser.send('GET', '/bank/device/challenges')), 'challenges');
  for (const challenge of Array.isArray(listed) ? listed : []) {
    if (member(challenge, 'state') !== 'started') continue;
    const path = `/bank/device/challenges/${textOf(challenge, 'challengeId')}/answer`;
    expect((await browser.send('POST', path, { body: { answer: 'approve' } })).status).toBe(200);
  }
}

async function askFor(kind: Kind) {
  await house.tokenOf(house.company);
  if (kind === 'consent') {
    const { id, scaRedirect } = await house.pages.ask(await house.token(), 'consent', EVERY_ACCOUNT);
    return { id, scaRedirect };
  }
  if (kind === 'payment') {
    const { body } = await house.tpp('POST', ORDERS, { body: orderBody('1.00') });
    return { id: textOf(body, 'paymentId'), scaRedirect: textOf(body, '_links', 'scaRedirect', 'href') };
  }
  const { paymentId, self } = await house.signOnce('1.00');
  return { id: paymentId, scaRedirect: textOf((await house.tpp('DELETE', self)).body, '_links', 'scaRedirect', 'href') };
}

/** The company's signatory is signed in and stands before the page; the device waits for a person. */
async function open(kind: Kind) {
  const { id, scaRedirect } = await askFor(kind);
  const browser = await signIn('company');
  await setAutomatic(browser, false);
  const { location = '' } = (await browser.send('GET', scaRedirect)).headers;
  const entry = new URL(location, house.config.publicUrl).searchParams.get('entry') ?? '';
  const read = `/api/ui/${kind.replace('-cancellation', '')}/details`;
  const headers = { 'signing-id': textOf(jsonOf(await browser.send('GET', read, { headers: { 'signing-entry': entry } })), 'signingId') };
  const [{ iban }] = (await house.database.query('select iban from account where customer_id = $1 order by iban limit 1', [people.ids.company]))
    .rows as [{ iban: string }];
  const debtor = (await house.database.query('select debtor_iban from payment where payment_id = $1', [id])).rows;
  const from = String(member(debtor[0], 'debtor_iban') ?? iban);
  const body = kind === 'consent' ? {} : { debtorAccountIban: from };
  const states = async () =>
    (
      await house.database.query(
        `select state, coalesce(payment.status, consent.status) as status from signing_session
         left join payment on payment_id = resource_id left join consent on consent_id = resource_id where resource_id = $1 and kind = $2`,
        [id, kind],
      )
    ).rows[0];
  const send = (method: 'GET' | 'PUT' | 'DELETE', path = `/api/ui/${kind}`) =>
    browser.send(method, path, { headers, ...(method === 'PUT' ? { body } : {}) });
  return { id, browser, from, scaRedirect, read, states, send };
}

const UNSIGNED: Readonly<Record<Kind, string>> = { payment: 'RCVD', consent: 'received', 'payment-cancellation': 'PATC' };

describe.each(KINDS)('the signature of a %s', (kind) => {
  it('that one person approves does not become that of the successor, and is not had by asking again', async () => {
    const { browser, send, states } = await open(kind);
    const held = send('PUT');
    await expect.poll(async () => member(await states(), 'state'), WAIT).toBe('signing');
    await expect.poll(async () => JSON.stringify(jsonOf(await browser.send('GET', '/bank/device/challenges'))), WAIT).toContain('"started"');
    // The successor is the one who would sign second, and the former signatory would have both signatures.
    await people.replace(second, first);
    await approve(browser);
    const answer = await held;
    expect([answer.status, jsonOf(answer)]).toMatchObject([410, SIGNED_OUT]);
    expect(await states()).toEqual({ state: 'open', status: UNSIGNED[kind] });
    expect((await send('PUT')).status).toBe(410);
    // The bank takes it back: the approval of before is not used, the device is asked again.
    await people.replace(first, second);
    await setAutomatic(browser, true);
    expect((await send('PUT')).status).toBe(200);
  });

  it('is neither read nor refused by who signed for the company before, and is not begun', async () => {
    const { send, states, read, from } = await open(kind);
    await people.replace(third, second);
    const paths = REST.map((path) => `/api/ui/${path.endsWith('=') ? `${path}${from}` : path}`);
    for (const path of [read, ...paths]) expect([path, jsonOf(await send('GET', path))]).toMatchObject([path, SIGNED_OUT]);
    for (const method of ['DELETE', 'PUT'] as const) expect(jsonOf(await send(method))).toMatchObject(SIGNED_OUT);
    expect(await states()).toEqual({ state: 'open', status: UNSIGNED[kind] });
  });

  it('can be given with the same national identity number under another name', async () => {
    const { browser, send, read } = await open(kind);
    await people.replace({ ...first, surname: 'Näidis-Uus' }, second);
    await setAutomatic(browser, true);
    await send('GET', read);
    expect((await send('PUT')).status).toBe(200);
  });
});

describe('the redirect to the signing page', () => {
  it('leads a browser of who signed for the company before to the sign-in, and leaves the request to the successor', async () => {
    const browser = await signIn('company');
    const { scaRedirect } = await askFor('payment');
    await people.replace(third, second);
    expect((await browser.send('GET', scaRedirect)).headers.location).toContain('/bank/sign-in/');
    expect((await (await signIn('company')).send('GET', scaRedirect)).headers.location).toContain('entry=');
  });
});

describe('the second signature', () => {
  it('is not given with the approval of who was in that place before, and is with an own one', async () => {
    const { paymentId, status } = await house.signOnce('1.00');
    const path = `/bank/to-sign/payments/${paymentId}`;
    const before = await signIn('coSigner');
    expect((await before.send('POST', `${path}/challenge`)).status).toBe(200);
    expect(jsonOf(await before.send('GET', `${path}/challenge`))).toMatchObject({ state: 'approved' });
    await people.replace(first, third);
    const successor = await signIn('coSigner');
    expect(codeOf(await successor.send('POST', `${path}/signature`))).toEqual([409, 'SCA_CONTENT_CHANGED']);
    expect([await status(), (await before.send('POST', `${path}/signature`)).status]).toEqual(['PATC', 410]);
    await successor.send('POST', `${path}/challenge`);
    const signed = await successor.send('POST', `${path}/signature`);
    expect(jsonOf(signed)).toMatchObject({ transactionStatus: 'ACCC', signatories: [{ name: nameOf(first) }, { name: nameOf(third) }] });
  });
});
