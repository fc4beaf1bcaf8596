/** A long history: page by page and searched, whatever is given meanwhile, and forgotten when its time is over. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createShutdown } from '#platform/http/graceful-stop.ts';
import { createClock } from '#platform/tenant/clock.ts';
import { runHousekeeping } from '../../src/app/composition/housekeeping.ts';
import { type AtTheBank, CHOSEN_ONCE, openPermissionsHouse, type PermissionsHouse } from '../house/permissions-house.ts';

const COPIES = 60;
const PERIOD = { dateFrom: '2026-01-01', dateTo: '2026-06-30' };

let house: PermissionsHouse;
let at: AtTheBank;
let token: string;
let iban: string;
beforeAll(async () => {
  house = await openPermissionsHouse('dev_history');
  const user = house.customer('lt', 'person');
  token = await house.tokenOf(user);
  at = await house.atTheBank(user);
  iban = await house.pages.firstIban(token);
  const consent = await house.give(token, at, CHOSEN_ONCE);
  const statement = await house.give(token, at, { account: { iban }, ...PERIOD }, 'transactions-statement');
  expect((await at.withdraw(consent.id)).status).toBe(200);
  expect((await house.pages.call(token, 'DELETE', statement.path)).status).toBe(204);
  await copy('consent', 'consent_id', consent.id, 'cns_');
  await copy('transactions_statement', 'statement_id', statement.id, 'sta_');
});
afterAll(() => house.close());

/** The same again, `COPIES` times: consents with even numbers, statements with odd ones, so that they take turns. */
async function copy(table: string, key: string, id: string, prefix: string): Promise<void> {
  const offset = prefix === 'cns_' ? 0 : 1;
  const changed = `jsonb_build_object('${key}', '${prefix}00000' || lpad((2 * n + ${offset})::text, 21, '0'), 'authorisation_id', null)`;
  await house.database.query(
    `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || ${changed})).*
     from ${table} t, generate_series(1, ${COPIES}) n where t.${key} = '${id}'`,
    [],
  );
}

async function readAll(query: string): Promise<readonly string[][]> {
  const pages: string[][] = [];
  let next: string | undefined;
  do {
    const list = await at.list(`${query}${next === undefined ? '' : `&after=${next}`}`);
    pages.push(list.permissions.map(({ permissionId }) => permissionId));
    next = list.next;
  } while (next !== undefined);
  return pages;
}

describe('a long history', () => {
  it('comes in pages, consents and statements together, the newest first, each once', async () => {
    const pages = await readAll('?view=past');
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 22]);
    const ends = pages.flat().map((id) => id.slice(4));
    expect(new Set(ends).size).toBe(2 * COPIES + 2);
    expect(ends).toEqual(ends.toSorted().toReversed());
  });

  it('keeps its pages when a consent is requested between two reads', async () => {
    const first = await at.list('?view=past');
    const asked = await house.pages.ask(token, 'consent', CHOSEN_ONCE);
    const second = await at.list(`?view=past&after=${first.next}`);
    const ids = [...first.permissions, ...second.permissions].map(({ permissionId }) => permissionId);
    expect([new Set(ids).size, ids.includes(asked.id)]).toEqual([100, false]);
    expect((await house.pages.call(token, 'DELETE', asked.path)).status).toBe(204);
  });

  it('is empty after a cursor that is older than every permission', async () => {
    expect(await at.list('?view=past&after=0')).toMatchObject({ permissions: [] });
  });
});

describe('a search', () => {
  const count = async (search: string, view = 'past') => (await readAll(`?view=${view}&search=${encodeURIComponent(search)}`)).flat().length;

  it('finds part of a provider’s name in upper or lower case', async () => {
    const { rows } = await house.database.query('select registered_name as name from tpp_app where developer_id = $1', ['dev_history']);
    const name = String(Object(rows[0]).name);
    const all = await count('');
    expect(all).toBeGreaterThan(100);
    expect([await count(name), await count(name.slice(2, 6).toUpperCase()), await count(` ${name.toLowerCase()} `)]).toEqual([all, all, all]);
  });

  it('finds part of an IBAN, with or without spaces', async () => {
    // The copied consents name no accounts.
    const all = COPIES + 2;
    expect(await count(iban)).toBe(all);
    expect(await count(iban.replaceAll(/(.{4})/g, '$1 ').toLowerCase())).toBe(all);
    expect(await count(iban.slice(6, 14))).toBe(all);
  });

  it('finds a consent for all accounts by the IBAN of one', async () => {
    const { id } = await house.give(token, at);
    const found = await at.list(`?search=${iban.slice(4)}`);
    expect(found.permissions.map(({ permissionId }) => permissionId)).toEqual([id]);
    expect((await at.withdraw(id)).status).toBe(200);
    expect((await at.list('?search=EE38220022102014')).permissions).toEqual([]);
  });

  it.each(['%', '_', `' or 1=1 --`, '\\', 'EE%', 'nobody at all'])('finds nothing by %j', async (search) => {
    expect(await count(search)).toBe(0);
  });
});

describe('two years after', () => {
  it('a permission returns the same 404 as one that never existed', async () => {
    const { id } = await house.give(token, at, CHOSEN_ONCE);
    expect((await at.withdraw(id)).status).toBe(200);
    await house.database.query(`update consent set received_at = received_at - interval '914 days' where consent_id = $1`, [id]);
    await runHousekeeping({ write: house.platform.write, clock: createClock(), shutdown: createShutdown(), retentions: [] });
    const [gone, none] = [await at.send('GET', `/${id}`), await at.send('GET', '/cns_00000000000000000000000000')];
    expect([gone.status, gone.text]).toEqual([404, none.text]);
  });
});
