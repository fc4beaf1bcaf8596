/** The server dies after the core has paid and before it has written so: the next one on the same data finds out, and nobody pays twice. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CORE_SECRET,
  type CoreProcess,
  createBankFolder,
  createTpp,
  demoClient,
  enterSigning,
  freePort,
  jsonOf,
  member,
  obtainToken,
  openBrowser,
  overHttp,
  type PorticoProcess,
  SITE,
  spawnPortico,
  startCore,
  startPortico,
} from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KERSTI, OSKAR, readCoreAccount } from '../testing/core-house.ts';

const PRODUCT = 'instant-sepa-credit-transfers';

let folder: string;
let core: CoreProcess | undefined;
let portico: PorticoProcess | undefined;
beforeAll(async () => {
  folder = await createBankFolder('core-killed');
});
afterAll(async () => {
  await portico?.kill();
  await core?.kill();
  await rm(folder, { recursive: true });
});

describe('a server before a core of its own', { timeout: 150_000 }, () => {
  it('does not start without the core, and says where it looked', async () => {
    const corePort = await freePort();
    const env = { PORTICO_BANK: 'adapter', PORTICO_BANK_URL: `http://127.0.0.1:${corePort}`, PORTICO_BANK_SECRET: CORE_SECRET };
    const alone = spawnPortico({ port: await freePort(), dataDir: join(folder, 'alone'), env });
    expect(await alone.ended()).toBe(69);
    expect(alone.output()).toContain(`The bank’s core at http://127.0.0.1:${corePort} cannot be used. The core’s read-terms: no connection.`);
    expect(alone.output()).not.toContain(CORE_SECRET);
  });

  it('that dies between the core’s answer and its own commit has paid once when it is back', async () => {
    const [corePort, port] = [await freePort(), await freePort()];
    core = await startCore({ port: corePort, file: join(folder, 'core.db'), approvesAfter: 1 });
    const settings = { PORTICO_BANK: 'adapter', PORTICO_BANK_URL: core.url, PORTICO_BANK_SECRET: CORE_SECRET };
    const dataDir = join(folder, 'data');
    portico = await startPortico({ port, dataDir, env: { ...settings, PORTICO_CRASH_AT: 'payments.settling' } });
    const { origin } = portico;
    const transport = overHttp(origin);
    const tpp = createTpp({ transport, publicUrl: origin, site: SITE, ...(await demoClient(dataDir)) });
    const browser = openBrowser(transport, origin);
    const token = await obtainToken(browser, tpp, KERSTI);
    const [own, other] = [await readCoreAccount(core, KERSTI.customerId), await readCoreAccount(core, OSKAR.customerId)];
    const order = { product: PRODUCT, amount: '9.99', creditorName: OSKAR.name, creditorIban: other.iban } as const;
    const { paymentId, scaRedirect } = await tpp.createPayment(token, order);
    const page = await enterSigning(browser, scaRedirect, KERSTI);
    await page.choose(own.iban);
    const answer = await page.sign(own.iban);
    expect([answer.status, member(jsonOf(answer), 'transactionStatus')]).toEqual([200, 'ACTC']);

    expect(await portico.ended()).toBe('SIGKILL');
    expect((await readCoreAccount(core, KERSTI.customerId)).bookedCents).toBe(own.bookedCents - 999);
    portico = await startPortico({ port, dataDir, env: settings });
    await expect.poll(() => tpp.readStatus(token, order, paymentId), { timeout: 60_000, interval: 200 }).toBe('ACCC');
    const after = [await readCoreAccount(core, KERSTI.customerId), await readCoreAccount(core, OSKAR.customerId)];
    expect(after.map(({ bookedCents }) => bookedCents)).toEqual([own.bookedCents - 999, other.bookedCents + 999]);
    expect((await page.sign(own.iban)).text).toBe(answer.text);
  });
});
