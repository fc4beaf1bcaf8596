/** Faults F2, F3 and F13 in a short form, on PostgreSQL with two servers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BankUnderLoad, openBankUnderLoad } from '../bank-under-load.ts';
import { ACKNOWLEDGED, ANYWHERE, killServers } from '../rounds/kill-servers.ts';
import { replaceServers } from '../rounds/replace-servers.ts';
import { restartPostgres } from '../rounds/restart-postgres.ts';

const SERVERS = 2;

let bank: BankUnderLoad;
beforeAll(async () => {
  // A cluster that these rounds may kill. `npm test` and `npm run faults` create one.
  const clusterUrl = process.env.FAULTS_POSTGRES_URL;
  if (clusterUrl === undefined) throw new Error('FAULTS_POSTGRES_URL names no cluster.');
  bank = await openBankUnderLoad({ clusterUrl, serverCount: SERVERS, browsers: 12, answerSeconds: 2 });
});
afterAll(() => bank.close());

describe('a bank on PostgreSQL with two servers, under load', () => {
  it('continues with one server while the other is killed', async () => {
    const orders = ['signing.insideTransaction', 'signing.committed', ACKNOWLEDGED, ANYWHERE];
    const kills = await killServers(bank, { serverCount: SERVERS, orders });
    expect(kills.filter(({ isAsOrdered }) => !isAsOrdered)).toEqual([]);
    expect(kills.length).toBeGreaterThanOrEqual(orders.length);
  });

  it('is released again, one server after the other, without losing a call', async () => {
    const { exitCodes, sentAway, lost } = await replaceServers(bank, SERVERS);
    expect(exitCodes).toEqual([0, 0]);
    // Behind nginx no client gets a 503: nginx sends the request to the other server.
    if (!bank.isBehindNginx) expect(sentAway).toBeGreaterThan(0);
    expect(lost, bank.proxyErrors()).toEqual([]);
  });

  it('recovers after PostgreSQL is killed, and then keeps every invariant', async () => {
    const before = bank.load.answered();
    await restartPostgres(bank, SERVERS);
    await expect.poll(bank.load.answered).toBeGreaterThan(before);
    const { violations, bank: rows } = await bank.finish();
    expect(violations).toEqual([]);
    expect(rows.payments.filter(({ sessionState }) => sessionState === 'signed').length).toBeGreaterThan(0);
  });
});
