// T35: what one developer does to an application delays and drops no line of the request log of another.
import { textOf } from '@portico/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DevelopersHouse, openDevelopersHouse } from '../house/open-developers-house.ts';

const [ADA, BEN] = ['dev_ada', 'dev_ben'];

let house: DevelopersHouse;
beforeAll(async () => {
  house = await openDevelopersHouse();
  for (const developer of [ADA, BEN]) expect((await house.send(developer, 'POST', '/api/tpp')).status).toBe(204);
});
afterAll(() => house.close());

async function tokenOf(developer: string): Promise<string> {
  const users: unknown = (await house.send(developer, 'GET', '/api/tpp/psu')).body;
  return textOf(
    (Array.isArray(users) ? users : []).find((user) => 'access_token' in Object(user)),
    'access_token',
  );
}

/** A call of each of both, whose lines are in one batch. Returns the lines that are in the log after the batch. */
async function linesOfCalls(bearers: readonly string[]): Promise<{ readonly ofAda: number; readonly ofBen: number }> {
  const { requestLog } = house.modules;
  await requestLog.flush();
  const before = await counted();
  for (const bearer of bearers) expect((await house.send(undefined, 'GET', '/api/v1/account-list', { bearer })).status).toBe(200);
  await requestLog.flush();
  const after = await counted();
  return { ofAda: after.ofAda - before.ofAda, ofBen: after.ofBen - before.ofBen };
}

async function counted() {
  const { rows } = await house.database.query(
    `select count(*) filter (where developer_id = $1)::integer as "ofAda", count(*) filter (where developer_id = $2)::integer as "ofBen"
     from request_log join tpp_app using (app_id)`,
    [ADA, BEN],
  );
  const { ofAda, ofBen } = Object(rows[0]);
  return { ofAda: Number(ofAda), ofBen: Number(ofBen) };
}

/** PostgreSQL only: the embedded database has one connection. */
describe.runIf(process.env.TEST_DATABASE === 'postgres')('the request log', () => {
  it('gets the lines of others while an application is deleted, which drops its own', async () => {
    const bearers = await Promise.all([ADA, BEN].map(tokenOf));
    const lines = await house.database.db.transaction().execute(async (tx) => {
      // What `delete` locks.
      await sql`select from tpp_app where developer_id = ${ADA} for update`.execute(tx);
      return linesOfCalls(bearers);
    });
    expect(lines).toEqual({ ofAda: 0, ofBen: 1 });
    expect(house.modules.requestLog.dropped()).toBe(0);
  });

  it('gets the lines of an application that its developer or an operator changes', async () => {
    const bearers = await Promise.all([ADA, BEN].map(tokenOf));
    const { tppApps } = house.modules;
    const held = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const changing = house.platform.write(async (context) => {
      await tppApps.rotateSecret(context, { developerId: ADA });
      held.resolve();
      await ended.promise;
    });
    await held.promise;
    const lines = await linesOfCalls(bearers);
    ended.resolve();
    await changing;
    expect(lines).toEqual({ ofAda: 1, ofBen: 1 });
  });
});

describe('the request log on each database', () => {
  it('has one line of each call', async () => {
    expect(await linesOfCalls(await Promise.all([ADA, BEN].map(tokenOf)))).toEqual({ ofAda: 1, ofBen: 1 });
  });
});
