/** While the database is down every caller gets 503 with Retry-After, also on the pages of the authorization server. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAudit } from '#modules/audit/index.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { type OAuthHouse, openOAuthHouse } from './testing/oauth-house.ts';
import { createOAuthJourney, FORM, toForm } from './testing/oauth-journey.ts';

/** PostgreSQL's own word for a server that is starting. */
const CANNOT_CONNECT_NOW = '57P03';

let database: OpenedDatabase;
let house: OAuthHouse;
beforeAll(async () => {
  database = await openTestDatabase();
  house = await openOAuthHouse(database, createAudit({ keyAudit: Buffer.alloc(32, 1) }), { publicUrl: 'http://localhost:3000' });
  await database.query('alter table tpp_app rename to tpp_app_behind');
  await database.query(
    `create function away() returns boolean language plpgsql as $$ begin raise exception 'away' using errcode = '${CANNOT_CONNECT_NOW}'; end $$`,
  );
  await database.query('create view tpp_app as select * from tpp_app_behind where away()');
});
afterAll(async () => {
  await house.app.close();
  await database.close();
});

it('a customer gets a page, a program its answer, both 503 with a time to come back', async () => {
  const page = await house.app.inject({ url: createOAuthJourney(house).address().replace(house.publicUrl, ''), headers: { accept: 'text/html' } });
  expect(page.headers['content-type']).toContain('text/html');
  const token = await house.app.inject({
    method: 'POST',
    url: '/api/v2/openam/token',
    headers: { 'content-type': FORM },
    payload: toForm({ grant_type: 'authorization_code', code: 'x', client_id: 'lumen-books', client_secret: 'x' }),
  });
  expect([page, token].map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual([
    [503, '1'],
    [503, '1'],
  ]);
});
