/** Review of 25 November 2026, S9: one role owns the tables and migrates, another one serves. The servers' role removes nothing from the audit log. */
import { enterSigning, obtainToken } from '@portico/testkit';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MigrationRefused } from '#platform/db/migrate.ts';
import { type OpenedDatabase, openDatabase } from '#platform/db/open-database.ts';
import { type PostgresServer, startPostgres } from '../../../../tools/postgres-cluster.mjs';
import { type House, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';

const OWNER = 'bank_owner';
const SERVER = 'portico_server';
const DATABASE = 'two_roles';

const postgres: PostgresServer | undefined = await startPostgres();
afterAll(() => postgres?.stop());

describe.skipIf(postgres === undefined)('a database with two roles (needs PostgreSQL)', () => {
  let house: House;
  let asServer: Client;

  const urlOf = (role: string) => {
    const url = new URL(postgres?.url ?? '');
    url.username = role;
    url.pathname = `/${DATABASE}`;
    return url.href;
  };
  const open = (settings: { readonly directUrl?: string; readonly serverRole?: string } = {}): Promise<OpenedDatabase> =>
    openDatabase({ postgresUrl: urlOf(SERVER), onIdleError: () => {}, ...settings });
  const migrating = () => open({ directUrl: urlOf(OWNER), serverRole: SERVER });

  beforeAll(async () => {
    const administrator = new Client({ connectionString: postgres?.url });
    await administrator.connect();
    // As docs/operate/deployment.md says.
    for (const statement of [
      `create role ${OWNER} login`,
      `create role ${SERVER} login`,
      'create role stranger login',
      `grant ${SERVER} to ${OWNER}`,
      `create database ${DATABASE} owner ${OWNER}`,
    ])
      await administrator.query(statement);
    await administrator.end();
    const early = await open();
    await expect(early.migrate()).rejects.toThrow(MigrationRefused);
    await early.close();
    const first = await migrating();
    expect((await first.migrate()).length).toBeGreaterThan(40);
    await first.close();
    house = await openHouse({ database: await open() });
    asServer = new Client({ connectionString: urlOf(SERVER) });
    await asServer.connect();
  });
  afterAll(async () => {
    await asServer?.end();
    await house?.close();
  });

  /** What PostgreSQL says; `done` where it did as it was told. Nothing stays. */
  async function attempt(statement: string): Promise<string> {
    await asServer.query('begin');
    const said = await asServer.query(statement).then(
      () => 'done',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    await asServer.query('rollback');
    return said;
  }

  it('serves a whole payment with the servers’ role', async () => {
    const browser = house.browse();
    const token = await obtainToken(browser, house.tpp, house.customers[0]);
    const order = orderOf('3.00');
    const { paymentId, scaRedirect } = await house.tpp.createPayment(token, order);
    const page = await enterSigning(browser, scaRedirect, house.customers[0]);
    const [iban = ''] = await page.ibans();
    expect((await page.sign(iban)).status).toBe(200);
    await expect.poll(() => house.tpp.readStatus(token, order, paymentId)).toMatch(/^AC[SC]C$/);
  });

  it('is migrated again by its owner, with the same rights afterwards, and needs nothing at a server’s start', async () => {
    for (const database of [await migrating(), await open()]) {
      expect(await database.migrate()).toEqual([]);
      await database.close();
    }
  });

  it.each([
    ['a role that does not exist', 'no_such_role', 'no such role exists'],
    ['the owner', OWNER, 'it has the rights of the owner'],
    ['an administrator', 'portico', 'it has the rights of the owner'],
    ['a role of which the owner is no member', 'stranger', 'the owner of the tables is no member of it'],
  ])('gives no rights to %s, and says so', async (_what, serverRole, text) => {
    const database = await open({ directUrl: urlOf(OWNER), serverRole });
    await expect(database.migrate()).rejects.toThrow(`DATABASE_SERVER_ROLE: given "${serverRole}", but ${text}.`);
    await database.close();
  });

  it.each([
    'delete from audit_entry',
    "update audit_entry set event = 'x'",
    'truncate audit_entry cascade',
    'drop table audit_entry cascade',
    'alter table audit_entry disable trigger all',
    'alter table audit_entry owner to current_user',
    'delete from audit_chain',
    'truncate audit_chain cascade',
    "update audit_chain set chain = 'x'",
    "update audit_content set content = 'x'",
    'delete from audit_seal',
    'update audit_seal set number = 9',
    'truncate audit_seal',
    'delete from audit_sealed_head',
    'drop function audit_refuse_change() cascade',
    'delete from schema_migration',
    `set role ${OWNER}`,
  ])('refuses its servers: %s', async (statement) => {
    expect(await attempt(statement)).toMatch(/permission denied|must be owner|no privileges/);
  });

  it.each([
    'select count(*) from audit_entry',
    'delete from audit_content',
    'select count(*) from schema_migration',
    "create table request_log_of_a_test partition of request_log for values from ('2001-01-01') to ('2001-01-02')",
    'delete from consent_use',
  ])('allows its servers: %s', async (statement) => {
    expect(await attempt(statement)).toBe('done');
  });
});
