/** Contract tests of the calls themselves: form, secret, version, and the promises that no port can show. Each sends what Portico would send. */
import type { Static, TSchema } from 'typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import { daysAround } from '#modules/bank/testing/bank-under-test.ts';
import type { CoreSettings } from '#platform/config.ts';
import type { Sent } from '../core-client.ts';
import { openCoreLine, type SendToCore } from '../core-line.ts';
import { CORE_CALLS, type CoreCall } from '../wire/calls.ts';

export { explainForm } from '../wire/explain-form.ts';
export { OPTIONAL_CALLS } from '../wire/optional-calls.ts';
export { CORE_CALLS };

/** What a bank says of its test environment. */
export interface CoreToCheck {
  readonly settings: CoreSettings;
  /** The secret after the next change; absent: the core accepts one only. */
  readonly nextSecret?: string | undefined;
  /** The last accounts of the first customer are for these tests. */
  readonly customers: readonly { readonly customerId: string; readonly ibans: readonly string[] }[];
  readonly payee: { readonly iban: string; readonly name: string };
}

const LENGTH_MAX = 1024 * 1024;

export function describeCalls(name: string, open: () => CoreToCheck): void {
  describe(`${name}, call by call`, () => {
    let core: CoreToCheck;
    let line: SendToCore;
    let run: string;
    beforeAll(() => {
      core = open();
      line = openCoreLine(core.settings);
      run = crypto.randomUUID();
    });

    const send = (call: string, body: object, secret: string | undefined = core.settings.secret) => {
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

    const accountOf = async (fromEnd: number) => {
      const [{ customerId, ibans } = { customerId: '', ibans: [] }] = core.customers;
      const { accounts } = await ask(CORE_CALLS.listAccounts, { customerId });
      const account = accounts.find(({ iban }) => iban === ibans.at(-fromEnd));
      if (account === undefined) throw new Error(`list-accounts of ${customerId}: the account ${ibans.at(-fromEnd)} of the file is missing.`);
      return { ...account, customerId };
    };
    type Account = Awaited<ReturnType<typeof accountOf>>;
    const orderOf = (from: Account, to: Account, paymentId: string, amountCents: number) => ({
      paymentId: `pay_calls_${run}_${paymentId}`,
      customerId: from.customerId,
      debtorIban: from.iban,
      creditorIban: to.iban,
      creditorName: to.holderName,
      amountCents,
      feeCents: 0,
      currency: 'EUR',
      remittance: paymentId,
      scheme: { creditorName: to.holderName, remittance: paymentId },
      endToEndId: paymentId,
      product: 'INDIVIDUAL_INSTANT_SEPA' as const,
      origin: { provider: { clientId: 'check', name: 'Contract kit' }, orderId: paymentId, signatures: [] },
    });

    it('speaks version 2', async () => {
      expect((await ask(CORE_CALLS.readTerms, {})).versions).toContain(2);
    });

    it.each(Object.values(CORE_CALLS).map((call) => [call.name]))('%s refuses a wrong secret, and a call without one', async (call) => {
      for (const secret of ['a-secret-that-no-core-has-in-its-settings', '']) {
        const { status } = await send(call, {}, secret);
        expect([401, 403], `${call}: status ${status} instead of 401`).toContain(status);
      }
    });

    it('accepts the next secret too, where the file names one', async () => {
      if (core.nextSecret === undefined) return;
      expect((await send('read-terms', {}, core.nextSecret)).status).toBe(200);
    });

    it('answers every reading call in the form of the document, and nothing of a customer whom it does not have', async () => {
      const { customerId, accountId } = await accountOf(2);
      const period = { customerId, accountId, ...daysAround(), limit: 10 };
      const { customer } = await ask(CORE_CALLS.findCustomer, { customerId });
      expect(customer?.customerId).toBe(customerId);
      const { movements } = await ask(CORE_CALLS.listBooked, period);
      await ask(CORE_CALLS.listBookedSince, { ...period, entryId: movements.at(-1)?.entryId ?? 0 });
      await ask(CORE_CALLS.listPending, period);
      expect(await ask(CORE_CALLS.findTransaction, { customerId, accountId, transactionId: `none-${run}` })).toMatchObject({ movement: null });
      await ask(CORE_CALLS.listSigningParties, { customerId });
      await ask(CORE_CALLS.readCoSignature, { customerId, paymentId: `pay_calls_${run}_none` });
      await ask(CORE_CALLS.verifyPayees, { payees: [core.payee] });
      expect(await ask(CORE_CALLS.findCustomer, { customerId: 'status-probe' })).toMatchObject({ customer: null });
    });

    /** By redirect where the core has that, else in its app; undefined for a core whose terms have no own authentication. */
    const newAuthentication = async () => {
      const { ownAuthentication = [] } = await ask(CORE_CALLS.readTerms, {});
      const own = ownAuthentication.find(({ approach }) => approach === 'redirect') ?? ownAuthentication[0];
      const [{ customerId } = { customerId: '' }] = core.customers;
      const challengeId = `chl_calls_${run}_${crypto.randomUUID()}`;
      const secret = `return-${crypto.randomUUID()}`;
      const body = {
        challengeId,
        customerId,
        purpose: 'signing' as const,
        contentHash: 'a'.repeat(64),
        displayText: 'Pay 1.00 EUR',
        secondsLeft: 240,
      };
      const returnAddress = `https://portico.example/bank/authentication?state=${secret}`;
      return own && { secret, own, asked: { ...body, ...own, locale: 'en' as const, ...(own.approach === 'redirect' && { returnAddress }) } };
    };
    const withoutLabels = ({ labels: _ofPages, ...asked }: NonNullable<Awaited<ReturnType<typeof newAuthentication>>>['asked']) => asked;

    it('begins an authentication once, never shows its return address before the end, and refuses other content (promise 11)', async () => {
      const begun = await newAuthentication();
      if (begun === undefined) return;
      const asked = withoutLabels(begun.asked);
      const { address } = await ask(CORE_CALLS.beginAuthentication, asked);
      expect(await ask(CORE_CALLS.beginAuthentication, { ...asked, secondsLeft: 239 })).toEqual({ ...(address !== undefined && { address }) });
      expect(address === undefined, 'begin-authentication: /address').toBe(begun.own.approach === 'decoupled');
      expect(address ?? '').not.toContain(begun.secret);
      expect(await ask(CORE_CALLS.readAuthentication, { challengeId: asked.challengeId })).toMatchObject({ state: 'started' });
      const { status } = await send('begin-authentication', { ...asked, contentHash: 'b'.repeat(64) });
      expect(status, 'begin-authentication with other content: status').toBe(409);
    });

    it('never approves an authentication that was cancelled, and knows none that was not begun (promise 12)', async () => {
      const begun = await newAuthentication();
      if (begun === undefined) return;
      const asked = withoutLabels(begun.asked);
      expect((await send('read-authentication', { challengeId: asked.challengeId })).status, 'read-authentication: status').not.toBe(200);
      await ask(CORE_CALLS.beginAuthentication, asked);
      for (let times = 0; times < 2; times += 1) await ask(CORE_CALLS.cancelAuthentication, { challengeId: asked.challengeId });
      const { state } = await ask(CORE_CALLS.readAuthentication, { challengeId: asked.challengeId });
      expect(['timedOut', 'refused'], `read-authentication: state ${state}`).toContain(state);
    });

    it('repeats a refusal after money has come (promise 2)', async () => {
      const [from, to] = [await accountOf(2), await accountOf(3)];
      const tooMuch = orderOf(from, to, 'too-much', from.availableCents + 1);
      const { outcomes: refused } = await ask(CORE_CALLS.transfer, { transfers: [tooMuch] });
      expect(refused).toMatchObject([{ ok: false, reason: 'insufficientFunds', availableCents: from.availableCents }]);
      expect((await ask(CORE_CALLS.transfer, { transfers: [orderOf(to, from, 'more', 100)] })).outcomes).toMatchObject([{ ok: true }]);
      expect((await ask(CORE_CALLS.transfer, { transfers: [tooMuch] })).outcomes).toEqual(refused);
      expect((await accountOf(2)).availableCents).toBe(from.availableCents + 100);
    });

    it.each(['transfer', 'hold'] as const)('%s of a changed order is refused with 409 and moves no money (promise 3)', async (name) => {
      const [from, to] = [await accountOf(2), await accountOf(3)];
      const order = orderOf(from, to, `changed-${name}`, 10);
      await ask(CORE_CALLS[name], { transfers: [order] });
      const { availableCents } = await accountOf(2);
      for (const change of [{ amountCents: 11 }, { creditorIban: from.iban }]) {
        const { status } = await send(name, { transfers: [{ ...order, ...change }] });
        expect(status, `${name}: status`).toBe(409);
      }
      expect((await accountOf(2)).availableCents).toBe(availableCents);
      await ask(CORE_CALLS.release, { paymentIds: [order.paymentId] });
    });

    it('answers an order again although its origin has changed: the origin is no part of promise 3', async () => {
      const [from, to] = [await accountOf(2), await accountOf(3)];
      const order = orderOf(from, to, 'origin', 10);
      const { outcomes } = await ask(CORE_CALLS.transfer, { transfers: [order] });
      const origin = { ...order.origin, provider: { clientId: 'check', name: 'Contract kit Ltd' } };
      expect((await ask(CORE_CALLS.transfer, { transfers: [{ ...order, origin }] })).outcomes).toEqual(outcomes);
      expect((await accountOf(2)).availableCents).toBe(from.availableCents - 10);
    });
  });
}
