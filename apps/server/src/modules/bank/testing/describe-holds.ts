/** Contract tests for holds: money is reserved, used or released once. Ordinary payments and the items of bulk payments rely on this. */
import { describe, expect, it } from 'vitest';
import { daysAround, type OpenTest } from './bank-under-test.ts';

const OK = { ok: true };
const ORDINARY = { product: 'INDIVIDUAL_SEPA' } as const;

export function describeHolds(test: OpenTest): void {
  const open = async () => {
    const { opened, teller } = test();
    const [from, to] = [await opened.takeAccount(), await opened.takeAccount()];
    return { opened, teller, from, to, had: await teller.available(from), got: await teller.available(to) };
  };

  describe('a hold', () => {
    it('takes amount and fee from what can be spent, not from what is booked, and can be seen as reserved', async () => {
      const { opened, teller, from, to, had, got } = await open();
      const transfer = teller.transfer(from, to, ORDINARY);
      expect(await teller.hold(transfer)).toEqual(OK);
      expect(await teller.available(from)).toBe(had - transfer.amountCents - transfer.feeCents);
      expect([await teller.booked(from), await teller.available(to)]).toEqual([had, got]);
      const pending = await opened.accounts.readPending(from.customer, { accountId: from.accountId, ...daysAround(), limit: 10, after: undefined });
      expect(pending?.movements.map(({ remittance }) => remittance)).toEqual([transfer.remittance]);
      expect(pending?.movements.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(-transfer.amountCents - transfer.feeCents);
      await teller.release(transfer);
    });

    it('is placed once although it is sent twenty times at the same moment', async () => {
      const { teller, from, to, had } = await open();
      const transfer = teller.transfer(from, to, ORDINARY);
      expect(await Promise.all(Array.from({ length: 20 }, () => teller.hold(transfer)))).toEqual(Array.from({ length: 20 }, () => OK));
      expect(await teller.available(from)).toBe(had - transfer.amountCents - transfer.feeCents);
      await teller.release(transfer);
    });

    it('becomes one booking, however often it is settled, and nothing stays reserved', async () => {
      const { teller, from, to, had, got } = await open();
      const transfer = teller.transfer(from, to, ORDINARY);
      await teller.hold(transfer);
      expect(await Promise.all(Array.from({ length: 10 }, () => teller.settle(transfer)))).toEqual(Array.from({ length: 10 }, () => OK));
      const left = had - transfer.amountCents - transfer.feeCents;
      expect([await teller.available(from), await teller.booked(from), await teller.available(to)]).toEqual([left, left, got + transfer.amountCents]);
      expect(await teller.hold(transfer)).toEqual(OK);
      expect(await teller.available(from)).toBe(left);
    });

    it('keeps its money for its payment: whoever asks for the rest and a cent more is refused, and the payment is still settled', async () => {
      const { teller, from, to, had } = await open();
      const held = teller.transfer(from, to, { ...ORDINARY, amountCents: had - 100, feeCents: 0 });
      expect(await teller.hold(held)).toEqual(OK);
      expect(await teller.pay(teller.transfer(from, to, { amountCents: 101, feeCents: 0 }))).toMatchObject({
        reason: 'insufficientFunds',
        availableCents: 100,
      });
      expect(await teller.pay(teller.transfer(from, to, { amountCents: 100, feeCents: 0 }))).toEqual(OK);
      expect(await teller.settle(held)).toEqual(OK);
      expect(await teller.available(from)).toBe(0);
    });

    it('that is released gives everything back; again, or where nothing was held, that changes nothing', async () => {
      const { teller, from, to, had } = await open();
      const transfer = teller.transfer(from, to, ORDINARY);
      await teller.hold(transfer);
      await teller.release(transfer);
      await teller.release(transfer);
      await teller.releaseAll([transfer, teller.transfer(from, to, ORDINARY)]);
      expect([await teller.available(from), await teller.booked(from)]).toEqual([had, had]);
    });

    it('once released never comes back: it is neither settled nor placed again, and that is no outcome but a failure', async () => {
      const { teller, from, to, had } = await open();
      const transfer = teller.transfer(from, to, ORDINARY);
      await teller.hold(transfer);
      await teller.release(transfer);
      await expect(teller.settle(transfer)).rejects.toThrow();
      await expect(teller.hold(transfer)).rejects.toThrow();
      expect(await teller.available(from)).toBe(had);
    });

    it('once settled cannot be released: the money has moved', async () => {
      const { teller, from, to, got } = await open();
      const transfer = teller.transfer(from, to, ORDINARY);
      await teller.hold(transfer);
      await teller.settle(transfer);
      const left = await teller.available(from);
      await teller.release(transfer);
      expect([await teller.available(from), await teller.available(to)]).toEqual([left, got + transfer.amountCents]);
    });

    it('of the whole balance is placed exactly once among many different ones at the same moment', async () => {
      const { teller, from, to, had } = await open();
      const transfers = Array.from({ length: 10 }, () => teller.transfer(from, to, { ...ORDINARY, amountCents: had, feeCents: 0 }));
      const outcomes = await Promise.all(transfers.map((transfer) => teller.hold(transfer)));
      expect(outcomes.filter((outcome) => outcome?.ok)).toHaveLength(1);
      expect(await teller.available(from)).toBe(0);
      const [winner] = transfers.filter((_, index) => outcomes[index]?.ok === true);
      if (winner !== undefined) await teller.release(winner);
      expect(await teller.available(from)).toBe(had);
    });

    it('without enough money is refused with what there is, and reserves nothing', async () => {
      const { teller, from, to, had } = await open();
      const transfer = teller.transfer(from, to, { ...ORDINARY, amountCents: had + 1, feeCents: 0 });
      expect(await teller.hold(transfer)).toEqual({ ok: false, reason: 'insufficientFunds', availableCents: had });
      expect(await teller.available(from)).toBe(had);
    });
  });

  describe('many holds', () => {
    it('each on its own: who stands first is served first, and one that is too much leaves its money to the next', async () => {
      const { teller, from, to, had } = await open();
      const amounts = [had - 100, 101, 60, 40, 1];
      const transfers = amounts.map((amountCents) => teller.transfer(from, to, { ...ORDINARY, amountCents, feeCents: 0 }));
      expect((await teller.holdEach(transfers)).map(({ ok }) => ok)).toEqual([true, false, true, true, false]);
      expect(await teller.available(from)).toBe(0);
      await teller.releaseAll(transfers);
      expect(await teller.available(from)).toBe(had);
    });

    it('all of them or none: one cent too much, and nothing is reserved', async () => {
      const { teller, from, to, had } = await open();
      const ofAmounts = (...amounts: number[]) => amounts.map((amountCents) => teller.transfer(from, to, { ...ORDINARY, amountCents, feeCents: 0 }));
      expect(await teller.holdAll(ofAmounts(had - 50, 51))).toEqual({ ok: false, reason: 'insufficientFunds', availableCents: had });
      expect(await teller.available(from)).toBe(had);
      const fitting = ofAmounts(had - 50, 50);
      expect(await teller.holdAll(fitting)).toEqual(OK);
      expect(await teller.holdAll(fitting)).toEqual(OK);
      expect(await teller.available(from)).toBe(0);
      await teller.releaseAll(fitting);
    });

    it('are settled together, their outcomes in their order, and again without another booking', async () => {
      const { teller, from, to, had, got } = await open();
      const transfers = [10, 20, 30].map((amountCents) => teller.transfer(from, to, { ...ORDINARY, amountCents, feeCents: 0 }));
      await teller.holdAll(transfers);
      expect(await teller.settleAll(transfers)).toEqual([OK, OK, OK]);
      expect(await teller.settleAll(transfers.toReversed())).toEqual([OK, OK, OK]);
      expect([await teller.available(from), await teller.available(to)]).toEqual([had - 60, got + 60]);
    });
  });
}
