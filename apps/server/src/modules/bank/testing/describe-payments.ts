/** Money moves exactly once, whole or not at all. */
import { describe, expect, it } from 'vitest';
import type { OpenTest } from './bank-under-test.ts';

const AT_ONCE = 50;

export function describePayments(test: OpenTest): void {
  describe('an instant payment', () => {
    it('takes amount and fee from the payer and brings the amount to the payee: no cent is made or lost', async () => {
      const { opened, teller } = test();
      const [from, to] = [await opened.takeAccount(), await opened.takeAccount()];
      const [had, got] = [await teller.available(from), await teller.available(to)];
      const transfer = teller.transfer(from, to);
      expect(await teller.pay(transfer)).toEqual({ ok: true });
      expect(await teller.available(from)).toBe(had - transfer.amountCents - transfer.feeCents);
      expect(await teller.available(to)).toBe(got + transfer.amountCents);
      expect(await teller.booked(from)).toBe(await teller.available(from));
    });

    it(`is made once although it is sent ${AT_ONCE} times at the same moment, and again later: an answer that was lost is asked for again`, async () => {
      const { opened, teller } = test();
      const [from, to] = [await opened.takeAccount(), await opened.takeAccount()];
      const [had, got] = [await teller.available(from), await teller.available(to)];
      const transfer = teller.transfer(from, to);
      const outcomes = await Promise.all(Array.from({ length: AT_ONCE }, () => teller.pay(transfer)));
      expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome)))).toEqual(new Set(['{"ok":true}']));
      expect(await teller.pay(transfer)).toEqual({ ok: true });
      expect(await teller.available(from)).toBe(had - transfer.amountCents - transfer.feeCents);
      expect(await teller.available(to)).toBe(got + transfer.amountCents);
    });

    it('still answers that it was made when there would be no money for a second one', async () => {
      const { opened, teller } = test();
      const [from, to] = [await opened.takeAccount(), await opened.takeAccount()];
      const whole = teller.transfer(from, to, { amountCents: await teller.available(from), feeCents: 0 });
      expect(await teller.pay(whole)).toEqual({ ok: true });
      expect(await teller.pay(whole)).toEqual({ ok: true });
      expect(await teller.available(from)).toBe(0);
    });

    it('without enough money is refused with what there is, and leaves no trace', async () => {
      const { opened, teller } = test();
      const [from, to] = [await opened.takeAccount(), await opened.takeAccount()];
      const [had, got] = [await teller.available(from), await teller.available(to)];
      const transfer = teller.transfer(from, to, { amountCents: had + 1 });
      const refused = { ok: false, reason: 'insufficientFunds', availableCents: had };
      expect(await teller.pay(transfer)).toEqual(refused);
      expect(await teller.pay(transfer)).toEqual(refused);
      expect([await teller.available(from), await teller.available(to)]).toEqual([had, got]);
      expect(await teller.booked(from)).toBe(had);
    });

    it('needs its fee, too', async () => {
      const { opened, teller } = test();
      const [from, to] = [await opened.takeAccount(), await opened.takeAccount()];
      const had = await teller.available(from);
      expect(await teller.pay(teller.transfer(from, to, { amountCents: had, feeCents: 1 }))).toMatchObject({ reason: 'insufficientFunds' });
      expect(await teller.available(from)).toBe(had);
    });

    it('of the whole balance succeeds exactly once among many different ones at the same moment', async () => {
      const { opened, teller } = test();
      const [from, to] = [await opened.takeAccount(), await opened.takeAccount()];
      const [had, got] = [await teller.available(from), await teller.available(to)];
      const outcomes = await Promise.all(Array.from({ length: 12 }, () => teller.pay(teller.transfer(from, to, { amountCents: had, feeCents: 0 }))));
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      expect(outcomes.filter(({ ok }) => !ok)).toEqual(
        Array.from({ length: 11 }, () => ({ ok: false, reason: 'insufficientFunds', availableCents: 0 })),
      );
      expect([await teller.available(from), await teller.available(to)]).toEqual([0, got + had]);
    });

    it('in both directions at once: all are made, and the sum stays', async () => {
      const { opened, teller } = test();
      const [one, other] = [await opened.takeAccount(), await opened.takeAccount()];
      const before = (await teller.available(one)) + (await teller.available(other));
      const transfers = Array.from({ length: 12 }, (_, index) =>
        index % 2 === 0 ? teller.transfer(one, other, { amountCents: 10 }) : teller.transfer(other, one, { amountCents: 10 }),
      );
      expect(await Promise.all(transfers.map((transfer) => teller.pay(transfer)))).toEqual(transfers.map(() => ({ ok: true })));
      const fees = transfers.reduce((sum, { feeCents }) => sum + feeCents, 0);
      expect((await teller.available(one)) + (await teller.available(other))).toBe(before - fees);
    });

    it('from an account that does not exist, or is somebody else’s, is refused in the same words', async () => {
      const { opened, teller } = test();
      const [own, foreign] = [await opened.takeAccount(), await opened.takeAccount()];
      const had = await teller.available(foreign);
      expect(own.customer.customerId).not.toBe(foreign.customer.customerId);
      const unknown = { ok: false, reason: 'accountUnknown' };
      expect(await teller.pay(teller.transfer(own, foreign, { debtorIban: 'EE000000000000000000' }))).toEqual(unknown);
      expect(await teller.pay(teller.transfer(own, own, { debtorIban: foreign.iban }))).toEqual(unknown);
      expect(await teller.available(foreign)).toBe(had);
    });

    it('in a currency that the account does not hold is refused', async () => {
      const { opened, teller } = test();
      const [from, to] = [await opened.takeAccount(), await opened.takeAccount()];
      const had = await teller.available(from);
      expect(await teller.pay(teller.transfer(from, to, { currency: 'USD' }))).toEqual({ ok: false, reason: 'currencyMismatch' });
      expect(await teller.available(from)).toBe(had);
    });
  });
}
