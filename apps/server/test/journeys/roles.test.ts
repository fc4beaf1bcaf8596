/**
 * A person who has private accounts and acts for a company chooses the role after the sign-in. The role is the customer of the bank session: accounts,
 * consents, permissions, payments and receipts of the other role answer as if they did not exist.
 */
import { RolesToChoose, TokenUser } from '@portico/contract';
import { type Browser, enterSigning, jsonOf, member, openBrowser, textOf, type WireAnswer } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DRAWINGS_PER_SESSION } from '#modules/receipts/index.ts';
import { overInject } from '../../src/testing/over-inject.ts';
import { orderBody } from '../house/company-house.ts';
import { openPayersHouse, type PayersHouse } from '../house/open-payers-house.ts';

const COMPANY = 'Näidisköide OÜ';
const EVERY_PAGE = ['/bank/permissions/given', '/bank/to-sign/payments', '/bank/receipts/signed'] as const;

let house: PayersHouse;
let person: TokenUser;
let company: TokenUser;
/** A company of another person. */
let foreign: TokenUser;

beforeAll(async () => {
  house = await openPayersHouse('dev_roles');
  person = await house.choose('ee');
  foreign = await house.choose('ee', 'company');
  company = await makeCompany(COMPANY);
});
afterAll(() => house.close());

async function makeCompany(companyName: string, representedBy = person.id): Promise<TokenUser> {
  const made = await house.call('POST', '/api/tpp/customers', { country: 'ee', type: 'company', companyName, representedBy });
  if (made.status !== 201) throw new Error(made.text);
  return Value.Parse(TokenUser, made.body);
}

const browse = () => openBrowser(overInject(house.app, house.config.publicUrl), house.config.publicUrl);
const login = ({ customer, country } = person) => ({ country, ...customer, method: 'SMART_ID' });
const rows = async (text: string, ...values: readonly string[]) => (await house.database.query(text, values)).rows;
/** Without a body there is no code. */
const codeOf = (answer: WireAnswer) => [answer.status, answer.text === '' ? undefined : member(jsonOf(answer), 'errors', '0', 'code')];

/** The browser of a person whose phone has approved the sign-in; nothing is completed. */
async function approve(returnTo = '/bank/permissions', who = login()) {
  const browser = browse();
  const page = textOf(jsonOf(await browser.send('POST', '/bank/sign-in', { body: { bankCountry: who.country, returnTo } })), 'location');
  await browser.send('GET', `${page}/details`);
  const { method, nationalIdentityNumber } = who;
  await browser.send('POST', `${page}/authentication`, { body: { method, nationalIdentityNumber } });
  while (member(jsonOf(await browser.send('GET', `${page}/challenge`)), 'state') === 'started');
  const complete = (roleId?: string) =>
    roleId === undefined ? browser.send('POST', `${page}/completion`) : browser.send('POST', `${page}/role`, { body: { roleId } });
  return { browser, page, complete };
}

async function enterAs({ id }: Pick<TokenUser, 'id'>, returnTo?: string): Promise<Browser> {
  const { browser, complete } = await approve(returnTo);
  expect((await complete(id)).status).toBe(200);
  return browser;
}

const visitorOf = async (browser: Browser) => member(jsonOf(await browser.send('GET', '/bank/session')), 'visitor');

describe('the sign-in of a person with two roles', () => {
  it('offers the private role and then the company, and completes nothing until one is chosen', async () => {
    const { browser, complete } = await approve();
    const answered = jsonOf(await complete());
    expect(answered).toMatchObject({ roles: [{ type: 'person' }, { type: 'company' }] });
    const offered = Value.Parse(RolesToChoose, answered);
    expect(offered.roles).toEqual([
      { roleId: person.id, name: `${person.customer.name} ${person.customer.surname}`, type: 'person' },
      { roleId: company.id, name: COMPANY, type: 'company' },
    ]);
    expect(codeOf(await browser.send('GET', '/bank/session'))).toEqual([410, 'SIGN_IN_UNKNOWN']);
    expect(Value.Parse(RolesToChoose, jsonOf(await complete()))).toEqual(offered);
  });

  it('names no company before the phone has approved', async () => {
    const browser = browse();
    const page = textOf(
      jsonOf(await browser.send('POST', '/bank/sign-in', { body: { bankCountry: 'ee', returnTo: '/bank/permissions' } })),
      'location',
    );
    expect((await browser.send('POST', `${page}/completion`)).text).not.toContain(COMPANY);
    expect(codeOf(await browser.send('POST', `${page}/role`, { body: { roleId: company.id } }))).toEqual([409, 'SIGNING_STATE_INVALID']);
  });

  it.each([
    ['a company of another person', () => foreign.id],
    ['an id that does not exist', () => 'cus_unknown'],
  ])('refuses %s, and the person may choose again', async (_title, roleOf) => {
    const { browser, complete } = await approve();
    expect(codeOf(await complete(roleOf()))).toEqual([409, 'ROLE_UNKNOWN']);
    expect(codeOf(await browser.send('GET', '/bank/session'))).toEqual([410, 'SIGN_IN_UNKNOWN']);
    expect(jsonOf(await complete(person.id))).toEqual({ location: '/bank/permissions' });
  });

  it.each(['', 'x'.repeat(65)])('refuses the role %j as malformed', async (roleId) => {
    expect(codeOf(await (await approve()).complete(roleId))).toEqual([400, 'FORMAT_ERROR']);
  });

  it('keeps the first role when two completions choose different ones', async () => {
    const { browser, page, complete } = await approve();
    await complete(company.id);
    // The page of a sign-in that is over; its answer was received.
    expect((await complete(person.id)).status).toBe(410);
    expect(await visitorOf(browser)).toMatchObject({ company: COMPANY });
    const [row] = await rows('select customer_id from sign_in where sign_in_id = $1', page.split('/').at(-1) ?? '');
    expect(row).toEqual({ customer_id: company.id });
  });

  it('shows for whom the person acts, and that the role can be changed', async () => {
    const name = `${person.customer.name} ${person.customer.surname}`;
    const who = { name, bankCountry: 'ee', authMethod: 'SMART_ID', hasRoles: true };
    expect(await visitorOf(await enterAs(person))).toEqual(who);
    expect(await visitorOf(await enterAs(company))).toEqual({ ...who, company: COMPANY });
  });

  it('has no such step for a person with one role, who cannot choose another either', async () => {
    const one = await approve('/bank/permissions', login(foreign));
    expect(codeOf(await one.complete(company.id))).toEqual([409, 'ROLE_UNKNOWN']);
    expect(jsonOf(await one.complete())).toEqual({ location: '/bank/permissions' });
    expect(member(await visitorOf(one.browser), 'hasRoles')).toBeUndefined();
  });

  it('audits person and role', async () => {
    const { page, complete } = await approve();
    await complete(company.id);
    const audited = await rows(`select event, ids from audit_entry where chain = $1 order by position`, `sign-in:${page.split('/').at(-1)}`);
    const idsOf = (event: string) =>
      member(
        audited.find((entry) => member(entry, 'event') === event),
        'ids',
        'customerId',
      );
    expect([idsOf('sign-in.authentication-started'), idsOf('sign-in.completed')]).toEqual([person.id, company.id]);
  });
});

describe('the role of a visit', () => {
  it('leaves the limit of files as it was', async () => {
    const browser = await enterAs(person);
    const ask = async () => (await browser.send('GET', '/bank/receipts/signed/sgn_00000000000000000000000000/pdf')).status;
    for (let count = 0; count < DRAWINGS_PER_SESSION.perHour; count += 1) expect(await ask()).toBe(404);
    expect(await ask()).toBe(429);
    for (const roleId of [company.id, person.id]) {
      expect((await browser.send('POST', '/bank/session/role', { body: { roleId } })).status).toBe(204);
      expect(await ask()).toBe(429);
    }
  });

  it('is replaced by another one with a new session; the former cookie opens nothing', async () => {
    const browser = await enterAs(person);
    const [before] = await rows(
      'select signed_in_at from bank_session where customer_id = $1 and ended_at is null order by signed_in_at desc',
      person.id,
    );
    const former = browser.cookieHeader('/bank');
    expect((await browser.send('POST', '/bank/session/role', { body: { roleId: company.id } })).status).toBe(204);
    expect(await visitorOf(browser)).toMatchObject({ company: COMPANY });
    const stolen = await house.app.inject({ method: 'GET', url: '/bank/session', headers: { cookie: former } });
    expect(stolen.statusCode).toBe(410);
    const [now] = await rows(
      'select signed_in_at from bank_session where customer_id = $1 and ended_at is null order by signed_in_at desc',
      company.id,
    );
    // The thirty minutes of the visit go on.
    expect(now).toEqual(before);
  });

  it('stays when the person chooses it again', async () => {
    const browser = await enterAs(company);
    const cookie = browser.cookieHeader('/bank');
    expect((await browser.send('POST', '/bank/session/role', { body: { roleId: company.id } })).status).toBe(204);
    expect(browser.cookieHeader('/bank')).toBe(cookie);
  });

  it.each([
    ['a company of another person', () => foreign.id],
    ['an id that does not exist', () => 'cus_unknown'],
  ])('is not changed to %s', async (_title, roleOf) => {
    const browser = await enterAs(company);
    expect(codeOf(await browser.send('POST', '/bank/session/role', { body: { roleId: roleOf() } }))).toEqual([409, 'ROLE_UNKNOWN']);
    expect(await visitorOf(browser)).toMatchObject({ company: COMPANY });
  });

  it('ends when the company is gone, on every page and with a clear text', async () => {
    const gone = await makeCompany('Näidislahkuja OÜ');
    const browser = await enterAs(gone);
    const other = await enterAs(person);
    expect((await house.call('DELETE', `/api/tpp/customers/${gone.id}`)).status).toBe(204);
    for (const page of EVERY_PAGE) expect(codeOf(await browser.send('GET', page))).toEqual([410, 'SIGN_IN_UNKNOWN']);
    expect(codeOf(await other.send('POST', '/bank/session/role', { body: { roleId: gone.id } }))).toEqual([409, 'ROLE_UNKNOWN']);
    expect((await other.send('GET', '/bank/session')).status).toBe(200);
  });
});

describe('what one role gave', () => {
  it('is found by the other role on no page of the bank', async () => {
    const given = await signOnce();
    const asCompany = await enterAs(company);
    const asPerson = await enterAs(person);
    const receipt = `/bank/receipts/signed/${given.authorisationId}`;
    expect([(await asCompany.send('GET', receipt)).status, (await asPerson.send('GET', receipt)).status]).toEqual([200, 404]);
    const listed = async (browser: Browser) => (await browser.send('GET', '/bank/receipts/signed')).text.includes(given.authorisationId);
    expect([await listed(asCompany), await listed(asPerson)]).toEqual([true, false]);
  });

  it('is signed only in that role: the link of a company’s payment leads a private session to the bank’s sign-in', async () => {
    await house.call('POST', '/api/tpp/psu', { id: company.id, userName: company.userName });
    const created = await house.tpp('POST', '/api/v1/payments/instant-sepa-credit-transfers', { body: orderBody('1.00') });
    const link = textOf(member(created.body, '_links', 'scaRedirect'), 'href');
    const asPerson = await enterAs(person);
    const path = new URL(link).pathname;
    expect((await asPerson.send('GET', path)).headers.location).toContain('/bank/sign-in/');
    // It offers no choice: the payment fixes the role.
    const page = await enterSigning(asPerson, link, login());
    expect(await page.ibans()).toEqual(await ibansOf(company));
  });

  it('lists the accounts of the chosen role only', async () => {
    expect(await ibansOf(person)).not.toEqual(await ibansOf(company));
  });
});

describe('the failed authentications of a person with three roles', () => {
  it('are counted over all of them, and the fifth blocks the method in each for 15 minutes', async () => {
    const country = 'lt';
    const private_ = await house.choose(country);
    const roles: TokenUser[] = [private_];
    for (const companyName of ['Näidiskartus OÜ', 'Näidisvõrk OÜ']) {
      const made = await house.call('POST', '/api/tpp/customers', { country, type: 'company', companyName, representedBy: private_.id });
      roles.push(Value.Parse(TokenUser, made.body));
    }
    for (const role of roles) await house.play(role, 'refuses');
    const body = { method: 'SMART_ID', nationalIdentityNumber: private_.customer.nationalIdentityNumber };
    /** The answer to the sign-in by the link of a payment of this role, in a new browser. */
    const ask = async ({ id, userName }: TokenUser) => {
      await house.call('POST', '/api/tpp/psu', { id, userName });
      const created = await house.tpp('POST', '/api/v1/payments/instant-sepa-credit-transfers', { body: orderBody('1.00') });
      const browser = browse();
      const link = new URL(textOf(member(created.body, '_links', 'scaRedirect'), 'href')).pathname;
      const page = (await browser.send('GET', link)).headers.location ?? '';
      const asked = await browser.send('POST', `${page}/authentication`, { body });
      const { body: state } = { body: jsonOf(await browser.send('GET', `${page}/challenge`)) };
      return asked.status === 200 ? member(state, 'state') : codeOf(asked)[1];
    };
    const states: unknown[] = [];
    for (const turn of [0, 1, 2, 1, 0, 0, 1, 2]) states.push(await ask(roles[turn] ?? private_));
    expect(states).toEqual([...Array.from({ length: 5 }, () => 'refused'), ...Array.from({ length: 3 }, () => 'SCA_METHOD_BLOCKED')]);
    // The page of the bank itself, which no role is fixed for.
    const page = textOf(
      jsonOf(await browse().send('POST', '/bank/sign-in', { body: { bankCountry: country, returnTo: '/bank/permissions' } })),
      'location',
    );
    expect(page).toContain('/bank/sign-in/');
    await house.advance({ minutes: 16 });
    for (const role of roles) await house.play(role, 'approves');
    expect(await ask(roles[2] ?? private_)).toBe('approved');
    await house.resetClock();
  });
});

async function ibansOf({ id }: Pick<TokenUser, 'id'>): Promise<readonly string[]> {
  const { body } = await house.call('GET', `/api/tpp/customers/${id}/accounts`);
  return Array.isArray(body) ? body.map((account) => textOf(account, 'iban')) : [];
}

/** The company's first signature, with what the bank keeps of it. */
async function signOnce() {
  await house.call('POST', '/api/tpp/psu', { id: company.id, userName: company.userName });
  const created = await house.tpp('POST', '/api/v1/payments/instant-sepa-credit-transfers', { body: orderBody('1.00') });
  const { page } = await house.enter({ ...person, customer: person.customer }, created, 'payment');
  const [iban = ''] = await page.ibans();
  await page.choose(iban);
  expect((await page.sign(iban)).status).toBe(200);
  const [row] = await rows('select session_id from signing_session where customer_id = $1 and state = $2', company.id, 'signed');
  return { authorisationId: textOf(row, 'session_id') };
}
