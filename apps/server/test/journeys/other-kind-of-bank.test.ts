/**
 * Review of 25 November 2026, B1: jobs judge orders of their own kind of bank only. A server of the other kind does not start at all; these tests build
 * one past that refusal, on a database with orders whose time has come, and let its jobs run.
 */
import { enterSigning, obtainToken, type PaymentOrder } from '@portico/testkit';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCore } from '#modules/bank-core/index.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { loadConfig } from '#platform/load-config.ts';
import { buildApp, type Portico } from '../../src/app/composition/build-app.ts';
import { runHousekeeping } from '../../src/app/composition/housekeeping.ts';
import { msUntilClosedDay } from '../../src/testing/bank-day.ts';
import { setClock } from '../../src/testing/set-clock.ts';
import { createAccessPages, EVERY_ACCOUNT } from '../house/access-pages.ts';
import { COMPANY, KERSTI, OSKAR } from '../house/core-accounts.ts';
import { type CoreHouse, openCoreHouse } from '../house/core-house.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';

const DAYS_40_MS = 40 * 24 * 60 * 60_000;
const WAIT = { interval: 200 };
const log = pino({ level: 'silent' });

let core: CoreHouse;
let sandbox: House;
beforeAll(async () => {
  core = await openCoreHouse();
  sandbox = await openHouse();
});
afterAll(async () => {
  await sandbox.close();
  await core.close();
});

const TABLES = ['payment', 'payment_status_change', 'signing_session', 'consent', 'transactions_statement', 'ledger_entry', 'account_hold'] as const;
/** The queues of jobs that decide about an order of a customer. */
const QUEUES = ['payments.execute', 'payments.second-signature', 'signing.expire'];

/** All rows that say what became of orders and consents, and of the money. */
async function orders(database: OpenedDatabase): Promise<unknown> {
  const all: unknown[] = [];
  for (const table of TABLES) all.push((await database.query(`select * from ${table} as row order by row::text`)).rows);
  return all;
}

/** Everything is due, in tenant time and for the queue; the server that made it has ended its jobs. */
async function letTimePass(database: OpenedDatabase, made: Portico): Promise<void> {
  await made.platform.jobs.stop(60_000);
  await setClock(database, DAYS_40_MS);
  await database.query(`update jobs.job set start_after = now() where state in ('created', 'retry')`);
}

/** Until the other server has taken every job about orders. */
async function untilTaken(database: OpenedDatabase): Promise<void> {
  const waiting = async () =>
    (
      await database.query(`select name from jobs.job where name = any($1) and state in ('created', 'retry', 'active') and start_after <= now()`, [
        QUEUES,
      ])
    ).rows;
  await expect.poll(waiting, WAIT).toEqual([]);
}

async function runOther(database: OpenedDatabase, other: Portico): Promise<void> {
  await other.start();
  try {
    await untilTaken(database);
    await runHousekeeping({ ...other.platform, shutdown: other.shutdown, retentions: other.edition.retentions });
  } finally {
    await other.stop();
  }
}

/** Returns the id of a payment that the representative has signed and that awaits the second signature. */
async function signForTheCompany(): Promise<string> {
  const browser = core.browse();
  const token = await obtainToken(browser, core.tpp, COMPANY);
  const { iban: creditorIban } = await core.account(OSKAR.customerId);
  const order = { product: 'sepa-credit-transfers', amount: '21.00', creditorName: OSKAR.name, creditorIban } as const;
  const { paymentId, scaRedirect } = await core.tpp.createPayment(token, order);
  const page = await enterSigning(browser, scaRedirect, COMPANY);
  const { iban } = await core.account(COMPANY.customerId);
  await page.choose(iban);
  await expect.poll(async () => (await page.sign(iban)).status, WAIT).toBe(200);
  expect(await core.tpp.readStatus(token, order, paymentId)).toBe('PATC');
  return paymentId;
}

describe('orders at a bank with its own core', () => {
  it('stay as they are while jobs of a sandbox bank run, and are paid once when the core’s server is back', async () => {
    await setClock(core.database, msUntilClosedDay());
    const browser = core.browse();
    const pages = createAccessPages(core.config.publicUrl, [core.transport]);
    const token = await obtainToken(browser, core.tpp, KERSTI);
    const { iban: to } = await core.account(OSKAR.customerId);
    const { iban: from, bookedCents } = await core.account(KERSTI.customerId);
    const ordered = (product: PaymentOrder['product'], amount: string) =>
      core.tpp.createPayment(token, { product, amount, creditorName: OSKAR.name, creditorIban: to });
    const sign = async (scaRedirect: string) => {
      const page = await enterSigning(browser, scaRedirect, KERSTI);
      await page.choose(from);
      // A core that a busy machine keeps waiting is answered 503; a customer signs again.
      await expect.poll(async () => (await page.sign(from)).status, WAIT).toBe(200);
    };
    core.line.faultOf = (call) => (call === 'transfer' ? 'refused' : 'none');
    const instant = await ordered('instant-sepa-credit-transfers', '2.00');
    await sign(instant.scaRedirect);
    const held = await ordered('sepa-credit-transfers', '5.00');
    await sign(held.scaRedirect);
    await expect.poll(() => core.tpp.readStatus(token, { product: 'sepa-credit-transfers' }, held.paymentId), WAIT).toBe('ACFC');
    await enterSigning(browser, (await ordered('sepa-credit-transfers', '7.00')).scaRedirect, KERSTI);
    const asked = await pages.ask(token, 'consent', EVERY_ACCOUNT);
    await pages.enter(browser, asked);
    const waiting = await signForTheCompany();
    await letTimePass(core.database, core.portico);

    const before = await orders(core.database);
    const config = loadConfig({ PORTICO_DATA_DIR: core.config.dataDir });
    const other = await buildApp({ config, database: core.database, log });
    await runOther(core.database, other);
    expect(await orders(core.database)).toEqual(before);

    core.line.faultOf = () => 'none';
    if (core.config.core === undefined) throw new Error('The settings name no core.');
    const own = await buildApp({ config: core.config, database: core.database, log, makeCore: await openCore(core.config.core, log) });
    await own.start();
    await expect.poll(async () => (await core.account(KERSTI.customerId)).bookedCents, WAIT).toBe(bookedCents - 700);
    // The second signatory had 40 days; nothing was decided before the core's own server looked.
    const statusOf = async () => (await core.database.query('select status from payment where payment_id = $1', [waiting])).rows[0];
    await expect.poll(statusOf, WAIT).toEqual({ status: 'RJCT' });
    await own.stop();
  });
});

describe('orders at a sandbox bank', () => {
  it('stay as they are while jobs of a bank with its own core run, and the core is asked nothing', async () => {
    await setClock(sandbox.database, msUntilClosedDay());
    const browser = sandbox.browse();
    const token = await sandbox.token(browser);
    const [customer] = sandbox.customers;
    const order = orderOf('3.00', { product: 'sepa-credit-transfers' });
    const held = await sandbox.tpp.createPayment(token, order);
    const page = await enterSigning(browser, held.scaRedirect, customer);
    const [from = ''] = await page.ibans();
    await page.choose(from);
    expect((await page.sign(from)).status).toBe(200);
    expect(await sandbox.tpp.readStatus(token, order, held.paymentId)).toBe('ACFC');
    await enterSigning(browser, (await sandbox.tpp.createPayment(token, orderOf('4.00'))).scaRedirect, customer);
    await letTimePass(sandbox.database, sandbox.portico);

    const before = await orders(sandbox.database);
    const asked = core.line.calls.length;
    if (core.config.core === undefined) throw new Error('The settings name no core.');
    const makeCore = await openCore(core.config.core, log);
    const other = await buildApp({ config: core.config, database: sandbox.database, log, makeCore });
    await runOther(sandbox.database, other);
    expect(await orders(sandbox.database)).toEqual(before);
    expect(core.line.calls.slice(asked)).toEqual(['read-terms']);
  });
});
