/** Faults F1 and F5 in a short form, on the embedded database: one bank, a few kills, every invariant. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BankUnderLoad, openBankUnderLoad } from '../bank-under-load.ts';
import { ACKNOWLEDGED, ANYWHERE, killServers } from '../rounds/kill-servers.ts';
import { openTwice } from '../rounds/open-twice.ts';

/** A run of a periodic payment is a job, found within two seconds. Signatures after the last kill wait for nothing else. */
const SETTLE_MS = 5_000;

let bank: BankUnderLoad;
beforeAll(async () => {
  bank = await openBankUnderLoad({ serverCount: 1, browsers: 12, isBrief: true });
});
afterAll(() => bank.close());

describe('a bank on the embedded database, under load', () => {
  it('refuses a second server on its folder and goes on', async () => {
    const second = await openTwice(bank);
    expect(second.exitCode).toBe(75);
    expect(second.output).toContain(`in use by process ${bank.server(0).child.pid}`);
    await expect.poll(async () => (await fetch(`${bank.server(0).origin}/readyz`)).status).toBe(200);
  });

  it('loses nothing and pays nothing twice when it is killed, wherever that happens', async () => {
    const orders = ['signing.insideTransaction', 'signing.committed', 'payments.settling', ACKNOWLEDGED, ANYWHERE];
    const kills = await killServers(bank, { serverCount: 1, orders });
    expect(kills.filter(({ isAsOrdered }) => !isAsOrdered)).toEqual([]);
    expect(kills.length).toBeGreaterThanOrEqual(orders.length);
    await Promise.all([bank.load.nextAcknowledgement('periodic-payment'), bank.load.nextAcknowledgement('bulk-payment')]);
    await bank.load.stop();
    await delay(SETTLE_MS);
    const { violations, bank: rows } = await bank.finish();
    expect(violations).toEqual([]);
    expect(rows.payments.filter(({ sessionState }) => sessionState === 'signed').length).toBeGreaterThan(orders.length);
    const parts = rows.payments.filter(({ partOf, bookings }) => partOf !== null && bookings > 0);
    expect(new Set(parts.map(({ kind }) => kind))).toEqual(new Set(['periodic-payment', 'bulk-payment']));
    expect(bank.history.read().some(({ outcome }) => outcome === 'unknown')).toBe(true);
  });
});
