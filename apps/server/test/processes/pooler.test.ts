/** Two servers that reach PostgreSQL through PgBouncer, in each mode that the installed one can do; migrations go around it. */
import { createDatabase, createTpp, enterSigning, SITE } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenedDatabase, openDatabase } from '#platform/db/open-database.ts';
import { findPgBouncer, keepsPreparedStatements, type PgBouncer, startPgBouncer } from '../../../../tools/pgbouncer.mjs';
import { type PostgresServer, startPostgres } from '../../../../tools/postgres-cluster.mjs';
import type { Portico } from '../../src/app/composition/build-app.ts';
import { DEMO_CLIENT_ID, demoClientSecret } from '../../src/app/demo/demo-tpp.ts';
import { overInject } from '../../src/testing/over-inject.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';

const isInstalled = findPgBouncer() !== undefined;
const postgres: PostgresServer | undefined = isInstalled ? await startPostgres() : undefined;

const MODES = [
  { mode: 'session', needs: 'PgBouncer and PostgreSQL', isHere: isInstalled, settings: { pool_mode: 'session' } },
  {
    mode: 'transaction',
    needs: 'PgBouncer from 1.21 on, and PostgreSQL',
    isHere: keepsPreparedStatements(),
    // The two servers have 24 connections to it: what one prepares, or leaves behind, another one meets.
    settings: { pool_mode: 'transaction', max_prepared_statements: 200, default_pool_size: 4 },
  },
] as const;

afterAll(() => postgres?.stop());

for (const { mode, needs, isHere, settings } of MODES)
  describe.skipIf(!isHere || postgres === undefined)(`behind PgBouncer in ${mode} mode (needs ${needs})`, () => {
    let directUrl: string;
    let pooler: PgBouncer;
    let house: House;
    let other: Portico;
    beforeAll(async () => {
      directUrl = await createDatabase((postgres as PostgresServer).url);
      pooler = await startPgBouncer(directUrl, settings);
      const database = await open(pooler.url);
      await database.migrate();
      house = await openHouse({ database });
      other = await house.startServer();
    });
    afterAll(async () => {
      await house?.close();
      await pooler?.stop();
    });

    function open(postgresUrl: string): Promise<OpenedDatabase> {
      return openDatabase({ postgresUrl, directUrl, onIdleError: () => {} });
    }

    it('a payment asked for at one server is signed at the other, and both say so', async () => {
      const browser = house.browse();
      const token = await house.token(browser);
      const order = orderOf('3.00');
      const { paymentId, scaRedirect } = await house.tpp.createPayment(token, order);
      const page = await enterSigning(browser, scaRedirect, house.customers[0]);
      const [iban = ''] = await page.ibans();
      expect((await page.sign(iban)).status).toBe(200);
      const { publicUrl } = house.config;
      const client = { clientId: DEMO_CLIENT_ID, clientSecret: demoClientSecret(house.config) };
      const there = createTpp({ transport: overInject(other.app, publicUrl), publicUrl, site: SITE, ...client });
      for (const tpp of [house.tpp, there]) expect(await tpp.readStatus(token, order, paymentId)).toMatch(/^AC[SC]C$/);
    });

    it('payments at once are made, again and again: prepared statements of shared connections are not mixed up', async () => {
      const token = await house.token(house.browse());
      const made = new Set<string>();
      for (let turn = 0; turn < 3; turn += 1)
        for (const { paymentId } of await Promise.all(Array.from({ length: 10 }, () => house.tpp.createPayment(token, orderOf('0.01')))))
          made.add(paymentId);
      expect(made.size).toBe(30);
    });

    it('migrations do not pass through it', async () => {
      const fresh = await createDatabase((postgres as PostgresServer).url);
      // The address of the server's statements changes nothing: what migrates is the second one.
      const readOnly = new URL(fresh);
      readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
      const database = await openDatabase({ postgresUrl: readOnly.href, directUrl: fresh, onIdleError: () => {} });
      expect((await database.migrate()).length).toBeGreaterThan(40);
      await expect(database.query("insert into sandbox (id, name) values ('sbx_pooled', 'Pooled')")).rejects.toThrow('read-only');
      await database.close();
    });
  });
