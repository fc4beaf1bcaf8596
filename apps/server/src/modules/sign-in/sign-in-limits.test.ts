// Review of 25 November 2026, S1 and S8: the bank's sign-in page before there is a session.
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { UiRefusal } from '#platform/http/refusal.ts';
import { openTestPlatform, type TestPlatform } from '../../testing/test-platform.ts';
import { createAudit } from '../audit/index.ts';
import { requireTry } from './door-limits.ts';
import { AUTHORIZATION, Browser, CODES, registerSignInHarness } from './testing/sign-in-harness.ts';

const appendAudit = createAudit({ keyAudit: Buffer.alloc(32, 1) }).append;
/** Valid codes that no customer has. */
const UNKNOWN = ['49001010012', '38001085718', '60001019906', '30303039914'] as const;

let house: TestPlatform;
let app: FastifyInstance;
let harness: ReturnType<typeof registerSignInHarness>;
beforeAll(async () => {
  // A core of the bank's own: no device answers before the test does.
  house = await openTestPlatform({ appendAudit, config: { bank: 'adapter' } });
  app = await house.openApp();
  harness = registerSignInHarness(app, house);
  harness.openNext(AUTHORIZATION);
});
beforeEach(async () => {
  for (const table of ['person_attempt', 'spent_allowance', 'sign_in_request', 'known_browser']) await house.database.query(`delete from ${table}`);
  await house.database.query(`update challenge set state = 'timedOut', ended_at = now() where state = 'started'`);
});
afterAll(async () => {
  await app.close();
  await house.database.close();
});

const newBrowser = () => new Browser(app, house.ownPage);
const start = async (code: string, browser = newBrowser()) => browser.authenticate(await browser.open(), code);
const openChallenges = async () =>
  (await house.database.query(`select challenge_id as id from challenge where state = 'started'`)).rows.map((row) => Object(row).id);
const end = (state: string) => house.database.query(`update challenge set state = $1, ended_at = now() where state = 'started'`, [state]);
/** What a visitor can see of an answer, without what differs for every request. */
function visible({ statusCode, headers, body }: Awaited<ReturnType<typeof start>>) {
  const { date: _date, 'x-request-id': _id, 'set-cookie': _cookie, ...others } = headers;
  return {
    statusCode,
    others,
    body: body.replace(/"controlCode":"\d{4}"/, '"controlCode":"0000"').replace(/"secondsLeft":1[012]\d/, '"secondsLeft":120'),
  };
}

describe('a visitor who enters personal codes', () => {
  it.each(UNKNOWN)('gets the same responses for the unknown code %s as for that of a customer, from start to end', async (unknown) => {
    const [browser, other] = [newBrowser(), newBrowser()];
    const paths = [await browser.open(), await other.open()] as const;
    const seen = [await browser.authenticate(paths[0], CODES.timesOut), await other.authenticate(paths[1], unknown)];
    expect(seen[0]?.statusCode).toBe(200);
    expect(visible(seen[1] ?? (await start(unknown)))).toEqual(visible(seen[0] ?? (await start(unknown))));
    const look = async () => [await browser.send('GET', `${paths[0]}/challenge`), await other.send('GET', `${paths[1]}/challenge`)] as const;
    const [known, decoy] = await look();
    expect(visible(decoy)).toEqual(visible(known));
    const early = [await browser.send('POST', `${paths[0]}/completion`), await other.send('POST', `${paths[1]}/completion`)] as const;
    expect([early[0].statusCode, visible(early[1])]).toEqual([409, visible(early[0])]);
    await house.database.query(`update challenge set expires_at = now() where state = 'started'`);
    await house.database.query(`update sign_in set decoy = decoy || '{"answersAt": 0}' where decoy is not null`);
    const [over, overDecoy] = await look();
    expect(over.json()).toMatchObject({ state: 'timedOut' });
    expect(visible(overDecoy)).toEqual(visible(over));
    const late = [await browser.send('POST', `${paths[0]}/completion`), await other.send('POST', `${paths[1]}/completion`)] as const;
    expect([late[0].statusCode, visible(late[1])]).toEqual([422, visible(late[0])]);
  });

  it('starts no challenge and gets no session with an unknown code', async () => {
    const browser = newBrowser();
    const path = await browser.open();
    await browser.authenticate(path, UNKNOWN[0]);
    expect(await openChallenges()).toEqual([]);
    expect((await browser.send('POST', `${path}/completion`)).cookies.some(({ name }) => name === 'portico-bank')).toBe(false);
  });

  it('can enter the code of a customer after an unknown one, and the reverse', async () => {
    const browser = newBrowser();
    const path = await browser.open();
    await browser.authenticate(path, UNKNOWN[1]);
    expect((await browser.authenticate(path, CODES.timesOut)).statusCode).toBe(200);
    expect(await openChallenges()).toHaveLength(1);
    expect((await browser.authenticate(path, UNKNOWN[1])).statusCode).toBe(200);
    // The earlier customer's challenge is abandoned, so this sign-in cannot be completed.
    expect(await openChallenges()).toEqual([]);
    expect((await browser.send('POST', `${path}/completion`)).statusCode).toBe(409);
  });

  it('is refused after ten misses of a browser and thirty of a network, with known and unknown codes', async () => {
    const browser = newBrowser();
    const codes = Array.from({ length: 40 }, (_, index) => UNKNOWN[index % UNKNOWN.length] ?? '');
    await house.database.query(`delete from spent_allowance`);
    for (const code of codes.slice(0, 10)) {
      expect((await start(code, browser)).statusCode).toBe(200);
      await house.database.query(`delete from spent_allowance where key like 'sign-in:asked:%'`);
    }
    const refused = [await start(UNKNOWN[0], browser), await start(CODES.mari, browser)] as const;
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([429, 429]);
    expect(refused[0].json().errors[0]).toMatchObject({ code: 'RATE_LIMITED', text: expect.stringContaining('Try again in 15 min') });
    expect(Number(refused[0].headers['retry-after'])).toBeGreaterThan(14 * 60);
    expect(refused[1].body).toBe(refused[0].body);
    await house.database.query(`delete from sign_in_request`);
    for (let miss = 10; miss < 30; miss += 1) {
      expect((await start(UNKNOWN[miss % 4] ?? '')).statusCode).toBe(200);
      await house.database.query(`delete from spent_allowance where key like 'sign-in:asked:%'`);
      await house.database.query(`delete from sign_in_request`);
    }
    expect([(await start(UNKNOWN[0])).statusCode, (await start(CODES.mari)).statusCode]).toEqual([429, 429]);
    await house.database.query(`update spent_allowance set spent_at = array(select t - interval '15 minutes' from unnest(spent_at) t)`);
    expect((await start(CODES.mari)).statusCode).toBe(200);
  });

  it('is refused after 120 misses of a network in a day, also below the limit of 15 minutes, until a day later', async () => {
    const pass = (time: string) =>
      house.database.query(`update spent_allowance set spent_at = array(select t - interval '${time}' from unnest(spent_at) t)`);
    for (let miss = 0; miss < 120; miss += 1) {
      expect((await start(UNKNOWN[miss % 4] ?? '')).statusCode).toBe(200);
      await house.database.query(`delete from spent_allowance where key like 'sign-in:asked:%'`);
      await house.database.query(`delete from sign_in_request`);
      if (miss % 30 === 29) await pass('15 minutes');
    }
    const refused = [await start(UNKNOWN[0]), await start(CODES.mari)] as const;
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([429, 429]);
    expect(refused[1].body).toBe(refused[0].body);
    expect(refused[0].json().errors[0].text).toContain('Try again in 23 h');
    expect(Number(refused[0].headers['retry-after'])).toBeGreaterThan(22 * 60 * 60);
    await pass('22 hours');
    expect((await start(CODES.mari)).statusCode).toBe(429);
    await pass('2 hours');
    expect((await start(CODES.mari)).statusCode).toBe(200);
  });

  it.each<[what: string, within: (index: number) => string, beyond: string]>([
    ['an IPv6 /48', (index) => `2001:db8:77:${index.toString(16)}::1`, '2001:db8:78::1'],
    ['an IPv4 /24', (index) => `203.0.113.${index % 250}`, '203.0.114.1'],
    ['an IPv4 /24 behind IPv6', (index) => `::ffff:203.0.113.${index % 250}`, '203.0.114.1'],
  ])('is refused after 480 misses in a day from the networks of %s; others are not', async (_what, within, beyond) => {
    const miss = (ip: string, browser: string) => requireTry({ platform: house.platform }, { ip, deviceKeyHash: browser }, true);
    for (let index = 0; index < 480; index += 1) await miss(within(index), `browser-${index}`);
    for (const ip of [within(480), within(481)]) await expect(miss(ip, 'another')).rejects.toThrow(UiRefusal);
    await expect(miss(beyond, 'another')).resolves.toBeUndefined();
  });

  it('has ten tries in one browser also with codes of a form that no country has', async () => {
    const browser = newBrowser();
    const path = await browser.open();
    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1) statuses.push((await browser.authenticate(path, `1/${index}`)).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429]);
  });

  it('creates no rows beyond the limit of their network with invented cookies', async () => {
    const rows = async () => Number(Object((await house.database.query('select count(*)::integer as rows from spent_allowance')).rows[0]).rows);
    const browser = newBrowser();
    const path = await browser.open();
    const miss = (index: number) => {
      browser.cookies.delete('portico-device /');
      return browser.authenticate(path, UNKNOWN[index % 4] ?? '');
    };
    for (let index = 0; index < 30; index += 1) {
      expect((await miss(index)).statusCode).toBe(200);
      await house.database.query(`delete from spent_allowance where key like 'sign-in:asked:%'`);
    }
    const before = await rows();
    // Not the code that is open: asking for it again joins it.
    for (const index of [0, 2, 3, 0, 2]) expect((await miss(index)).statusCode).toBe(429);
    expect(await rows()).toBe(before);
  });

  it('is limited to 30 misses also with 60 simultaneous attempts', async () => {
    await Promise.all(Array.from({ length: 60 }, (_, index) => start(UNKNOWN[index % 4] ?? '')));
    const { rows } = await house.database.query(
      `select max(cardinality(spent_at)) as most from spent_allowance where key like 'sign-in:missed:network:%'`,
    );
    expect(Number(Object(rows[0]).most)).toBeLessThanOrEqual(30);
  });
});

describe('the phone of a customer', () => {
  it('has one open challenge after simultaneous requests; the others get 429 and Retry-After', async () => {
    const answers = await Promise.all(Array.from({ length: 120 }, () => start(CODES.timesOut)));
    expect(await openChallenges()).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    for (const { statusCode, headers, body } of answers.filter((each) => each.statusCode !== 200)) {
      expect([statusCode, body]).toEqual([429, expect.stringContaining('RATE_LIMITED')]);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  it('gets at most ten unapproved challenges in 15 minutes', async () => {
    let reached = 0;
    for (let round = 0; round < 14; round += 1) {
      if ((await start(CODES.timesOut)).statusCode === 200) reached += 1;
      await end('timedOut');
    }
    expect(reached).toBe(10);
  });

  it('gets at most ten unapproved challenges also in different spellings of the code that the core of the bank accepts', async () => {
    const { findCustomerByIdentity: find } = harness.deps.bank;
    const lenient = vi.spyOn(harness.deps.bank, 'findCustomerByIdentity');
    lenient.mockImplementation((country, code) => find(country, code.replaceAll(/\D/g, '')));
    let reached = 0;
    for (let round = 0; round < 14; round += 1) {
      const spelling = `${CODES.timesOut.slice(0, round % 11)}${'.'.repeat(1 + round / 11)}${CODES.timesOut.slice(round % 11)}`;
      if ((await start(spelling)).statusCode === 200) reached += 1;
      await end('timedOut');
    }
    lenient.mockRestore();
    expect(reached).toBe(10);
  });

  it('gets a new challenge from the same browser, which ends the earlier one', async () => {
    const browser = newBrowser();
    await start(CODES.timesOut, browser);
    const [first] = await openChallenges();
    expect((await start(CODES.timesOut, browser)).statusCode).toBe(200);
    const open = await openChallenges();
    expect([open.length, open.includes(first)]).toEqual([1, false]);
  });

  it('gets a challenge from a known browser of the customer also when other browsers have reached the limits', async () => {
    const own = newBrowser();
    const path = await own.open();
    await own.authenticate(path, CODES.mari);
    await end('approved');
    expect((await own.send('POST', `${path}/completion`)).statusCode).toBe(200);
    // Five refusals in browsers of strangers, and more misses than are allowed in all.
    await house.database.query(`insert into person_attempt (sandbox_id, person, method, failures, stranger_failures, stranger_blocked_until)
      select 'sbx_test', person, 'SMART_ID', 0, 5, now() + interval '15 minutes' from challenge where customer_id = 'cus_mari' limit 1
      on conflict (sandbox_id, person, method) do update set stranger_failures = 5, stranger_blocked_until = excluded.stranger_blocked_until`);
    expect((await start(CODES.mari)).statusCode).toBe(422);
    await house.database.query(`insert into spent_allowance (key, spent_at, expires_at)
      values ('sign-in:missed:all', array_fill(now(), array[600]), now() + interval '1 hour')`);
    expect((await start(CODES.refuses)).statusCode).toBe(429);
    expect((await start(CODES.mari, own)).statusCode).toBe(200);
    expect(await openChallenges()).toHaveLength(1);
    // The browser is known to its own customer alone.
    expect((await start(CODES.refuses, own)).statusCode).toBe(429);
  });
});
