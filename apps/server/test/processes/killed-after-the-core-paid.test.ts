/** The server dies after the core has paid and before it has written so: the next one on the same data finds out, and nobody pays twice. */
import { join } from 'node:path';
import { CORE_SECRET, type CoreProcess, enterSigning, freePort, jsonOf, member, obtainToken, spawnPortico, startCore } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KERSTI, OSKAR, readCoreAccount } from '../house/core-accounts.ts';
import { openProcessHouse, type ProcessHouse } from '../house/process-house.ts';

const PRODUCT = 'instant-sepa-credit-transfers';

let house: ProcessHouse;
let core: CoreProcess | undefined;
beforeAll(async () => {
  house = await openProcessHouse();
});
afterAll(async () => {
  await core?.kill();
  await house.close();
});

describe('a server of a bank with its own core', () => {
  it('does not start without the core, and names the address of the core', async () => {
    const corePort = await freePort();
    const env = { PORTICO_BANK: 'adapter', PORTICO_BANK_URL: `http://127.0.0.1:${corePort}`, PORTICO_BANK_SECRET: CORE_SECRET };
    const alone = spawnPortico({ port: await freePort(), dataDir: join(house.folder, 'alone'), isBrief: true, env });
    expect(await alone.ended()).toBe(69);
    expect(alone.output()).toContain(
      `The bank’s core at http://127.0.0.1:${corePort} cannot be used. The core’s read-terms: no connection (ECONNREFUSED).`,
    );
    expect(alone.output()).not.toContain(CORE_SECRET);
  });

  it('pays once if it is killed between the core’s answer and its own commit', async () => {
    core = await startCore({ port: await freePort(), file: join(house.folder, 'core.db'), approvesAfter: 1 });
    const settings = { PORTICO_BANK: 'adapter', PORTICO_BANK_URL: core.url, PORTICO_BANK_SECRET: CORE_SECRET };
    const dying = await house.start({ ...settings, PORTICO_CRASH_AT: 'payments.settling' });
    const { tpp, browser } = await house.visit();
    const token = await obtainToken(browser, tpp, KERSTI);
    const [own, other] = [await readCoreAccount(core, KERSTI.customerId), await readCoreAccount(core, OSKAR.customerId)];
    const order = { product: PRODUCT, amount: '9.99', creditorName: OSKAR.name, creditorIban: other.iban } as const;
    const { paymentId, scaRedirect } = await tpp.createPayment(token, order);
    const page = await enterSigning(browser, scaRedirect, KERSTI);
    await page.choose(own.iban);
    const answer = await page.sign(own.iban);
    expect([answer.status, member(jsonOf(answer), 'transactionStatus')]).toEqual([200, 'ACTC']);

    expect(await dying.ended()).toBe('SIGKILL');
    expect((await readCoreAccount(core, KERSTI.customerId)).bookedCents).toBe(own.bookedCents - 999);
    // Review of 25 November 2026, B1: a server of the sandbox bank would reject the order, and the customer would pay twice.
    await expect(house.start({ PORTICO_BANK: 'sandbox' })).rejects.toThrow(/ended with 78.*PORTICO_BANK: given "sandbox"; accepted: adapter/s);
    await house.start(settings);
    await expect.poll(() => tpp.readStatus(token, order, paymentId), { interval: 200 }).toBe('ACCC');
    const after = [await readCoreAccount(core, KERSTI.customerId), await readCoreAccount(core, OSKAR.customerId)];
    expect(after.map(({ bookedCents }) => bookedCents)).toEqual([own.bookedCents - 999, other.bookedCents + 999]);
    expect((await page.sign(own.iban)).text).toBe(answer.text);
  });
});
