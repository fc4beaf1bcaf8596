/**
 * A bank's own core changes who signs for a company while orders of the company are under way. Two signatures are those of two persons who may sign
 * at that moment, and page, audit log and receipt name the person who signed.
 */
import { ReceiptView } from '@portico/contract';
import { type Browser, enterSigning, jsonOf, member, obtainToken, signInAtBank, textOf, type WireAnswer } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { exportAudit } from '#modules/audit/index.ts';
import { PLAYS } from '../../src/app/operators/operator-commands.ts';
import { createAccessPages, EVERY_ACCOUNT } from '../house/access-pages.ts';
import { COMPANY, OSKAR, SECOND } from '../house/core-accounts.ts';
import { type CoreHouse, openCoreHouse } from '../house/core-house.ts';

const WAIT = { interval: 200 };
const SECOND_ID = 'c-2002';
const NEW_PERSON = { firstName: 'Uku', surname: 'Uustulnuk', name: 'Uku Uustulnuk', nationalIdentityNumber: '39001019965' };
/** The person who signs first, as a record of the second signatory. */
const FIRST_PERSON = { firstName: 'Liis', surname: 'Näidisjuht', name: COMPANY.signatory, nationalIdentityNumber: COMPANY.nationalIdentityNumber };
const PARTIES = [
  { customerId: COMPANY.customerId, name: COMPANY.signatory },
  { customerId: SECOND_ID, name: SECOND.name },
];
const THIRD_ID = 'c-2003';
const REST = ['', '/challenge', '/signature', '/refusal'] as const;

let house: CoreHouse;
beforeAll(async () => {
  house = await openCoreHouse();
});
afterEach(() => {
  house.line.changeAnswer = (_call, _asked, answer) => answer;
  house.line.faultOf = () => 'none';
});
afterAll(() => house.close());

/** Of one customer the core says something else from now on; undefined: that there is no such customer. */
function changePerson(customerId: string, changed: object | undefined): void {
  change((call, _asked, answer) => {
    if (call !== 'find-customer' || member(member(answer, 'customer'), 'customerId') !== customerId) return answer;
    return { customer: changed === undefined ? null : { ...Object(member(answer, 'customer')), ...changed } };
  });
}

function changeParties(changed: { readonly signatories?: readonly object[]; readonly signedFor?: readonly object[] }, of?: string): void {
  change((call, asked, answer) =>
    call === 'list-signing-parties' && (of === undefined || member(asked, 'customerId') === of) ? { ...answer, ...changed } : answer,
  );
}

/** On top of what was changed before. */
function change(next: CoreHouse['line']['changeAnswer']): void {
  const before = house.line.changeAnswer;
  house.line.changeAnswer = (call, asked, answer) => next(call, asked, before(call, asked, answer));
}

async function signOnce(amount: string) {
  const browser = house.browse();
  const token = await obtainToken(browser, house.tpp, COMPANY);
  const { iban: creditorIban } = await house.account(OSKAR.customerId);
  const order = { product: 'instant-sepa-credit-transfers', amount, creditorName: OSKAR.name, creditorIban } as const;
  const { paymentId, scaRedirect } = await house.tpp.createPayment(token, order);
  const page = await enterSigning(browser, scaRedirect, COMPANY);
  const { iban } = await house.account(COMPANY.customerId);
  await page.choose(iban);
  const signed = await page.sign(iban);
  return { paymentId, browser, iban, signed, status: () => house.tpp.readStatus(token, order, paymentId) };
}

async function enterBank(
  who: { readonly country: string; readonly nationalIdentityNumber: string; readonly method: string } = SECOND,
): Promise<Browser> {
  const browser = house.browse();
  const opened = await browser.send('POST', '/bank/sign-in', { body: { bankCountry: 'ee', returnTo: '/bank/to-sign' } });
  await signInAtBank(browser, textOf(jsonOf(opened), 'location'), who);
  return browser;
}

const pathOf = (paymentId: string, rest = '') => `/bank/to-sign/payments/${paymentId}${rest}`;

async function ask(browser: Browser, paymentId: string): Promise<void> {
  expect((await browser.send('POST', pathOf(paymentId, '/challenge'))).status).toBe(200);
  await expect.poll(async () => member(jsonOf(await browser.send('GET', pathOf(paymentId, '/challenge'))), 'state'), WAIT).toBe('approved');
}
const sign = (browser: Browser, paymentId: string): Promise<WireAnswer> => browser.send('POST', pathOf(paymentId, '/signature'));

const listed = async (browser: Browser) => JSON.stringify(jsonOf(await browser.send('GET', '/bank/to-sign/payments')));
const companyCents = async () => (await house.account(COMPANY.customerId)).bookedCents;
const codeOf = (answer: WireAnswer) => [answer.status, member(Object(member(jsonOf(answer), 'errors'))[0], 'code')];
/** The new person as one who signs second from now on, beside or instead of the other. */
function appoint(signatories: readonly object[]): void {
  const customer = { customerId: THIRD_ID, country: 'ee', ...NEW_PERSON, type: 'person', authMethods: ['SMART_ID'], signsFor: COMPANY.customerId };
  change((call, asked, answer) => {
    const isWanted = member(asked, 'customerId') === THIRD_ID || member(asked, 'nationalIdentityNumber') === NEW_PERSON.nationalIdentityNumber;
    if (call === 'find-customer' && isWanted) return { customer };
    if (call !== 'list-signing-parties') return answer;
    return isWanted ? { signatories: [], signedFor: [{ customerId: COMPANY.customerId, name: COMPANY.name }] } : { ...answer, signatories };
  });
}

/** This payment looks to whoever is signed in here like one that does not exist, and waits on. */
async function expectNothingThere(browser: Browser, payment: { readonly paymentId: string; status(): Promise<string> }): Promise<void> {
  expect(await listed(browser)).not.toContain(payment.paymentId);
  for (const rest of REST) {
    for (const method of rest === '' || rest === '/challenge' ? (['GET', 'POST'] as const) : (['POST'] as const)) {
      if (rest === '' && method === 'POST') continue;
      const [own, none] = [await browser.send(method, pathOf(payment.paymentId, rest)), await browser.send(method, pathOf('pay_unknown', rest))];
      expect([method, rest, own.status, own.text]).toEqual([method, rest, 404, none.text]);
    }
  }
  expect(await payment.status()).toBe('PATC');
}

async function audited(event: string, paymentId: string) {
  const found: unknown[] = [];
  for await (const entry of exportAudit(house.database.db)) {
    if (entry.event === event && JSON.stringify(entry.ids).includes(paymentId) && typeof entry.content === 'string')
      found.push(JSON.parse(entry.content));
  }
  return found;
}

describe('the second signature', () => {
  it('has the name of the person who gives it if the bank replaced the second signatory', async () => {
    const payment = await signOnce('1.01');
    changePerson(SECOND_ID, NEW_PERSON);
    const browser = await enterBank();
    await ask(browser, payment.paymentId);
    const signed = await sign(browser, payment.paymentId);
    expect([signed.status, jsonOf(signed)]).toMatchObject([
      200,
      { signatories: [{ name: COMPANY.signatory }, { name: NEW_PERSON.name, state: 'signed' }] },
    ]);
    expect(await audited('payment.co-signed', payment.paymentId)).toMatchObject([{ signatory: NEW_PERSON.name }]);
    const receipt = Value.Parse(ReceiptView, jsonOf(await browser.send('GET', `/bank/receipts/signed/${payment.paymentId}`)));
    expect(JSON.stringify([receipt, jsonOf(await browser.send('GET', pathOf(payment.paymentId)))])).not.toContain(SECOND.name);
  });

  it('is refused under the name of the person who refuses if the bank replaced the second signatory', async () => {
    const payment = await signOnce('1.02');
    changePerson(SECOND_ID, NEW_PERSON);
    const refused = await (await enterBank()).send('POST', pathOf(payment.paymentId, '/refusal'));
    expect(jsonOf(refused)).toMatchObject({ transactionStatus: 'RJCT', signatories: [{}, { name: NEW_PERSON.name, state: 'refused' }] });
  });

  it('cannot be given by the first signatory under another customer id', async () => {
    const payment = await signOnce('1.03');
    const cents = await companyCents();
    const early = await enterBank();
    await ask(early, payment.paymentId);
    changePerson(SECOND_ID, FIRST_PERSON);
    await expectNothingThere(await enterBank(), payment);
    // Not with an approval from before, either: who signed in then is not the person in that place any more.
    expect((await sign(early, payment.paymentId)).status).toBe(410);
    changePerson(SECOND_ID, { nationalIdentityNumber: ` ${COMPANY.nationalIdentityNumber} ` });
    await expectNothingThere(await enterBank(), payment);
    expect(await companyCents()).toBe(cents);
  });

  it.each([
    ['signs for nobody', () => changeParties({ signedFor: [] }), 404],
    ['signs for another company', () => changeParties({ signedFor: [{ customerId: 'c-9999', name: 'Muu OÜ' }] }), 404],
    ['is no customer', () => changePerson(SECOND_ID, undefined), 410],
  ])('cannot be given by a person who, since the challenge began, %s; it can be when the bank takes that back', async (_how, lose, status) => {
    const payment = await signOnce('1.04');
    const browser = await enterBank();
    await ask(browser, payment.paymentId);
    lose();
    expect((await sign(browser, payment.paymentId)).status).toBe(status);
    expect((await browser.send('POST', pathOf(payment.paymentId, '/refusal'))).status).toBe(status);
    expect(await payment.status()).toBe('PATC');
    house.line.changeAnswer = (_call, _asked, answer) => answer;
    expect((await sign(browser, payment.paymentId)).status).toBe(200);
  });

  it('cannot be given by a person whom the bank appointed after the first signature', async () => {
    const payment = await signOnce('1.05');
    appoint([...PARTIES, { customerId: THIRD_ID, name: NEW_PERSON.name }]);
    await expectNothingThere(await enterBank({ ...SECOND, nationalIdentityNumber: NEW_PERSON.nationalIdentityNumber }), payment);
  });

  it.each([
    ['leaves out the one who signed', PARTIES.slice(1), true],
    ['names everybody twice', [...PARTIES, ...PARTIES], true],
    ['names only the one who signed', PARTIES.slice(0, 1), false],
    ['names the one who signed twice', [PARTIES[0], PARTIES[0]], false],
    ['names nobody', [], false],
  ])('is awaited once from each other signatory if the bank %s', async (_how, signatories, isAwaited) => {
    changeParties({ signatories: signatories.filter((party) => party !== undefined) });
    const payment = await signOnce('1.06');
    const names = isAwaited ? [`${COMPANY.signatory} signed`, `${SECOND.name} awaited`] : undefined;
    const found: unknown = member(jsonOf(payment.signed), 'signatories');
    expect(Array.isArray(found) ? found.map((each) => `${member(each, 'name')} ${member(each, 'state')}`) : undefined).toEqual(names);
    expect(await payment.status()).toBe('PATC');
  });

  it('of two persons at the same moment counts once, and the core pays once', async () => {
    appoint([...PARTIES, { customerId: THIRD_ID, name: NEW_PERSON.name }]);
    const payment = await signOnce('1.07');
    const cents = await companyCents();
    const both = [await enterBank(), await enterBank({ ...SECOND, nationalIdentityNumber: NEW_PERSON.nationalIdentityNumber })];
    for (const browser of both) await ask(browser, payment.paymentId);
    const answers = await Promise.all(both.map((browser) => sign(browser, payment.paymentId)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await expect.poll(payment.status, WAIT).toBe('ACCC');
    expect(await companyCents()).toBe(cents - 107);
    expect(await audited('payment.co-signed', payment.paymentId)).toHaveLength(1);
  });

  it('is refused with 503 until the bank says for whom this person signs', async () => {
    const payment = await signOnce('1.08');
    const browser = await enterBank();
    await ask(browser, payment.paymentId);
    house.line.faultOf = (call) => (call === 'list-signing-parties' ? 'garbled' : 'none');
    expect([(await sign(browser, payment.paymentId)).status, await payment.status()]).toEqual([503, 'PATC']);
    house.line.faultOf = () => 'none';
    expect((await sign(browser, payment.paymentId)).status).toBe(200);
  });
});

describe('a copy of everything held of a company', () => {
  it('has the names of the signatories, and no digest of a person', async () => {
    const payment = await signOnce('1.09');
    const order = { command: 'customer export', about: COMPANY.customerId, operator: 'tester', isConfirmed: false, file: '', options: {} };
    const lines: string[] = [];
    for await (const line of PLAYS.get(order.command)?.(house.portico, order) ?? []) lines.push(line);
    const copy = JSON.parse(lines.join(''));
    const rows = [...copy.payment].filter((row) => member(row, 'payment_id') === payment.paymentId);
    expect(rows).toMatchObject([{ signatories: [{ name: COMPANY.signatory }, { name: SECOND.name }] }]);
    expect(lines.join('')).not.toContain('"person"');
    const { rows: stored } = await house.database.query('select signatories::text as text from payment where payment_id = $1', [payment.paymentId]);
    expect(stored).toEqual([{ text: expect.stringContaining('"person"') }]);
  });
});

describe.each(['consent', 'transactions-statement'] as const)('the representative in a %s', (kind) => {
  const request = async () => {
    const { iban } = await house.account(COMPANY.customerId);
    const day = new Date(Date.now() - 10 * 24 * 60 * 60_000).toISOString().slice(0, 10);
    return kind === 'consent' ? EVERY_ACCOUNT : { account: { iban }, dateFrom: day, dateTo: day };
  };

  it('is the person who signed in: a change ends or refuses the signature, and the receipt keeps the name', async () => {
    const pages = createAccessPages(house.config.publicUrl, [house.transport]);
    const former = house.browse();
    const token = await obtainToken(former, house.tpp, COMPANY);
    const [first, asked] = [await pages.ask(token, kind, await request()), await pages.ask(token, kind, await request())];
    const early = await pages.enter(former, first);
    changePerson(COMPANY.customerId, { ...NEW_PERSON, name: COMPANY.name });
    expect(codeOf(await early.sign())).toEqual([410, 'SIGNING_TERMINATED']);
    expect((await former.send('GET', '/bank/session')).status).toBe(410);
    const browser = await enterBank(COMPANY);
    const page = await pages.enter(browser, asked);
    expect(page.details).toMatchObject({ details: { representative: NEW_PERSON.name } });
    // Named otherwise while the page is open: the page shows it before anybody signs.
    changePerson(COMPANY.customerId, { ...NEW_PERSON, name: COMPANY.name, firstName: 'Uku-Uno' });
    expect(codeOf(await page.sign())).toEqual([409, 'SCA_CONTENT_CHANGED']);
    // Replaced again: the successor has not signed in.
    const later = { ...FIRST_PERSON, name: COMPANY.name, firstName: 'Kaja', nationalIdentityNumber: '49001019955' };
    changePerson(COMPANY.customerId, later);
    expect(codeOf(await page.sign())).toEqual([410, 'SIGNING_TERMINATED']);
    changePerson(COMPANY.customerId, { ...NEW_PERSON, name: COMPANY.name });
    expect((await page.sign()).status).toBe(200);
    changePerson(COMPANY.customerId, later);
    const json = jsonOf(await (await enterBank(COMPANY)).send('GET', `/bank/receipts/signed/${textOf(page.details, 'receiptId')}/json`));
    expect(member(json, 'evidence')).toMatchObject({
      shown: { representative: NEW_PERSON.name },
      signature: { signatory: NEW_PERSON.name, onBehalfOf: COMPANY.name },
    });
    const { rows } = await house.database.query(
      `select representative from ${kind === 'consent' ? 'consent where consent_id' : 'transactions_statement where statement_id'} = $1`,
      [asked.id],
    );
    expect(rows).toEqual([{ representative: NEW_PERSON.name }]);
  });
});
