/** The decoupled approach for every kind of payment, for cancellations and for explicit starts (docs/decisions/0082). */
import { enterSigning, jsonOf, member, textOf, type WireAnswer } from '@portico/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PAYEES, verifyLedger } from '#modules/bank-sandbox/index.ts';
import { houseDay } from '../house/avoid-midnight.ts';
import { type Asked, DECOUPLED, type DecoupledDesk, ORDERS, type Order, openDecoupledDesk } from '../house/decoupled-desk.ts';
import { type House, openHouse } from '../house/open-house.ts';

let house: House;
let desk: DecoupledDesk;
beforeAll(async () => {
  house = await openHouse({ settings: DECOUPLED });
  desk = openDecoupledDesk(house);
});
beforeEach(async () => {
  await desk.rows(`delete from spent_allowance where key like 'decoupled:%'`, []);
});
afterAll(async () => {
  expect(await verifyLedger(house.database.db)).toEqual([]);
  await house.close();
});

const person = (index: number) => {
  const found = house.customers.filter(({ scenario, method, type }) => scenario === 'approves' && method === 'SMART_ID' && type === 'person')[index];
  if (found === undefined) throw new Error(`The seed made no person ${index}.`);
  return found;
};
const approachOf = ({ status, headers }: WireAnswer) => [status, headers['aspsp-sca-approach']];
function isRedirect(answer: WireAnswer, status = 201): void {
  expect(approachOf(answer)).toEqual([status, 'REDIRECT']);
  expect(textOf(jsonOf(answer), '_links', 'scaRedirect', 'href')).toMatch(/^http/);
}
const noneOpen = () =>
  expect
    .poll(async () => {
      await desk.watch();
      return desk.rows('select session_id from decoupled_signing', []);
    }, desk.WAIT)
    .toEqual([]);
const ended = async (asked: Asked, started: WireAnswer, scaStatus: 'finalised' | 'failed') => {
  await noneOpen();
  expect(await desk.scaStatus(asked, started)).toBe(scaStatus);
};

/** An order that the customer confirmed on the device, which is executed on a later day. */
async function signed(asked: Asked, service: Order): Promise<WireAnswer> {
  const started = await desk.order(asked, service);
  await desk.answer(asked, await desk.waiting(asked), 'approve');
  await ended(asked, started, 'finalised');
  return started;
}
const cancel = (asked: Asked, order: WireAnswer, headers = desk.wish(asked)) => desk.authorise(asked, order, 'cancellation-authorisations', headers);

const PAY = 'Pay 0\\.10 EUR to Lumen Books OÜ, EE86 … 1764';
const SHOWN: Readonly<Record<Order, string>> = {
  payments: PAY,
  'periodic-payments': `Pay 0\\.10 EUR monthly from ${houseDay(9)} to ${houseDay(99)} to Lumen Books OÜ, EE86 … 1764`,
  'bulk-payments': 'Pay 0\\.20 EUR as 2 payments',
};
const ASKED = '\\. Requested by .+\\. If you did not start this, refuse\\.$';

describe.each(ORDERS)('an order of %s', (service) => {
  it('is answered with DECOUPLED; the device shows sum, payees, days and provider, and its approval signs', async () => {
    const asked = await desk.arrive(person(0));
    const started = await desk.order(asked, service);
    expect(approachOf(started)).toEqual([201, 'DECOUPLED']);
    expect(Object.keys(Object(member(jsonOf(started), '_links'))).toSorted()).toEqual(['scaStatus', 'self', 'status']);
    const shown = await desk.waiting(asked);
    const payees = service === 'bulk-payments' ? ' to Lumen Books OÜ' : '';
    expect(textOf(shown, 'displayText')).toMatch(new RegExp(`^${SHOWN[service]}${payees}${ASKED}`));
    expect(textOf(jsonOf(started), 'psuMessage')).toContain(`control code ${textOf(shown, 'controlCode')}`);
    await desk.answer(asked, shown, 'approve');
    await ended(asked, started, 'finalised');
    expect(await desk.status(asked, started)).toBe('ACTC');
  });

  it.each(['refuse', 'wrongCode'])('is rejected after the device answers %s', async (given) => {
    const asked = await desk.arrive(person(1));
    const started = await desk.order(asked, service);
    await desk.answer(asked, await desk.waiting(asked), given);
    await ended(asked, started, 'failed');
    expect(await desk.status(asked, started)).toBe('RJCT');
  });

  it('is rejected when the device does not answer in two minutes', async () => {
    const asked = await desk.arrive(person(2));
    const started = await desk.order(asked, service);
    await desk.waiting(asked);
    await desk.passTime(126);
    await ended(asked, started, 'failed');
    expect(await desk.status(asked, started)).toBe('RJCT');
  });

  it('that the application deletes meanwhile is taken off the device, and an approval signs nothing', async () => {
    const asked = await desk.arrive(person(2));
    const started = await desk.order(asked, service);
    const shown = await desk.waiting(asked);
    expect((await desk.send(asked, 'DELETE', desk.pathOf(started, 'self'))).status).toBe(204);
    expect(jsonOf(await desk.answer(asked, shown, 'approve'))).toMatchObject({ state: 'timedOut' });
    await ended(asked, started, 'failed');
    expect(await desk.status(asked, started)).toBe('CANC');
  });

  it('with another person’s PSU-ID gets the same answer, asks no device, and is rejected', async () => {
    const asked = await desk.arrive(person(3));
    const started = await desk.order(asked, service, desk.wish(asked, '50001029996'));
    expect(approachOf(started)).toEqual([201, 'DECOUPLED']);
    expect(jsonOf(started)).toMatchObject({ psuMessage: expect.stringMatching(/control code \d{4}/) });
    await desk.watch();
    expect(await desk.countAsked(asked)).toBe(0);
    await desk.passTime(126);
    await ended(asked, started, 'failed');
    expect(await desk.status(asked, started)).toBe('RJCT');
  });

  it('that the application sends twice is asked once: the second one is a redirect', async () => {
    const asked = await desk.arrive(person(4));
    const first = await desk.order(asked, service);
    const second = await desk.order(asked, service);
    expect(approachOf(first)).toEqual([201, 'DECOUPLED']);
    isRedirect(second);
    await desk.answer(asked, await desk.waiting(asked), 'refuse');
    await ended(asked, first, 'failed');
    expect(await desk.status(asked, second)).toBe('RCVD');
  });

  it('is REDIRECT where the customer chooses the account, where a payee is not verified, and without PSU-ID', async () => {
    const asked = await desk.arrive(person(4));
    const asks = await desk.countAsked(asked);
    const { iban, name } = PAYEES.somebodyElse;
    const payee = { instructedAmount: { amount: '0.10', currency: 'EUR' }, creditorAccount: { iban }, creditorName: 'Quite Another Name' };
    const good = { ...payee, creditorName: name };
    const changed = service === 'bulk-payments' ? { payments: [good, payee] } : payee;
    isRedirect(await desk.order(asked, service, desk.wish(asked), { debtorAccount: undefined }));
    isRedirect(await desk.order(asked, service, desk.wish(asked), changed));
    isRedirect(await desk.order(asked, service, { 'tpp-decoupled-preferred': 'true' }));
    expect(await desk.countAsked(asked)).toBe(asks);
  });

  it('is REDIRECT for a company, also with an explicit start', async () => {
    const company = house.customers.find(({ type }) => type === 'company');
    if (company === undefined) throw new Error('The seed made no company.');
    const asked = await desk.arrive(company);
    isRedirect(await desk.order(asked, service));
    const explicit = await desk.order(asked, service, { 'tpp-explicit-authorisation-preferred': 'true' });
    isRedirect(await desk.authorise(asked, explicit, 'authorisations'));
    expect(await desk.countAsked(asked)).toBe(0);
  });
});

describe.each(ORDERS)('the cancellation of %s', (service) => {
  it('is confirmed on the device, which says that it is a cancellation', async () => {
    const asked = await desk.arrive(person(5));
    const order = await signed(asked, service);
    const removed = await desk.send(asked, 'DELETE', desk.pathOf(order, 'self'), { headers: { 'tpp-explicit-authorisation-preferred': 'true' } });
    expect(jsonOf(removed)).toMatchObject({ _links: { startAuthorisation: { href: expect.any(String) } } });
    const started = await cancel(asked, order);
    expect(approachOf(started)).toEqual([201, 'DECOUPLED']);
    expect(jsonOf(started)).toEqual({
      scaStatus: 'received',
      authorisationId: expect.any(String),
      psuMessage: expect.stringMatching(/control code \d{4}/),
      _links: { scaStatus: { href: expect.any(String) } },
    });
    const shown = await desk.waiting(asked);
    expect(textOf(shown, 'displayText')).toMatch(new RegExp(`^Cancel: ${SHOWN[service]}${ASKED}`));
    await desk.answer(asked, shown, 'approve');
    await ended(asked, started, 'finalised');
    expect(await desk.status(asked, order)).toBe('CANC');
    const receiptId = textOf(jsonOf(started), 'authorisationId');
    expect(jsonOf(await asked.browser.send('GET', `/bank/receipts/signed/${receiptId}/json`))).toMatchObject({
      evidence: { signature: { approach: 'decoupled' } },
    });
  });

  it('changes nothing when the device refuses, does not answer, or gets another person’s PSU-ID', async () => {
    const asked = await desk.arrive(person(3));
    const order = await signed(asked, service);
    const refused = await cancel(asked, order);
    await desk.answer(asked, await desk.waiting(asked), 'refuse');
    await ended(asked, refused, 'failed');

    const unanswered = await cancel(asked, order);
    await desk.waiting(asked);
    await desk.passTime(126);
    await ended(asked, unanswered, 'failed');

    const asks = await desk.countAsked(asked);
    const wrong = await cancel(asked, order, desk.wish(asked, '50001029996'));
    expect(approachOf(wrong)).toEqual([201, 'DECOUPLED']);
    await desk.passTime(126);
    await ended(asked, wrong, 'failed');
    expect(await desk.countAsked(asked)).toBe(asks);
    expect(await desk.status(asked, order)).toBe('ACTC');
  });

  it('ends when the application starts another one, which is a redirect; an approval of the first cancels nothing', async () => {
    const asked = await desk.arrive(person(5));
    const order = await signed(asked, service);
    const first = await cancel(asked, order);
    const shown = await desk.waiting(asked);
    const second = await cancel(asked, order);
    isRedirect(second);
    expect(jsonOf(await desk.answer(asked, shown, 'approve'))).toMatchObject({ state: 'timedOut' });
    await ended(asked, first, 'failed');
    expect(await desk.status(asked, order)).toBe('ACTC');
  });

  it('by DELETE alone is a redirect, also with the preference', async () => {
    const asked = await desk.arrive(person(5));
    const order = await signed(asked, service);
    const removed = await desk.send(asked, 'DELETE', desk.pathOf(order, 'self'), { headers: desk.wish(asked) });
    isRedirect(removed, 202);
  });

  it('that was signed on a page meanwhile cannot be asked for on the device', async () => {
    const asked = await desk.arrive(person(6));
    const order = await signed(asked, service);
    const removed = await desk.send(asked, 'DELETE', desk.pathOf(order, 'self'));
    await asked.browser.send('PUT', '/bank/device', { body: { automatic: true } });
    const kind = ({ payments: 'payment', 'periodic-payments': 'periodic-payment', 'bulk-payments': 'bulk-payment' } as const)[service];
    const page = await enterSigning(asked.browser, textOf(jsonOf(removed), '_links', 'scaRedirect', 'href'), asked.customer, `${kind}-cancellation`);
    expect((await page.sign(asked.iban)).status).toBe(200);
    const late = await cancel(asked, order);
    expect(late.status).toBe(405);
    expect(await desk.status(asked, order)).toBe('CANC');
  });
});

describe('an order on which the device cannot show everything', () => {
  const payeesOf = async (count: number) => {
    const rows = await desk.rows(
      `select distinct on (customer.name) iban, customer.name from account join customer on customer.id = customer_id
       where account.currency = 'EUR' and customer.type = 'person' order by customer.name limit $1`,
      [count],
    );
    return rows.map((row) => ({
      instructedAmount: { amount: '0.01', currency: 'EUR' },
      creditorAccount: { iban: textOf(row, 'iban') },
      creditorName: textOf(row, 'name'),
    }));
  };

  it('is REDIRECT: a bulk payment whose payees do not fit; with few payees the device names all of them', async () => {
    const asked = await desk.arrive(person(0));
    const many = await desk.order(asked, 'bulk-payments', desk.wish(asked), { payments: await payeesOf(20) });
    isRedirect(many);
    const [first, second] = await payeesOf(2);
    const few = await desk.order(asked, 'bulk-payments', desk.wish(asked), { payments: [first, second] });
    expect(approachOf(few)).toEqual([201, 'DECOUPLED']);
    const shown = await desk.waiting(asked);
    expect(textOf(shown, 'displayText')).toContain(` to ${first?.creditorName}, ${second?.creditorName}. Requested by `);
    await desk.answer(asked, shown, 'refuse');
    await ended(asked, few, 'failed');
  });
});

describe('an order of another customer', () => {
  it.each(ORDERS)('of %s cannot be asked for, neither its signature nor its cancellation, and no device is asked', async (service) => {
    const [asked, other] = [await desk.arrive(person(0)), await desk.arrive(person(1))];
    const order = await signed(asked, service);
    const asks = [await desk.countAsked(asked), await desk.countAsked(other)];
    for (const psuId of [asked, other].map(({ customer }) => customer.nationalIdentityNumber)) {
      for (const segment of ['authorisations', 'cancellation-authorisations'] as const)
        expect((await desk.authorise(other, order, segment, desk.wish(other, psuId))).status).toBe(404);
    }
    await desk.watch();
    expect([await desk.countAsked(asked), await desk.countAsked(other)]).toEqual(asks);
  });
});

describe('an explicit start', () => {
  it.each(ORDERS)('of %s is answered with DECOUPLED once, and the approval signs', async (service) => {
    const asked = await desk.arrive(person(0));
    const order = await desk.order(asked, service, { 'tpp-explicit-authorisation-preferred': 'true' });
    const started = await desk.authorise(asked, order, 'authorisations');
    expect(approachOf(started)).toEqual([201, 'DECOUPLED']);
    expect(approachOf(await desk.authorise(asked, order, 'authorisations'))).toEqual([409, undefined]);
    await desk.answer(asked, await desk.waiting(asked), 'approve');
    await ended(asked, started, 'finalised');
    expect(await desk.status(asked, order)).toBe('ACTC');
  });

  it('of a consent is answered with DECOUPLED, and the approval gives access', async () => {
    const asked = await desk.arrive(person(0));
    const consent = await desk.consent(asked, { 'tpp-explicit-authorisation-preferred': 'true' });
    const started = await desk.authorise(asked, consent, 'authorisations');
    expect(approachOf(started)).toEqual([201, 'DECOUPLED']);
    await desk.answer(asked, await desk.waiting(asked), 'approve');
    await ended(asked, started, 'finalised');
    expect(await desk.status(asked, consent)).toBe('valid');
  });

  it('without the preference is a redirect', async () => {
    const asked = await desk.arrive(person(0));
    const order = await desk.order(asked, 'payments', { 'tpp-explicit-authorisation-preferred': 'true' });
    isRedirect(await desk.authorise(asked, order, 'authorisations', {}));
  });
});
