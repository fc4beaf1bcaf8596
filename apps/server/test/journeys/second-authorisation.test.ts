/**
 * The authorisation that an application starts for the second signatory of a company's payment: its states, its way back, and its refusals.
 * Review of 25 November 2026, X13.
 */
import { PaymentToSignDetails } from '@portico/contract';
import { jsonOf, member, textOf, type WireAnswer } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type CompanyHouse, openCompanyHouse, orderBody } from '../house/company-house.ts';
import type { WireReply } from '../house/open-developers-house.ts';

const INSTANT = 'instant-sepa-credit-transfers';
const DAY_MS = 24 * 60 * 60_000;

let house: CompanyHouse;
let back: { readonly success: string; readonly failure: string };
beforeAll(async () => {
  house = await openCompanyHouse('dev_authorisation');
  const { publicUrl } = house.config;
  back = { success: `${publicUrl}/signed`, failure: `${publicUrl}/not-signed` };
});
afterEach(async () => {
  await house.play('needsSecondSignature');
  expect((await house.call('DELETE', '/api/tpp/clock', { confirm: true })).status).toBe(200);
});
afterAll(() => house.close());

type Signed = Awaited<ReturnType<CompanyHouse['signOnce']>>;
type Product = Parameters<CompanyHouse['signOnce']>[1];

/** Signed by the first signatory. From then on nobody answers for the second one. */
async function waiting(sign: () => Promise<Signed>): Promise<Signed> {
  await house.play('needsSecondSignature');
  const payment = await sign();
  await house.play('timesOut');
  return payment;
}

const signOnce = (amount: string, product?: Product) => waiting(() => house.signOnce(amount, product));

const RETURN = () => ({ 'tpp-redirect-uri': back.success, 'tpp-nok-redirect-uri': back.failure });

/** `bearer` default: a fresh token, which ends the one before. */
async function start({ self }: Pick<Signed, 'self'>, headers: Readonly<Record<string, string>> = RETURN(), bearer?: string): Promise<WireReply> {
  return house.send(undefined, 'POST', `${self}/authorisations`, { bearer: bearer ?? (await house.token()), headers, body: {} });
}

/** The id of the second authorisation. */
async function started(payment: Signed): Promise<string> {
  const { status, text, body } = await start(payment);
  expect([status, text]).toEqual([201, text]);
  return textOf(body, 'authorisationId');
}

const idsOf = async ({ read }: Signed): Promise<readonly unknown[]> => {
  const ids = member(await read('/authorisations'), 'authorisationIds');
  return Array.isArray(ids) ? ids : [];
};
const stateOf = async ({ read }: Signed, id: unknown) => member(await read(`/authorisations/${id}`), 'scaStatus');
const linkOf = async ({ read }: Signed) => member(await read('/status'), '_links');
const refusalOf = ({ status, body }: WireReply) => [status, member(Object(member(body, 'tppMessages'))[0], 'code')];
const codeOf = (answer: WireAnswer) => [answer.status, member(Object(member(jsonOf(answer), 'errors'))[0], 'code')];
const change = ({ paymentId }: Signed, columns: string) => house.database.query(`update payment set ${columns} where payment_id = $1`, [paymentId]);

describe('while the payment awaits its second signature', () => {
  it.each([
    ['a payment', () => signOnce('10.00')],
    ['an ordinary payment', () => signOnce('10.00', 'sepa-credit-transfers')],
    [
      'a periodic payment',
      () => {
        const startDate = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10);
        const body = { ...orderBody('12.50'), startDate, frequency: 'Monthly' };
        return waiting(() => house.signOnceOf('periodic-payment', `periodic-payments/${INSTANT}`, body));
      },
    ],
    [
      'a bulk payment',
      () => waiting(() => house.signOnceOf('bulk-payment', `bulk-payments/${INSTANT}`, { payments: ['1.00', '2.00'].map(orderBody) })),
    ],
  ])('the application can start a second authorisation of %s, which is finalised by the second signature', async (_what, sign) => {
    const payment = await sign();
    const authorisations = `${house.config.publicUrl}${payment.self}/authorisations`;
    expect(await linkOf(payment)).toEqual({ startAuthorisation: { href: authorisations } });
    const [first] = await idsOf(payment);

    const answer = await start(payment);
    const id = textOf(answer.body, 'authorisationId');
    const page = `${house.config.publicUrl}/bank/to-sign/${payment.paymentId}`;
    const scaStatus = { href: `${authorisations}/${id}` };
    expect([answer.status, answer.body]).toEqual([
      201,
      { scaStatus: 'received', authorisationId: id, _links: { scaRedirect: { href: page }, scaStatus } },
    ]);
    expect(answer.headers).toMatchObject({ location: scaStatus.href, 'aspsp-sca-approach': 'REDIRECT' });
    expect(await idsOf(payment)).toEqual([first, id]);
    expect([await stateOf(payment, first), await stateOf(payment, id), await linkOf(payment)]).toEqual(['finalised', 'received', undefined]);

    const { send, sign: coSign } = await house.coSigner();
    const details = Value.Parse(PaymentToSignDetails, jsonOf(await send('GET', payment.paymentId)));
    expect(details).toMatchObject({ tppSuccessUrl: back.success, tppFailureUrl: back.failure });
    expect((await coSign(payment.paymentId)).status).toBe(200);
    expect([await stateOf(payment, first), await stateOf(payment, id)]).toEqual(['finalised', 'finalised']);
    expect(await payment.events()).toEqual(expect.arrayContaining(['payment.second-authorisation-started', 'payment.co-signed']));
  });

  it('no response names the second signatory', async () => {
    const payment = await signOnce('10.00');
    const { text, body } = await start(payment);
    const read = [await payment.read(), await payment.read('/status'), await payment.read('/authorisations')];
    expect(JSON.stringify([text, read, await payment.read(`/authorisations/${textOf(body, 'authorisationId')}`)])).not.toContain('Kaasallkiri');
  });

  it('a repeated request returns the same authorisation', async () => {
    const payment = await signOnce('10.00');
    const headers = { ...RETURN(), 'x-request-id': crypto.randomUUID() };
    const [one, again] = [await start(payment, headers), await start(payment, headers)];
    expect([one.status, again.status, again.body]).toEqual([201, 201, one.body]);
    expect(await idsOf(payment)).toHaveLength(2);
    expect(refusalOf(await start(await signOnce('11.00'), headers))).toEqual([400, 'FORMAT_ERROR']);
  });

  it('five concurrent requests start one authorisation', async () => {
    const payment = await signOnce('10.00');
    const bearer = await house.token();
    const answers = await Promise.all(Array.from({ length: 5 }, () => start(payment, RETURN(), bearer)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    expect(await idsOf(payment)).toHaveLength(2);
  });

  it('TPP-Nok-Redirect-URI is optional', async () => {
    const payment = await signOnce('10.00');
    expect((await start(payment, { 'tpp-redirect-uri': back.success })).status).toBe(201);
    const details = jsonOf(await (await house.coSigner()).send('GET', payment.paymentId));
    expect([member(details, 'tppSuccessUrl'), member(details, 'tppFailureUrl')]).toEqual([back.success, undefined]);
  });

  it('a return address whose origin was removed is not sent to the second signatory', async () => {
    const payment = await signOnce('10.00');
    await started(payment);
    const register = async (redirectionUris: readonly string[]) =>
      expect((await house.call('PUT', '/api/tpp', { redirectionUris })).status).toBe(200);
    const read = async () => (await (await house.coSigner()).send('GET', payment.paymentId)).text;
    const { redirectionUris } = Object((await house.call('GET', '/api/tpp')).body);
    await register(['https://elsewhere.example/cb']);
    expect(await read()).not.toMatch(/tppSuccessUrl|tppFailureUrl/);
    await register(redirectionUris);
    expect(JSON.parse(await read())).toMatchObject({ tppSuccessUrl: back.success, tppFailureUrl: back.failure });
  });
});

describe('without a started authorisation', () => {
  it('the second signatory signs without a second authorisation and without return addresses', async () => {
    const payment = await signOnce('10.00');
    const { send, sign } = await house.coSigner();
    const details = jsonOf(await send('GET', payment.paymentId));
    expect([member(details, 'tppSuccessUrl'), member(details, 'tppFailureUrl')]).toEqual([undefined, undefined]);
    expect((await sign(payment.paymentId)).status).toBe(200);
    expect(await idsOf(payment)).toHaveLength(1);
    expect(await payment.events()).not.toContain('payment.second-authorisation-started');
  });
});

describe('a started authorisation', () => {
  it.each([
    ['needsSecondSignature', 'ACCC', 'finalised'],
    ['refuses', 'RJCT', 'failed'],
  ])('ends with the scenario %s: the payment is %s, the authorisation %s', async (scenario, status, scaStatus) => {
    const payment = await signOnce('10.00');
    const id = await started(payment);
    await house.play(scenario);
    await house.advance({ minutes: 8 });
    expect([await payment.status(), await stateOf(payment, id)]).toEqual([status, scaStatus]);
    expect(refusalOf(await start(payment))).toEqual([409, 'STATUS_INVALID']);
  });

  it('stays finalised when the payment is rejected after the second signature', async () => {
    const [payment, other] = [await signOnce('20000.00'), await signOnce('20000.00')];
    const ids = [await started(payment), await started(other)];
    await house.play('needsSecondSignature');
    await house.advance({ minutes: 8 });
    expect([await payment.status(), await other.status()].toSorted()).toEqual(['ACCC', 'RJCT']);
    expect([await stateOf(payment, ids[0]), await stateOf(other, ids[1])]).toEqual(['finalised', 'finalised']);
  });

  it('fails when the second signatory refuses', async () => {
    const payment = await signOnce('10.00');
    const id = await started(payment);
    expect((await (await house.coSigner()).send('POST', payment.paymentId, '/refusal')).status).toBe(200);
    expect([await payment.status(), await stateOf(payment, id)]).toEqual(['RJCT', 'failed']);
    expect(refusalOf(await start(payment))).toEqual([409, 'STATUS_INVALID']);
  });

  it('fails when the first signatory cancels the payment, and is not in the list of cancellation authorisations', async () => {
    const payment = await signOnce('10.00');
    const id = await started(payment);
    // While the second signatory is at the bank, the scenario does not answer.
    await house.coSigner();
    await house.play('needsSecondSignature');
    expect(jsonOf(await payment.cancel())).toMatchObject({ transactionStatus: 'CANC' });
    expect(await stateOf(payment, id)).toBe('failed');
    const cancellations = Object(member(await payment.read('/cancellation-authorisations'), 'authorisationIds'));
    expect([cancellations.length, cancellations.includes(id)]).toEqual([1, false]);
    expect(refusalOf(await start(payment))).toEqual([409, 'STATUS_INVALID']);
  });

  it('fails after seven days', async () => {
    const payment = await signOnce('10.00');
    const id = await started(payment);
    await house.advance({ days: 6 });
    expect([await payment.status(), await stateOf(payment, id)]).toEqual(['PATC', 'received']);
    await house.advance({ days: 1 });
    expect([await payment.status(), await stateOf(payment, id)]).toEqual(['RJCT', 'failed']);
    expect(refusalOf(await start(payment))).toEqual([403, 'RESOURCE_EXPIRED']);
  });

  it('fails after exactly seven days, before the bank has rejected the payment', async () => {
    const [payment, other] = [await signOnce('10.00'), await signOnce('11.00')];
    const id = await started(payment);
    for (const each of [payment, other]) await change(each, "signed_at = signed_at - interval '7 days'");
    expect([await payment.status(), await stateOf(payment, id)]).toEqual(['PATC', 'failed']);
    const late = await start(other);
    expect([...refusalOf(late), late.text.includes('time for the second signature is over')]).toEqual([403, 'RESOURCE_EXPIRED', true]);
    expect(await idsOf(other)).toHaveLength(1);
  });

  it('fails with a reset of the sandbox', async () => {
    const payment = await signOnce('10.00');
    const id = await started(payment);
    expect((await house.send(undefined, 'DELETE', '/api/v1/sandbox/reset', { bearer: await house.token() })).status).toBe(204);
    expect([await payment.status(), await stateOf(payment, id)]).toEqual(['RJCT', 'failed']);
    expect(refusalOf(await start(payment))).toEqual([403, 'RESOURCE_EXPIRED']);
  });
});

describe('a start is refused', () => {
  it('while the second authorisation is in progress', async () => {
    const payment = await signOnce('10.00');
    await started(payment);
    const again = await start(payment);
    expect([...refusalOf(again), again.text.includes('second authorisation of this payment is under way already')]).toEqual([
      409,
      'STATUS_INVALID',
      true,
    ]);
    expect(await idsOf(payment)).toHaveLength(2);
  });

  it('before the first signature', async () => {
    const created = await house.tpp('POST', `/api/v1/payments/${INSTANT}`, { body: orderBody('10.00') });
    const self = `/api/v1/payments/${INSTANT}/${textOf(created.body, 'paymentId')}`;
    expect(refusalOf(await start({ self }))).toEqual([409, 'STATUS_INVALID']);
    expect(member((await house.tpp('GET', `${self}/status`)).body, '_links')).toBeUndefined();
  });

  it('after the second signature', async () => {
    const payment = await signOnce('10.00');
    expect((await (await house.coSigner()).sign(payment.paymentId)).status).toBe(200);
    expect([await payment.status(), ...refusalOf(await start(payment)), await linkOf(payment)]).toEqual(['ACCC', 409, 'STATUS_INVALID', undefined]);
  });

  it('at a bank that takes the second signature in its own channels, and is not offered as a link', async () => {
    const payment = await signOnce('10.00');
    await change(payment, 'signatories = null');
    const answer = await start(payment);
    expect([...refusalOf(answer), answer.text.includes('own channels'), await linkOf(payment)]).toEqual([409, 'STATUS_INVALID', true, undefined]);
  });

  it('without a return address, and with one of another site', async () => {
    const payment = await signOnce('10.00');
    const evil = 'https://evil.example/back';
    for (const headers of [{}, { 'tpp-redirect-uri': evil }, { ...RETURN(), 'tpp-nok-redirect-uri': evil }]) {
      expect(refusalOf(await start(payment, headers))).toEqual([400, 'FORMAT_ERROR']);
    }
    expect(await idsOf(payment)).toHaveLength(1);
  });

  it('to another application of the same customer, with the 404 of an unknown payment', async () => {
    const [payment, none] = [await signOnce('10.00'), { self: `/api/v1/payments/${INSTANT}/pay_unknown` }];
    const id = await started(payment);
    await change(payment, "app_id = 'app_other'");
    const [foreign, unknown] = [await start(payment), await start(none)];
    expect([...refusalOf(foreign), foreign.text]).toEqual([404, 'RESOURCE_UNKNOWN', unknown.text]);
    expect(refusalOf(await house.tpp('GET', `${payment.self}/authorisations/${id}`))).toEqual([404, 'RESOURCE_UNKNOWN']);
    expect(refusalOf(await house.tpp('GET', `${payment.self}/authorisations`))).toEqual([404, 'RESOURCE_UNKNOWN']);
  });

  it('to a suspended application', async () => {
    const payment = await signOnce('10.00');
    const { rows } = await house.database.query('select client_id from tpp_app join payment using (app_id) where payment_id = $1', [
      payment.paymentId,
    ]);
    const bearer = await house.token();
    const suspend = (isSuspended: boolean) => house.modules.onboarding.setSuspended(textOf(rows[0], 'client_id'), isSuspended);
    await suspend(true);
    const refused = await start(payment, RETURN(), bearer);
    await suspend(false);
    expect([refused.status, (await payment.row()).second_authorisation]).toEqual([403, null]);
  });
});

describe('the link of the second authorisation', () => {
  it('opens only for the co-signer: not without a sign-in, to the first signatory or to another company’s co-signer', async () => {
    const first = await house.coSigner(house.company.customer.nationalIdentityNumber);
    const payment = await signOnce('10.00');
    const id = await started(payment);
    const { browser } = await house.coSigner();
    await browser.send('DELETE', '/bank/session');
    expect(codeOf(await browser.send('GET', `/bank/to-sign/payments/${payment.paymentId}`))).toEqual([410, 'SIGN_IN_UNKNOWN']);

    const users = JSON.stringify((await house.call('GET', '/api/tpp/psu')).body);
    const latvian = /"name":"Ivars L.dzparaksts","nationalIdentityNumber":"([\d-]+)"/.exec(users)?.[1] ?? '';
    const stranger = await house.coSigner(latvian, 'lv');
    for (const { send } of [first, stranger]) {
      for (const [method, rest] of [
        ['GET', ''],
        ['POST', '/challenge'],
        ['POST', '/signature'],
        ['POST', '/refusal'],
      ] as const) {
        const [own, none] = [await send(method, payment.paymentId, rest), await send(method, 'pay_unknown', rest)];
        expect([rest, own.status, own.text]).toEqual([rest, 404, none.text]);
        expect(own.text).not.toContain(back.success);
      }
    }
    expect([await payment.status(), await stateOf(payment, id)]).toEqual(['PATC', 'received']);
  });
});
