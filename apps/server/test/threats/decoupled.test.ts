/**
 * T39: a provider uses the decoupled approach to ask phones that no customer waits for, or to learn personal codes. Each test has a house of its
 * own customers; time passes in the database.
 */
import { jsonOf, member, textOf, type WireAnswer } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '#modules/bank-sandbox/index.ts';
import { DEMO_CLIENT_ID } from '../../src/app/demo/demo-tpp.ts';
import { type Asked, DECOUPLED, type DecoupledDesk, openDecoupledDesk } from '../house/decoupled-desk.ts';
import { type House, openHouse } from '../house/open-house.ts';

let house: House;
let desk: DecoupledDesk;
beforeAll(async () => {
  house = await openHouse({ settings: DECOUPLED });
  desk = openDecoupledDesk(house);
});
afterAll(async () => {
  expect(await verifyLedger(house.database.db)).toEqual([]);
  await house.close();
});

/** Valid personal codes of Estonia, of public test persons; no customer of the seed has them. */
const STRANGERS = ['40504040001', '50001029996'];
const STARTS_PER_CUSTOMER = 5;

async function arrive(index: number, options?: { isAutomatic: boolean }): Promise<Asked> {
  const customer = house.customers.filter(({ type, scenario }) => type === 'person' && scenario === 'approves')[index];
  if (customer === undefined) throw new Error(`The seed made no person ${index}.`);
  return desk.arrive(customer, options);
}

const approachOf = ({ headers }: WireAnswer) => headers['aspsp-sca-approach'];
/** An answer without what is new in every answer. */
const form = ({ status, headers, text }: WireAnswer) => ({
  status,
  approach: headers['aspsp-sca-approach'],
  text: text.replaceAll(/(pay|cns|sgn|aut)_\w+/g, '$1').replaceAll(/code \d{4}/g, 'code'),
});
/** A round of the server, which otherwise has one each second. */
const watch = () => house.portico.modules.signing.watchDevices();
async function started(asked: Asked): Promise<readonly unknown[]> {
  await watch();
  return (await desk.onDevice(asked)).filter((shown) => member(shown, 'state') === 'started');
}
async function countOpen(): Promise<number> {
  await watch();
  return Number(member((await desk.rows('select count(*)::integer as count from decoupled_signing', []))[0], 'count'));
}
const noneOpen = () => expect.poll(countOpen, desk.WAIT).toBe(0);

/** A round of the server may be asking a device at this moment, so time passes until no request is open. */
const endAll = () =>
  expect
    .poll(async () => {
      await desk.passTime(126);
      return countOpen();
    }, desk.WAIT)
    .toBe(0);

/** Deletes what the limits have counted. */
const forgetStarts = () => desk.rows(`delete from spent_allowance where key like 'decoupled:%'`, []);

describe('a PSU-ID that is not the customer’s', () => {
  it('gets the answer of the right one, asks no device, and ends like a customer who does not answer', async () => {
    const asked = await arrive(0);
    const [stranger = ''] = STRANGERS;
    const wrong = [];
    for (const order of [desk.pay, desk.consent]) {
      wrong.push(await order(asked, desk.wish(asked, stranger)));
      await watch();
      expect(await desk.countAsked(asked)).toBe(0);
      await endAll();
    }

    const right = [await desk.pay(asked)];
    await expect.poll(async () => (await started(asked)).length, desk.WAIT).toBe(1);
    await endAll();
    right.push(await desk.consent(asked));
    await expect.poll(async () => (await started(asked)).length, desk.WAIT).toBe(1);
    await endAll();
    expect(right.map(form)).toEqual(wrong.map(form));
    for (const answers of [right, wrong]) {
      expect(await Promise.all(answers.map((answer) => desk.scaStatus(asked, answer)))).toEqual(['failed', 'failed']);
      expect(await Promise.all(answers.map((answer) => desk.status(asked, answer)))).toEqual(['RJCT', 'rejected']);
    }
    await forgetStarts();
  });

  it('does not end before the time of a customer who does not answer', async () => {
    const asked = await arrive(0);
    const [, stranger = ''] = STRANGERS;
    const wrong = await desk.pay(asked, desk.wish(asked, stranger));
    await desk.passTime(110);
    await watch();
    expect(await desk.scaStatus(asked, wrong)).toBe('received');
    await endAll();

    const right = await desk.pay(asked);
    await expect.poll(async () => (await started(asked)).length, desk.WAIT).toBe(1);
    await desk.rows(`update challenge set expires_at = now() where state = 'started'`, []);
    await watch();
    expect(await desk.scaStatus(asked, right)).toBe('received');
    await endAll();
    await forgetStarts();
  });

  it('counts as a start like the right one, so that the limit reveals nothing', async () => {
    const asked = await arrive(1);
    for (const ids of [STRANGERS, [asked.customer.nationalIdentityNumber]]) {
      for (let start = 0; start < STARTS_PER_CUSTOMER; start += 1) {
        expect(approachOf(await desk.consent(asked, desk.wish(asked, ids[start % ids.length])))).toBe('DECOUPLED');
        await endAll();
      }
      expect(approachOf(await desk.consent(asked, desk.wish(asked, ids[0])))).toBe('REDIRECT');
      await forgetStarts();
    }
  });
});

describe('one customer', () => {
  it('has one open request: a second one is a redirect, also of many at the same time', async () => {
    const asked = await arrive(2);
    const answers = await Promise.all(Array.from({ length: 4 }, () => desk.consent(asked)));
    expect(answers.map(approachOf).toSorted()).toEqual(['DECOUPLED', 'REDIRECT', 'REDIRECT', 'REDIRECT']);
    await expect.poll(async () => (await started(asked)).length, desk.WAIT).toBe(1);
    expect(approachOf(await desk.pay(asked))).toBe('REDIRECT');
    expect(await desk.countAsked(asked)).toBe(1);
    // The limits are counted after the request is stored: the end of a request locks both in the same order.
    const spent = `select coalesce(sum(cardinality(spent_at)), 0)::integer as count from spent_allowance where key like 'decoupled:customer:%'`;
    expect(await desk.rows(spent, [])).toEqual([{ count: 1 }]);
    await endAll();
    await forgetStarts();
  });

  it('gets a start back by approving it', async () => {
    const asked = await arrive(2, { isAutomatic: true });
    for (let start = 0; start <= STARTS_PER_CUSTOMER; start += 1) {
      const answer = await desk.consent(asked);
      expect(approachOf(answer)).toBe('DECOUPLED');
      await expect.poll(() => desk.scaStatus(asked, answer), desk.WAIT).toBe('finalised');
      await noneOpen();
    }
  });

  it('whose method is blocked by refusals gets a redirect, and can sign in as before', async () => {
    const asked = await arrive(3);
    for (let refusal = 0; refusal < 5; refusal += 1) {
      const answer = await desk.consent(asked);
      expect(approachOf(answer)).toBe('DECOUPLED');
      await expect.poll(async () => (await started(asked)).length, desk.WAIT).toBe(1);
      await desk.answer(asked, (await started(asked))[0], 'refuse');
      await expect.poll(() => desk.scaStatus(asked, answer), desk.WAIT).toBe('failed');
      await noneOpen();
      await forgetStarts();
    }
    expect(approachOf(await desk.consent(asked))).toBe('REDIRECT');
    const page = (await asked.browser.send('GET', house.tpp.authorize(asked.customer.country).address)).headers.location ?? '';
    const { method, nationalIdentityNumber } = asked.customer;
    expect((await asked.browser.send('POST', `${page}/authentication`, { body: { method, nationalIdentityNumber } })).status).toBe(200);
  });

  it('who is asked by a page of the bank is not asked by a provider at the same time', async () => {
    const asked = await arrive(4);
    const page = (await asked.browser.send('GET', house.tpp.authorize(asked.customer.country).address)).headers.location ?? '';
    const { method, nationalIdentityNumber } = asked.customer;
    await asked.browser.send('POST', `${page}/authentication`, { body: { method, nationalIdentityNumber } });
    expect(approachOf(await desk.consent(asked))).toBe('DECOUPLED');
    await watch();
    expect(await desk.countAsked(asked)).toBe(0);
    await endAll();
    await forgetStarts();
  });
});

describe('a request on the device', () => {
  it('does not reveal missing funds: no device is asked, and it ends like one without an answer', async () => {
    const asked = await arrive(0);
    const answer = await desk.pay(asked, desk.wish(asked), { instructedAmount: { amount: '999999.99', currency: 'EUR' } });
    expect(approachOf(answer)).toBe('DECOUPLED');
    await watch();
    expect([await desk.countAsked(asked), await desk.scaStatus(asked, answer)]).toEqual([expect.any(Number), 'received']);
    expect(await started(asked)).toEqual([]);
    await endAll();
    expect(await desk.scaStatus(asked, answer)).toBe('failed');
    await forgetStarts();
  });

  it('that was approved for another content signs nothing', async () => {
    const asked = await arrive(1);
    const answer = await desk.pay(asked);
    await expect.poll(async () => (await started(asked)).length, desk.WAIT).toBe(1);
    const paymentId = textOf(jsonOf(answer), 'paymentId');
    await desk.rows(`update challenge set content_hash = repeat('0', 64) where state = 'started'`, []);
    await desk.answer(asked, (await started(asked))[0], 'approve');
    await expect.poll(() => desk.scaStatus(asked, answer), desk.WAIT).toBe('failed');
    expect(await desk.rows('select status from payment where payment_id = $1', [paymentId])).toEqual([{ status: 'RJCT' }]);
    await noneOpen();
    await forgetStarts();
  });

  it('is signed once by several servers that watch it at the same time', async () => {
    const asked = await arrive(2);
    const other = await house.startServer();
    const answer = await desk.pay(asked);
    await expect.poll(async () => (await started(asked)).length, desk.WAIT).toBe(1);
    await desk.answer(asked, (await started(asked))[0], 'approve');
    await Promise.all([house.portico, other, house.portico, other].map(({ modules }) => modules.signing.watchDevices()));
    await expect.poll(() => desk.scaStatus(asked, answer), desk.WAIT).toBe('finalised');
    const chain = `signing:${desk.pathOf(answer, 'scaStatus').split('/').at(-1)}`;
    expect(await desk.rows(`select count(*)::integer as count from audit_entry where chain = $1 and event = 'signing.signed'`, [chain])).toEqual([
      { count: 1 },
    ]);
    await noneOpen();
  });

  it('has no page: its session is bound to no browser', async () => {
    const asked = await arrive(1);
    const answer = await desk.consent(asked);
    expect(answer.text).not.toContain('scaRedirect');
    const details = await asked.browser.send('GET', '/api/ui/consent/details');
    expect(details.status).toBe(410);
    await endAll();
    await forgetStarts();
  });

  it('ends when an operator suspends the application, and the device approves nothing', async () => {
    const asked = await arrive(0);
    const answer = await desk.consent(asked);
    await expect.poll(async () => (await started(asked)).length, desk.WAIT).toBe(1);
    const [shown] = await started(asked);
    await house.portico.modules.onboarding.setSuspended(DEMO_CLIENT_ID, true);
    expect(jsonOf(await desk.answer(asked, shown, 'approve'))).toMatchObject({ state: 'timedOut' });
    const consentId = textOf(jsonOf(answer), 'consentId');
    expect(await desk.rows('select status from consent where consent_id = $1', [consentId])).toEqual([{ status: 'rejected' }]);
    await noneOpen();
  });
});
