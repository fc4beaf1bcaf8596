/** The co-signer at the bank: what waits for him, what he signs or refuses, and what may come in between. */
import { PaymentsToSign, PaymentToSignDetails } from '@portico/contract';
import { jsonOf, member, signInAtBank, textOf, type WireAnswer } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '#modules/bank-sandbox/index.ts';
import { type CompanyHouse, openCompanyHouse, orderBody } from '../house/company-house.ts';

const DAY_MS = 24 * 60 * 60_000;

let house: CompanyHouse;
beforeAll(async () => {
  house = await openCompanyHouse('dev_second');
});
afterEach(async () => {
  await house.play('needsSecondSignature');
  expect(await verifyLedger(house.database.db)).toEqual([]);
  expect((await house.call('DELETE', '/api/tpp/clock', { confirm: true })).status).toBe(200);
});
afterAll(() => house.close());

/** Between the two signatures. */
const WAITING = [
  { name: 'Tõnu Näidis', state: 'signed' },
  { name: 'Kaur Kaasallkiri', state: 'awaited' },
];
const codeOf = (answer: WireAnswer) => [answer.status, member(Object(member(jsonOf(answer), 'errors'))[0], 'code')];
const listed = async (answer: Promise<WireAnswer>) => Value.Parse(PaymentsToSign, jsonOf(await answer));
const idsOf = async (answer: Promise<WireAnswer>) => (await listed(answer)).payments.map(({ paymentId }) => paymentId);

describe('the co-signer', () => {
  it('appears in the developer’s list within the company, not as a test customer', async () => {
    const { coSigner, companyName } = house.company;
    expect([coSigner?.name, companyName]).toEqual(['Kaur Kaasallkiri', 'Näidis Puidutöökoda OÜ']);
    expect(JSON.stringify((await house.call('GET', '/api/tpp/psu')).body).match(/Kaur Kaasallkiri/g)).toHaveLength(1);
  });

  it('sees what the first signatory signed: amount, debtor, first signatory and deadline', async () => {
    const { list, send } = await house.coSigner();
    expect(await listed(list())).toMatchObject({ companies: ['Näidis Puidutöökoda OÜ'], payments: [] });
    const payment = await house.signOnce('10.00');
    const { signatory, payments, next } = await listed(list());
    const [line] = payments;
    expect([signatory.name, signatory.authMethod, next, payments.length]).toEqual(['Kaur Kaasallkiri', 'SMART_ID', undefined, 1]);
    expect(line).toMatchObject({
      paymentId: payment.paymentId,
      kind: 'payment',
      instructedAmount: { amount: '10.00', currency: 'EUR' },
      debtorName: 'Näidis Puidutöökoda OÜ',
      signedBy: 'Tõnu Näidis',
    });
    expect(line).not.toHaveProperty('description');
    expect(Date.parse(line?.signableUntil ?? '') - Date.parse(line?.signedAt ?? '')).toBe(7 * 24 * 60 * 60_000);
    const details = Value.Parse(PaymentToSignDetails, jsonOf(await send('GET', payment.paymentId)));
    expect(details).toMatchObject({ fee: { currency: 'EUR' }, details: { debtorAccount: { iban: payment.iban }, transactionStatus: 'PATC' } });
    expect(details.details.signatories).toMatchObject(WAITING);
  });

  it.each([
    ['description', { remittanceInformationUnstructured: 'Order 2041' }, 'Order 2041'],
    ['reference', { remittanceInformationStructured: { reference: '1234561' } }, '1234561'],
  ])('tells payments of one amount apart by their %s', async (_what, remittance, description) => {
    const { list } = await house.coSigner();
    const { paymentId } = await house.signOnceOf('payment', 'payments/instant-sepa-credit-transfers', { ...orderBody('10.00'), ...remittance });
    expect((await listed(list())).payments.find((payment) => payment.paymentId === paymentId)).toMatchObject({ description });
  });

  it('signs: the payment is executed once, as with one signature, and shows both signatories', async () => {
    const { list, send, sign } = await house.coSigner();
    const payment = await house.signOnce('10.00');
    expect(member(payment.signed, 'signatories')).toMatchObject(WAITING);
    const signed = await sign(payment.paymentId);
    expect([signed.status, jsonOf(signed)]).toMatchObject([200, { transactionStatus: 'ACCC', signatories: [{}, { state: 'signed' }] }]);
    const money = await payment.money();
    expect([await payment.status(), await payment.moves()]).toEqual(['ACCC', ['RCVD', 'PATC', 'ACTC', 'ACCP', 'ACSP', 'ACCC']]);
    expect(await payment.events()).toEqual(expect.arrayContaining(['payment.signed', 'payment.co-signed']));
    // A lost answer is had again; nothing is booked twice, not by the bank's own question either.
    expect(jsonOf(await send('POST', payment.paymentId, '/signature'))).toEqual(jsonOf(signed));
    await house.advance({ minutes: 2 });
    expect([await payment.money(), await idsOf(list())]).toEqual([money, []]);
    expect(jsonOf(await send('GET', payment.paymentId))).toMatchObject({ details: { transactionStatus: 'ACCC' } });
  });

  it('signs by another method after one failed; the page says the tries left', async () => {
    const { browser, send, sign } = await house.coSigner();
    const { paymentId } = await house.signOnce('10.00');
    const { authMethods = [] } = Value.Parse(PaymentToSignDetails, jsonOf(await send('GET', paymentId)));
    expect(authMethods).toContain('SMART_ID');
    const other = authMethods.find((method) => method !== 'SMART_ID' && method !== 'CODE_CALCULATOR') ?? '';
    expect(jsonOf(await send('POST', paymentId, '/challenge'))).toMatchObject({ method: 'SMART_ID' });
    await house.database.query(`update challenge set scenario = 'wrongCode' where audit_chain = $1 and state = 'started'`, [`payment:${paymentId}`]);
    expect(jsonOf(await send('GET', paymentId, '/challenge'))).toMatchObject({ state: 'wrongCode', triesLeft: 4 });
    const path = `/bank/to-sign/payments/${paymentId}/challenge`;
    expect(jsonOf(await browser.send('POST', path, { headers: { 'signing-method': other } }))).toMatchObject({ method: other });
    expect((await sign(paymentId)).status).toBe(200);
  });

  it('signs an ordinary payment: it is executed on its business day', async () => {
    const { sign } = await house.coSigner();
    const payment = await house.signOnce('10.00', 'sepa-credit-transfers');
    expect(jsonOf(await sign(payment.paymentId))).toMatchObject({ transactionStatus: 'ACFC' });
    await house.advance({ days: 5 });
    expect(await payment.status()).toBe('ACSC');
  });

  it('refuses: the payment is rejected with the reason, no money moves, and it can no longer be signed', async () => {
    const { send, sign } = await house.coSigner();
    const payment = await house.signOnce('10.00');
    const before = await payment.money();
    const refused = await send('POST', payment.paymentId, '/refusal');
    expect([refused.status, jsonOf(refused)]).toMatchObject([200, { transactionStatus: 'RJCT', signatories: [{}, { state: 'refused' }] }]);
    expect(await payment.row()).toMatchObject({
      rejection_code: 'PAYMENT_FAILED',
      rejection_text: expect.stringContaining('second signatory refused'),
    });
    expect(jsonOf(await send('POST', payment.paymentId, '/refusal'))).toEqual(jsonOf(refused));
    expect(codeOf(await sign(payment.paymentId))).toEqual([409, 'SIGNING_STATE_INVALID']);
    await house.advance({ days: 1 });
    expect([await payment.status(), await payment.money()]).toEqual(['RJCT', before]);
    expect(await payment.events()).toContain('payment.co-refused');
  });

  it('is announced in the payment status without a name, with the deadline, until they sign', async () => {
    const { sign } = await house.coSigner();
    const payment = await house.signOnce('10.00');
    const read = () => payment.read('/status');
    expect(await read()).toMatchObject({
      transactionStatus: 'PATC',
      psuMessage: expect.stringMatching(/second signature is awaited, until \d{4}-\d\d-\d\d/),
    });
    expect(JSON.stringify(await read())).not.toContain('Kaasallkiri');
    await sign(payment.paymentId);
    expect(member(await read(), 'psuMessage')).toBeUndefined();
  });

  it('signs a periodic payment once, before its first execution', async () => {
    const { list, sign } = await house.coSigner();
    const startDate = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10);
    const when = { startDate, frequency: 'Monthly' };
    const payment = await house.signOnceOf('periodic-payment', 'periodic-payments/instant-sepa-credit-transfers', { ...orderBody('12.50'), ...when });
    expect(member(await payment.read('/status'), 'psuMessage')).toMatch(/second signature/);
    expect((await listed(list())).payments).toMatchObject([{ kind: 'periodic-payment', instructedAmount: { amount: '12.50' } }]);
    expect(jsonOf(await sign(payment.paymentId))).toMatchObject({ transactionStatus: 'ACTC', signatories: [{}, { state: 'signed' }] });
    await house.advance({ days: 4 });
    expect(await payment.read()).toMatchObject({ executions: [{ transactionStatus: 'ACCC' }] });
  });

  it('signs a bulk payment as a whole', async () => {
    const { list, send, sign } = await house.coSigner();
    const payments = ['10.00', '20.00', '0.50'].map(orderBody);
    const payment = await house.signOnceOf('bulk-payment', 'bulk-payments/instant-sepa-credit-transfers', { payments });
    expect(member(await payment.read('/status'), 'psuMessage')).toMatch(/second signature/);
    const [line] = (await listed(list())).payments;
    expect(line).toMatchObject({ kind: 'bulk-payment', count: 3, instructedAmount: { amount: '30.50', currency: 'EUR' } });
    expect(line).not.toHaveProperty('creditorName');
    const details = Value.Parse(PaymentToSignDetails, jsonOf(await send('GET', payment.paymentId)));
    expect(Object(details.details).payments).toHaveLength(3);
    expect(details.details.signatories).toMatchObject(WAITING);
    const before = await payment.money();
    expect(jsonOf(await sign(payment.paymentId))).toMatchObject({ signatories: [{ state: 'signed' }, { state: 'signed' }] });
    await house.advance({ minutes: 5 });
    expect(await payment.status()).toMatch(/^AC(CC|SC)$/);
    expect(await payment.money()).not.toEqual(before);
  });

  it('reads long lists in pages, the oldest payment first', async () => {
    const { list } = await house.coSigner();
    const ids: string[] = [];
    for (const amount of ['1.00', '2.00', '3.00']) ids.push((await house.signOnce(amount)).paymentId);
    const { sandbox_id: sandboxId } = Object(
      (await house.database.query('select sandbox_id from customer where id = $1', [house.company.id])).rows[0],
    );
    const page = async (after: string | undefined) =>
      (await house.modules.payments.secondSignatures.list(house.database.db, { sandboxId, customerIds: [house.company.id], after, limit: 2 })).map(
        ({ paymentId }) => paymentId,
      );
    expect([await page(undefined), await page(ids[1]), await page(ids[2])]).toEqual([ids.slice(0, 2), ids.slice(2), []]);
    expect([await idsOf(list()), await idsOf(list(ids[0]))]).toEqual([ids, ids.slice(1)]);
    // What nobody knows, or is another's, is the beginning.
    expect(await idsOf(list('pay_unknown'))).toEqual(ids);
    const give = (customerId: string) => house.database.query('update payment set customer_id = $2 where payment_id = $1', [ids[1], customerId]);
    await give('cus_of_nobody');
    const after = await idsOf(list(ids[1]));
    await give(house.company.id);
    expect(after).toEqual([ids[0], ids[2]]);
  });
});

describe('access to the second signature', () => {
  it('requires a sign-in', async () => {
    const payment = await house.signOnce('10.00');
    const { browser } = await house.coSigner();
    expect((await browser.send('DELETE', '/bank/session')).status).toBe(204);
    const path = `/bank/to-sign/payments/${payment.paymentId}`;
    const calls = [
      ['GET', '/bank/to-sign/payments'],
      ['GET', path],
      ['GET', `${path}/challenge`],
      ['POST', `${path}/challenge`],
      ['POST', `${path}/signature`],
      ['POST', `${path}/refusal`],
    ] as const;
    for (const [method, url] of calls) expect([url, ...codeOf(await browser.send(method, url))]).toEqual([url, 410, 'SIGN_IN_UNKNOWN']);
    expect(await payment.status()).toBe('PATC');
  });

  it('returns to the first signatory and to another company’s co-signer the 404 of an unknown payment', async () => {
    const payment = await house.signOnce('10.00');
    const users = JSON.stringify((await house.call('GET', '/api/tpp/psu')).body);
    const latvian = /"name":"Ivars L.dzparaksts","nationalIdentityNumber":"([\d-]+)"/.exec(users)?.[1] ?? '';
    const first = await house.coSigner(house.company.customer.nationalIdentityNumber);
    const stranger = await house.coSigner(latvian, 'lv');
    for (const { list, send } of [first, stranger]) {
      expect(await idsOf(list())).toEqual([]);
      for (const [method, rest] of [
        ['GET', ''],
        ['GET', '/challenge'],
        ['POST', '/challenge'],
        ['POST', '/signature'],
        ['POST', '/refusal'],
      ] as const) {
        const [own, none] = [await send(method, payment.paymentId, rest), await send(method, 'pay_unknown', rest)];
        expect([rest, own.status, own.text]).toEqual([rest, 404, none.text]);
      }
    }
    expect(await payment.status()).toBe('PATC');
  });

  it('does not let the co-signer sign in for an application', async () => {
    const { browser } = await house.coSigner();
    const { nationalIdentityNumber } = house.company.coSigner ?? { nationalIdentityNumber: '' };
    const opened = await browser.send('POST', '/bank/sign-in', { body: { bankCountry: 'ee', returnTo: '/bank/to-sign' } });
    const page = textOf(jsonOf(opened), 'location');
    await house.database.query(`update sign_in set purpose = 'authorization' where sign_in_id = $1`, [page.split('/').at(-1) ?? '']);
    await expect(signInAtBank(browser, page, { country: 'ee', nationalIdentityNumber, method: 'SMART_ID' })).rejects.toThrow('timedOut');
  });
});

describe('between the first and the second signature', () => {
  it('the balance can become too small: the second signature is refused, and the payment waits', async () => {
    const { sign } = await house.coSigner();
    const payment = await house.signOnce('20000.00');
    const other = await house.signOnce('20000.00');
    expect((await sign(other.paymentId)).status).toBe(200);
    const short = await sign(payment.paymentId);
    expect(codeOf(short)).toEqual([409, 'FUNDS_NOT_AVAILABLE']);
    expect([short.text.includes('Not enough money, available'), await payment.status()]).toEqual([true, 'PATC']);
  });

  it('the account can be blocked: nothing is booked, and the approval cannot be used later', async () => {
    const { send } = await house.coSigner();
    const payment = await house.signOnce('20000.00');
    const before = await payment.money();
    await send('POST', payment.paymentId, '/challenge');
    expect(jsonOf(await send('GET', payment.paymentId, '/challenge'))).toMatchObject({ state: 'approved' });
    const become = (status: string) => house.database.query('update account set status = $2 where iban = $1', [payment.iban, status]);
    await become('blocked');
    expect(codeOf(await send('POST', payment.paymentId, '/signature'))).toEqual([409, 'ACCOUNT_BLOCKED']);
    await become('enabled');
    expect(codeOf(await send('POST', payment.paymentId, '/signature'))).toEqual([409, 'SIGNING_STATE_INVALID']);
    expect([await payment.status(), await payment.money()]).toEqual(['PATC', before]);
  });

  it('seven days can pass: the payment is rejected and can no longer be signed', async () => {
    const payment = await house.signOnce('10.00');
    await house.play('timesOut');
    await house.advance({ days: 7 });
    const { list, sign } = await house.coSigner();
    expect([await payment.status(), await idsOf(list())]).toEqual(['RJCT', []]);
    expect(codeOf(await sign(payment.paymentId))).toEqual([409, 'SIGNING_STATE_INVALID']);
    expect(await payment.row()).toMatchObject({ rejection_code: 'RESOURCE_EXPIRED' });
  });

  it('the first signatory can cancel the payment: the second signature is refused', async () => {
    const { list, send, sign } = await house.coSigner();
    const payment = await house.signOnce('10.00');
    expect((await send('POST', payment.paymentId, '/challenge')).status).toBe(200);
    expect(jsonOf(await payment.cancel())).toMatchObject({ transactionStatus: 'CANC' });
    expect(codeOf(await send('POST', payment.paymentId, '/signature'))).toEqual([409, 'SIGNING_STATE_INVALID']);
    expect(codeOf(await sign(payment.paymentId))).toEqual([409, 'SIGNING_STATE_INVALID']);
    expect([await idsOf(list()), await payment.status()]).toEqual([[], 'CANC']);
    expect(await payment.events()).not.toContain('payment.co-signed');
  });

  it('the account can be closed: the second signature is refused, and the payment can still be refused', async () => {
    const { sign, send } = await house.coSigner();
    const payment = await house.signOnce('10.00');
    const close = (status: string) => house.database.query('update account set status = $2 where iban = $1', [payment.iban, status]);
    await close('closed');
    const answer = await sign(payment.paymentId);
    expect([...codeOf(answer), answer.text.includes('Refuse the payment')]).toEqual([409, 'ACCOUNT_UNKNOWN', true]);
    await close('enabled');
    expect((await send('POST', payment.paymentId, '/refusal')).status).toBe(200);
  });

  it('the customer can be reset: the payment is rejected', async () => {
    const { list, sign } = await house.coSigner();
    const payment = await house.signOnce('10.00');
    const reset = await house.send(undefined, 'DELETE', '/api/v1/sandbox/reset', { bearer: await house.token() });
    expect([reset.status, await idsOf(list())]).toEqual([204, []]);
    expect(codeOf(await sign(payment.paymentId))).toEqual([409, 'SIGNING_STATE_INVALID']);
    expect(await payment.status()).toBe('RJCT');
  });

  it('the amount can change: the approval of the earlier amount is refused', async () => {
    const { send } = await house.coSigner();
    const payment = await house.signOnce('10.00');
    await send('POST', payment.paymentId, '/challenge');
    await send('GET', payment.paymentId, '/challenge');
    await house.database.query('update payment set amount_cents = 100000 where payment_id = $1', [payment.paymentId]);
    expect(codeOf(await send('POST', payment.paymentId, '/signature'))).toEqual([409, 'SCA_CONTENT_CHANGED']);
    expect(await payment.status()).toBe('PATC');
    await send('POST', payment.paymentId, '/refusal');
  });
});

describe('concurrent decisions', () => {
  it('of a co-signer and of the scenario: the scenario decides only after the co-signer signed out', async () => {
    const { browser, sign } = await house.coSigner();
    const [own, left] = [await house.signOnce('10.00'), await house.signOnce('11.00')];
    await house.advance({ minutes: 1 });
    expect([await own.status(), await left.status()]).toEqual(['PATC', 'PATC']);
    expect((await sign(own.paymentId)).status).toBe(200);
    await browser.send('DELETE', '/bank/session');
    // The bank is asked ever less often: on a slow machine the next time is not five minutes away.
    await house.advance({ minutes: 30 });
    expect([await own.status(), await left.status()]).toEqual(['ACCC', 'ACCC']);
    expect((await own.moves()).filter((status) => status === 'ACCC')).toHaveLength(1);
  });

  it('of two windows have one outcome, signed or refused, and the money moves at most once', async () => {
    const [one, other] = [await house.coSigner(), await house.coSigner()];
    const payment = await house.signOnce('10.00');
    const { paymentId } = payment;
    const before = await payment.money();
    const asked = await Promise.all([one.send('POST', paymentId, '/challenge'), other.send('POST', paymentId, '/challenge')]);
    expect(asked.map(({ status }) => status)).toEqual([200, 200]);
    while (member(jsonOf(await one.send('GET', paymentId, '/challenge')), 'state') === 'started');
    const answers = await Promise.all([
      one.send('POST', paymentId, '/signature'),
      other.send('POST', paymentId, '/signature'),
      other.send('POST', paymentId, '/refusal'),
    ]);
    const end = await payment.status();
    expect(['ACCC', 'RJCT']).toContain(end);
    const moves = await payment.moves();
    expect(moves.filter((status) => status === 'ACCC' || status === 'RJCT')).toEqual([end]);
    for (const answer of answers) expect([200, 409]).toContain(answer.status);
    expect(answers.filter(({ status }) => status === 200).map((answer) => member(jsonOf(answer), 'transactionStatus'))).not.toContain(
      end === 'ACCC' ? 'RJCT' : 'ACCC',
    );
    if (end === 'RJCT') expect(await payment.money()).toEqual(before);
  });

  it('of two windows on one payment start one challenge', async () => {
    const [one, other] = [await house.coSigner(), await house.coSigner()];
    const { paymentId } = await house.signOnce('10.00');
    // A phone that answers at once may answer the slower window's request before it is taken back; nobody can use that approval.
    const answersByItself = (automatic: boolean) =>
      Promise.all([one, other].map(({ browser }) => browser.send('PUT', '/bank/device', { body: { automatic } })));
    await answersByItself(false);
    const asked = await Promise.all([one.send('POST', paymentId, '/challenge'), other.send('POST', paymentId, '/challenge')]);
    const codes = asked.map((answer) => member(jsonOf(answer), 'controlCode'));
    expect(codes).toEqual([expect.stringMatching(/^\d{4}$/), codes[0]]);
    const { rows } = await house.database.query(
      `select count(*)::int as usable from challenge where audit_chain = $1 and state in ('started', 'approved')`,
      [`payment:${paymentId}`],
    );
    expect(rows).toEqual([{ usable: 1 }]);
    await one.send('POST', paymentId, '/refusal');
    await answersByItself(true);
  });
});
