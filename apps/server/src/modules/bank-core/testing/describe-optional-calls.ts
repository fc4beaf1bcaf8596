/** Contract tests of the calls that a core may leave out. A core without one passes: it says so in `read-terms`, and Portico does not call it. */
import type { Static, TSchema } from 'typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Sent } from '../core-client.ts';
import { openCoreLine, type SendToCore } from '../core-line.ts';
import { CORE_CALLS, type CoreCall } from '../wire/calls.ts';
import { OPTIONAL_CALLS } from '../wire/optional-calls.ts';
import type { CoreToCheck } from './describe-calls.ts';

const LENGTH_MAX = 16 * 1024 * 1024;
const PAGE = 100;

export function describeOptionalCalls(name: string, open: () => CoreToCheck): void {
  describe(`${name}, the optional calls`, () => {
    let core: CoreToCheck;
    let line: SendToCore;
    let run: string;
    let offered: readonly string[];
    beforeAll(async () => {
      core = open();
      line = openCoreLine(core.settings);
      run = crypto.randomUUID();
      offered = (await ask(CORE_CALLS.readTerms, {})).optionalCalls ?? [];
    });

    const send = (call: string, body: object, secret: string = core.settings.secret) => {
      const headers = { 'content-type': 'application/json', 'portico-bank-version': '2', authorization: `Bearer ${secret}` };
      return line(call, { headers, body: JSON.stringify(body), lengthMax: LENGTH_MAX });
    };
    async function ask<Request extends TSchema, Response extends TSchema>(call: CoreCall<Request, Response>, body: Sent<Static<Request>>) {
      const { status, text = '' } = await send(call.name, body);
      expect(status, `${call.name}: status`).toBe(200);
      try {
        return call.parse(JSON.parse(text));
      } catch (error) {
        throw new Error(`${call.name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    const offers = (call: { readonly name: string }) => offered.includes(call.name);

    async function accounts() {
      const [{ customerId } = { customerId: '' }] = core.customers;
      const listed = (await ask(CORE_CALLS.listAccounts, { customerId })).accounts;
      const [from, to] = [core.customers[0]?.ibans.at(-4), core.customers[0]?.ibans.at(-5)].map((iban) => listed.find((each) => each.iban === iban));
      if (from === undefined || to === undefined) throw new Error(`list-accounts of ${customerId}: an account of the file is missing.`);
      return { customerId, from, to };
    }
    async function orderOf(id: string, change: object = {}) {
      const { customerId, from, to } = await accounts();
      return {
        paymentId: `pay_optional_${run}_${id}`,
        customerId,
        debtorIban: from.iban,
        creditorIban: to.iban,
        creditorName: to.holderName,
        amountCents: 10,
        feeCents: 0,
        currency: 'EUR',
        remittance: id,
        scheme: { creditorName: to.holderName, remittance: id },
        endToEndId: id,
        product: 'INDIVIDUAL_SEPA' as const,
        origin: { provider: { clientId: 'check', name: 'Contract kit' }, orderId: id, signatures: [] },
        ...change,
      };
    }
    const stateOf = async (paymentId: string) => (await ask(OPTIONAL_CALLS.findOrders, { paymentIds: [paymentId] })).orders[0];

    /** All events after a number. Each page goes on where the page before ended. */
    async function eventsAfter(after: number) {
      const found = [];
      for (let last = after; ; ) {
        const { events, newest } = await ask(OPTIONAL_CALLS.listEvents, { after: last, limit: PAGE });
        found.push(...events);
        const end = events.at(-1);
        if (end === undefined) return { events: found, newest };
        last = end.number;
      }
    }

    it.each(Object.values(OPTIONAL_CALLS).map((call) => [call.name]))('%s refuses a wrong secret where the core offers it', async (call) => {
      if (!offered.includes(call)) return;
      for (const secret of ['a-secret-that-no-core-has-in-its-settings', '']) expect([401, 403]).toContain((await send(call, {}, secret)).status);
    });

    it('find-orders tells each state of an order, and changes nothing', async () => {
      if (!offers(OPTIONAL_CALLS.findOrders)) return;
      const [order, refused] = [await orderOf('states'), await orderOf('refused', { amountCents: 900_000_000 })];
      expect(await stateOf(order.paymentId)).toMatchObject({ paymentId: order.paymentId, state: 'unknown' });
      await ask(CORE_CALLS.hold, { transfers: [order] });
      expect(await stateOf(order.paymentId)).toMatchObject({ state: 'held' });
      await ask(CORE_CALLS.settle, { transfers: [order] });
      expect(await stateOf(order.paymentId)).toMatchObject({ state: 'booked' });
      await ask(CORE_CALLS.hold, { transfers: [refused] });
      expect(await stateOf(refused.paymentId)).toMatchObject({ state: 'refused' });
      const [ended, unasked] = [await orderOf('released'), await orderOf('never-asked')];
      await ask(CORE_CALLS.hold, { transfers: [ended] });
      await ask(CORE_CALLS.release, { paymentIds: [ended.paymentId] });
      const paymentIds = [ended, order, unasked].map(({ paymentId }) => paymentId);
      const { orders } = await ask(OPTIONAL_CALLS.findOrders, { paymentIds });
      expect(orders).toMatchObject(paymentIds.map((paymentId, index) => ({ paymentId, state: ['released', 'booked', 'unknown'][index] })));
      expect(await stateOf(unasked.paymentId)).toMatchObject({ state: 'unknown' });
    });

    it('list-events numbers events without a gap, and never changes them', async () => {
      if (!offers(OPTIONAL_CALLS.listEvents)) return;
      const { events } = await eventsAfter(0);
      expect(events.map(({ number }) => number)).toEqual(events.map((_event, index) => index + 1));
      expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length);
      expect((await eventsAfter(0)).events.slice(0, events.length)).toEqual(events);
    });

    it('list-events tells each booking once, and no refused order', async () => {
      if (!offers(OPTIONAL_CALLS.listEvents)) return;
      const { newest } = await eventsAfter(0);
      const [paid, refused] = [await orderOf('told'), await orderOf('told-refused', { amountCents: 900_000_000 })];
      for (const _again of [1, 2]) await ask(CORE_CALLS.transfer, { transfers: [{ ...paid, product: 'INDIVIDUAL_INSTANT_SEPA' }] });
      await ask(CORE_CALLS.hold, { transfers: [refused] });
      const told = (await eventsAfter(newest)).events.filter(
        (each) => 'paymentId' in each && [paid, refused].some(({ paymentId }) => each.paymentId === paymentId),
      );
      expect(told).toMatchObject([{ kind: 'orderBooked', paymentId: paid.paymentId }]);
    });

    it('list-events returns no more than it is asked for, and nothing after the newest', async () => {
      if (!offers(OPTIONAL_CALLS.listEvents)) return;
      const { newest } = await ask(OPTIONAL_CALLS.listEvents, { after: 0, limit: 1 });
      expect((await ask(OPTIONAL_CALLS.listEvents, { after: 0, limit: 1 })).events.length).toBe(Math.min(newest, 1));
      expect((await ask(OPTIONAL_CALLS.listEvents, { after: newest + 1_000, limit: 1 })).events).toEqual([]);
    });

    it('decide names a fee for each payee, and neither moves nor reserves money', async () => {
      if (!offers(OPTIONAL_CALLS.decide)) return;
      const { customerId, from, to } = await accounts();
      const payee = { creditorIban: to.iban, creditorName: to.holderName, amountCents: 10 };
      const { currency } = from;
      const order = { paymentId: `pay_optional_${run}_decided`, customerId, debtorIban: from.iban, currency, product: 'INDIVIDUAL_SEPA' as const };
      const { decision } = await ask(OPTIONAL_CALLS.decide, { ...order, payees: [payee, payee] });
      expect(decision).toMatchObject({ decision: 'allow', currency: from.currency, feesCents: [expect.any(Number), expect.any(Number)] });
      expect((await ask(OPTIONAL_CALLS.decide, { ...order, payees: [payee, payee] })).decision).toEqual(decision);
      expect((await accounts()).from).toEqual(from);
      if (offers(OPTIONAL_CALLS.findOrders)) expect(await stateOf(order.paymentId)).toMatchObject({ state: 'unknown' });
    });
  });
}
