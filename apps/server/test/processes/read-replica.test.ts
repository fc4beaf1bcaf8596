/**
 * A second reader whose rows differ on purpose: another database, empty; and a real replica that stands still. What may be late comes from it;
 * all that decides, and every figure of money, comes from the primary.
 */
import { enterSigning, member, obtainToken, until } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenedDatabase, openDatabase } from '#platform/db/open-database.ts';
import { type PostgresServer, startPostgres } from '../../../../tools/postgres-cluster.mjs';
import { overInject } from '../../src/testing/over-inject.ts';
import { openTestDatabase } from '../../src/testing/test-database.ts';
import { type AccessPages, createAccessPages, EVERY_ACCOUNT } from '../house/access-pages.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';

const STATISTICS = '/api/api/statistics';
const OLD_DAY = `insert into statistics_day (day, interface, origin, requests, errors, ais_answered, ais_ms, pis_answered, pis_ms, funds_answered,
  funds_ms, downtime_ms, counted_ms, is_final, run_count)
  values ('2020-02-03', 'dedicated', 'live', 1, 0, 1, 1, 0, 0, 0, 0, 0, 86400000, true, 0)`;

async function listStatistics({ portico }: House): Promise<string> {
  return (await portico.app.inject({ method: 'GET', url: STATISTICS })).body;
}

function pagesOf(house: House): AccessPages {
  return createAccessPages(house.config.publicUrl, [overInject(house.portico.app, house.config.publicUrl)]);
}

/** Everything that a reader behind the present would answer wrongly: each step reads what the one before has just written. */
async function liveThere(house: House): Promise<void> {
  const browser = house.browse();
  const [customer] = house.customers;
  const pages = pagesOf(house);
  const token = await obtainToken(browser, house.tpp, customer);
  const consent = await pages.ask(token, 'consent', EVERY_ACCOUNT);
  expect(await pages.statusOf(token, consent)).toBe('received');
  expect((await (await pages.enter(browser, consent)).sign()).status).toBe(200);
  expect(await pages.statusOf(token, consent)).toBe('valid');
  const read = async (path: string) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'x-request-id': crypto.randomUUID(),
      'consent-id': consent.id,
      'psu-ip-address': '192.0.2.1',
    };
    const answer = await house.portico.app.inject({ method: 'GET', url: `/api/v1${path}`, headers });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const { accounts } = await read('/accounts?withBalance=true');
  const [account] = accounts;
  const available = async () => {
    const { balances } = await read(`/accounts/${account.resourceId}/balances`);
    return Number(
      member(
        balances.find((balance: unknown) => member(balance, 'balanceType') === 'interimAvailable'),
        'balanceAmount',
        'amount',
      ),
    );
  };
  const before = await available();
  const order = orderOf('12.50');
  const { paymentId, scaRedirect } = await house.tpp.createPayment(token, order);
  expect(await house.tpp.readStatus(token, order, paymentId)).toBe('RCVD');
  const page = await enterSigning(browser, scaRedirect, customer);
  expect((await page.sign(account.iban)).status).toBe(200);
  expect(await house.tpp.readStatus(token, order, paymentId)).toMatch(/^AC[SC]C$/);
  expect(before - (await available())).toBeGreaterThanOrEqual(12.5);
  const weekAgo = new Date(Date.now() - 7 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const { transactions } = await read(`/accounts/${account.resourceId}/transactions?dateFrom=${weekAgo}&bookingStatus=both`);
  expect(JSON.stringify(transactions)).toContain('12.50');
  const withdrawn = await pages.call(token, 'DELETE', `/api/v1/consents/${consent.id}`);
  expect(withdrawn.status).toBe(204);
  expect(await pages.statusOf(token, consent)).toBe('terminatedByTpp');
}

describe('another database as the second reader', () => {
  let house: House;
  let foreign: OpenedDatabase;
  beforeAll(async () => {
    foreign = await openTestDatabase();
    const own = await openTestDatabase();
    house = await openHouse({ database: { ...own, readStale: (read) => read(foreign.db) } });
  });
  afterAll(async () => {
    await house.close();
    await foreign.close();
  });

  it('answers nothing that decides and no money', () => liveThere(house));

  it('answers the statistics', async () => {
    expect(await listStatistics(house)).not.toContain('2020Q1');
    await foreign.query(OLD_DAY);
    expect(await listStatistics(house)).toContain('2020Q1');
  });
});

const postgres = await startPostgres();

describe.skipIf(postgres === undefined)('a replica', () => {
  let standby: PostgresServer;
  let house: House;
  const changes: (string | undefined)[] = [];
  const ask = async (server: PostgresServer, text: string) => {
    const database = await openDatabase({ postgresUrl: server.url, onIdleError: () => {} });
    return database.query(text).finally(() => database.close());
  };
  beforeAll(async () => {
    if (postgres === undefined) return;
    standby = await postgres.startStandby('replica');
    const onChange = (reason: string | undefined) => void changes.push(reason);
    // Older than any reader is allowed: here it stands still for the whole test, and is asked all the same.
    const replica = { url: standby.url, ageMaxMs: 10 * 60_000, onChange };
    const database = await openDatabase({ postgresUrl: postgres.url, onIdleError: () => {}, replica });
    await database.migrate();
    house = await openHouse({ database });
    // A new replica may be late at first.
    await until(() => changes.length > 0 && changes.at(-1) === undefined);
    changes.splice(0);
    await ask(standby, 'select pg_wal_replay_pause()');
  });
  afterAll(async () => {
    await house?.close();
    await standby?.stop();
    await postgres?.stop();
  });

  it('that stands still answers the statistics of before', async () => {
    await house.database.query(OLD_DAY);
    expect(await listStatistics(house)).not.toContain('2020Q1');
  });

  it('answers nothing that decides and no money', () => liveThere(house), 60_000);

  it('that has gone leaves every read to the primary', async () => {
    await standby.fail();
    // Its processes outlive the one that was killed for a moment, and answer.
    await expect.poll(() => listStatistics(house)).toContain('2020Q1');
    expect(changes).toHaveLength(1);
  });
});
