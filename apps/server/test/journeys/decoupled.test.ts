/** The decoupled approach: a customer confirms a payment or a consent on their device, and no page of the bank opens (docs/decisions/0082). */
import { jsonOf, member, textOf } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '#modules/bank-sandbox/index.ts';
import { verifyReceipt } from '#modules/receipts/index.ts';
import { textOfPdf } from '../../src/testing/pdf-text.ts';
import { type Asked, DECOUPLED, type DecoupledDesk, openDecoupledDesk } from '../house/decoupled-desk.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { readFileOf } from '../house/receipts/read-file.ts';

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

/** One of the seeded persons with Smart-ID; each test takes another one, because a customer has one open request. */
const person = (index: number) => {
  const found = house.customers.filter(({ scenario, method, type }) => scenario === 'approves' && method === 'SMART_ID' && type === 'person')[index];
  if (found === undefined) throw new Error(`The seed made no person ${index}.`);
  return found;
};

const waiting = (asked: Asked) => desk.waiting(asked);

describe('a payment', () => {
  it('is answered with DECOUPLED, and the approval on the device executes it', async () => {
    const asked = await desk.arrive(person(0));
    const started = await desk.pay(asked);
    expect([started.status, started.headers['aspsp-sca-approach']]).toEqual([201, 'DECOUPLED']);
    const body = jsonOf(started);
    expect(body).toMatchObject({
      transactionStatus: 'RCVD',
      psuMessage: expect.stringMatching(/Smart-ID .* control code \d{4}\./),
    });
    expect(Object.keys(Object(member(body, '_links'))).toSorted()).toEqual(['scaStatus', 'self', 'status']);
    expect(await desk.scaStatus(asked, started)).toBe('received');

    const shown = await waiting(asked);
    const code = /\d{4}/.exec(textOf(body, 'psuMessage'))?.[0];
    expect(shown).toMatchObject({ controlCode: code, amount: { amount: '0.10', currency: 'EUR' }, payee: 'Lumen Books OÜ' });
    expect(textOf(shown, 'displayText')).toMatch(/^Pay 0\.10 EUR to Lumen Books OÜ, .*\. Requested by .*\. If you did not start this, refuse\.$/);
    expect((await desk.answer(asked, shown, 'approve')).status).toBe(200);
    await expect.poll(() => desk.scaStatus(asked, started), desk.WAIT).toBe('finalised');
    expect(await desk.status(asked, started)).toBe('ACCC');
  });

  it('has the evidence and the receipt of a signature on the page', async () => {
    const asked = await desk.arrive(person(0), { isAutomatic: true });
    const started = await desk.pay(asked);
    await expect.poll(() => desk.scaStatus(asked, started), desk.WAIT).toBe('finalised');
    const receiptId = desk.pathOf(started, 'scaStatus').split('/').at(-1);
    const receipt = jsonOf(await asked.browser.send('GET', `/bank/receipts/signed/${receiptId}/json`));
    expect(receipt).toMatchObject({
      evidence: {
        kind: 'payment',
        shown: { instructedAmount: { amount: '0.10', currency: 'EUR' } },
        signed: { amountCents: 10, creditorName: 'Lumen Books OÜ' },
        signature: { method: 'SMART_ID', approach: 'decoupled', deviceText: expect.stringContaining('Lumen Books OÜ') },
      },
    });
    const file = (form: string) => readFileOf(house, asked, `/bank/receipts/signed/${receiptId}/${form}`);
    for (const form of ['json', 'pdf?language=lt']) {
      const { outcome, lines } = await verifyReceipt(house.database.db, house.portico.modules.audit, await file(form));
      expect([outcome, lines.join('\n')]).toEqual([
        'proven',
        expect.stringMatching(
          /Proven: it was signed on the device alone, without a page of the bank\. The device showed: Pay 0\.10 EUR to Lumen Books OÜ/,
        ),
      ]);
    }
    const changed = (await file('json')).toString().replace('"approach":"decoupled",', '');
    expect(await verifyReceipt(house.database.db, house.portico.modules.audit, Buffer.from(changed))).toMatchObject({
      outcome: 'refuted',
    });
    expect(
      textOfPdf(await file('pdf?language=lt'))
        .join(' ')
        .replaceAll(/\s+/g, ' '),
    ).toContain('Tik telefone, be banko puslapio.');
    const events = await desk.rows('select event from audit_entry where chain = $1 order by position', [`signing:${receiptId}`]);
    expect(events.map((row) => textOf(row, 'event'))).toEqual(['signing.opened', 'signing.shown', 'sca.approved', 'signing.signed']);
  });

  it.each(['refuse', 'wrongCode'])('is rejected after the device answers %s, and no money moves', async (given) => {
    const asked = await desk.arrive(person(1));
    const started = await desk.pay(asked);
    await desk.answer(asked, await waiting(asked), given);
    await expect.poll(() => desk.scaStatus(asked, started), desk.WAIT).toBe('failed');
    expect(await desk.status(asked, started)).toBe('RJCT');
  });

  it('is rejected when the device does not answer in two minutes', async () => {
    const asked = await desk.arrive(person(2));
    const started = await desk.pay(asked);
    await waiting(asked);
    await desk.passTime(126);
    await expect.poll(() => desk.scaStatus(asked, started), desk.WAIT).toBe('failed');
    expect(await desk.status(asked, started)).toBe('RJCT');
  });

  it('that is deleted meanwhile is taken off the device', async () => {
    const asked = await desk.arrive(person(2));
    const started = await desk.pay(asked);
    const shown = await waiting(asked);
    expect((await desk.send(asked, 'DELETE', desk.pathOf(started, 'self'))).status).toBe(204);
    expect(jsonOf(await desk.answer(asked, shown, 'approve'))).toMatchObject({ state: 'timedOut' });
    expect(await desk.scaStatus(asked, started)).toBe('failed');
  });

  it('that is sent again with the same X-Request-ID gets the same answer, and the device is asked once', async () => {
    const asked = await desk.arrive(person(3));
    const headers = { ...desk.wish(asked), 'x-request-id': '4f7a0c2e-3f0a-4a6e-9c51-3c1d7e0a9b11' };
    const [first, second] = [await desk.pay(asked, headers), await desk.pay(asked, headers)];
    expect([second.text, second.headers['aspsp-sca-approach']]).toEqual([first.text, 'DECOUPLED']);
    await desk.answer(asked, await waiting(asked), 'approve');
    await expect.poll(() => desk.scaStatus(asked, first), desk.WAIT).toBe('finalised');
    expect(await desk.countAsked(asked)).toBe(1);
  });
});

describe('a consent', () => {
  it('is valid after the approval on the device, which names the rights, the last day and the provider', async () => {
    const asked = await desk.arrive(person(4));
    const started = await desk.consent(asked);
    expect([started.status, started.headers['aspsp-sca-approach']]).toEqual([201, 'DECOUPLED']);
    expect(jsonOf(started)).toMatchObject({ consentStatus: 'received', psuMessage: expect.any(String) });
    const shown = await waiting(asked);
    expect(textOf(shown, 'displayText')).toMatch(
      /^View accounts, balances and transactions until \d{4}-\d{2}-\d{2}\. Requested by .*\. If you did not start this, refuse\.$/,
    );
    await desk.answer(asked, shown, 'approve');
    await expect.poll(() => desk.scaStatus(asked, started), desk.WAIT).toBe('finalised');
    expect(await desk.status(asked, started)).toBe('valid');
  });

  it('is rejected after a refusal on the device', async () => {
    const asked = await desk.arrive(person(4));
    const started = await desk.consent(asked);
    await desk.answer(asked, await waiting(asked), 'refuse');
    await expect.poll(() => desk.scaStatus(asked, started), desk.WAIT).toBe('failed');
    expect(await desk.status(asked, started)).toBe('rejected');
  });
});

describe('the answer is REDIRECT, without a request on a device,', () => {
  const isRedirect = (answer: Awaited<ReturnType<DecoupledDesk['pay']>>) => {
    expect([answer.status, answer.headers['aspsp-sca-approach']]).toEqual([201, 'REDIRECT']);
    expect(jsonOf(answer)).toMatchObject({ _links: { scaRedirect: { href: expect.any(String) } } });
    expect(Object.keys(Object(jsonOf(answer)))).not.toContain('psuMessage');
  };

  it.each([
    ['without the header', { 'psu-id': '60001019906' }],
    ['for TPP-Decoupled-Preferred: false', { 'tpp-decoupled-preferred': 'false', 'psu-id': '60001019906' }],
    ['without PSU-ID', { 'tpp-decoupled-preferred': 'true' }],
    ['for a PSU-ID that is no personal code', { 'tpp-decoupled-preferred': 'true', 'psu-id': 'liis' }],
    ['for an unknown PSU-ID-Type', { 'tpp-decoupled-preferred': 'true', 'psu-id': '60001019906', 'psu-id-type': 'CODE_CALCULATOR' }],
  ])('%s', async (_when, headers) => {
    const asked = await desk.arrive(person(5));
    isRedirect(await desk.pay(asked, headers));
    isRedirect(await desk.consent(asked, headers));
    expect(await desk.countAsked(asked)).toBe(0);
  });

  it('for a payment whose account the customer chooses, and for one with an unverified payee', async () => {
    const asked = await desk.arrive(person(5));
    isRedirect(await desk.pay(asked, desk.wish(asked), { debtorAccount: undefined }));
    isRedirect(await desk.pay(asked, desk.wish(asked), { creditorName: 'Quite Another Name' }));
    isRedirect(await desk.consent(asked, desk.wish(asked), { access: { accounts: [], balances: [] } }));
    expect(await desk.countAsked(asked)).toBe(0);
  });

  it('for a company', async () => {
    const company = house.customers.find(({ type }) => type === 'company');
    if (company === undefined) throw new Error('The seed made no company.');
    const asked = await desk.arrive(company);
    isRedirect(await desk.pay(asked));
    isRedirect(await desk.consent(asked));
  });

  it('for a customer without a phone method', async () => {
    const asked = await desk.arrive(person(5));
    await desk.rows(`update customer set auth_methods = array['CODE_CALCULATOR'] where user_name = $1`, [asked.customer.userName]);
    isRedirect(await desk.pay(asked));
  });

  it('where the setting is off', async () => {
    const other = await openHouse();
    const elsewhere = openDecoupledDesk(other);
    try {
      const [customer] = other.customers;
      const asked = await elsewhere.arrive(customer);
      isRedirect(await elsewhere.pay(asked));
      isRedirect(await elsewhere.consent(asked));
      expect(await elsewhere.countAsked(asked)).toBe(0);
    } finally {
      await other.close();
    }
  });
});
