/** Days counted from measured lines, against the same figures from SQL that shares nothing with the code. */
import { addDays, instantAt } from '@portico/primitives';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestPlatform, type TestPlatform } from '../../testing/test-platform.ts';
import { countDay } from './count-day.ts';
import { type CountingDeps, countDays, countDueDays } from './count-due-days.ts';
import { listQuarters } from './list-quarters.ts';
import { quarterOf } from './quarter.ts';
import { readQuarter } from './read-quarter.ts';

const ZONE = 'Europe/Tallinn';
const SECOND = 1000;
const HOUR = 3600 * SECOND;

let house: TestPlatform;
let now = new Date('2026-08-20T12:00:00Z');
let deps: CountingDeps;

beforeAll(async () => {
  house = await openTestPlatform({ appendAudit: async () => {} });
  deps = { db: house.platform.db, write: house.platform.write, clock: { realNow: async () => now }, timeZone: ZONE };
});
afterAll(() => house.database.close());
beforeEach(async () => {
  now = new Date('2026-08-20T12:00:00Z');
  for (const table of ['request_measure', 'statistics_day', 'statistics_quarter']) await house.database.query(`delete from ${table}`);
});

interface Line {
  readonly at: number;
  readonly service?: string;
  readonly outcome?: string;
  readonly ms?: number;
  readonly origin?: string;
}

async function measure(lines: readonly Line[]): Promise<void> {
  const rows = lines.map(({ at, service = 'accounts', outcome = 'ok', ms = 10, origin = 'live' }) => ({
    at: new Date(at).toISOString(),
    service,
    outcome,
    ms,
    origin,
  }));
  await house.database.query(
    `insert into request_measure (at, service, outcome, duration_ms, origin)
     select at, service, outcome, ms, origin from jsonb_to_recordset($1::text::jsonb) as line (at timestamptz, service text, outcome text, ms integer, origin text)`,
    [JSON.stringify(rows)],
  );
}

const at = (day: string, time = '12:00', ms = 0) => instantAt(ZONE, day, time).getTime() + ms;
const count = (day: string) => countDay(deps, { day, timeZone: ZONE, now });
const quarterWith = (day: string) => readQuarter(deps.db, quarterOf(day), deps);

async function dayOf(day: string) {
  const found = (await quarterWith(day)).days.find((one) => one.day === day);
  if (found === undefined) throw new Error(`${day} was not counted.`);
  return found;
}

/** A request each minute, all answered but those in between. */
const everyMinute = (day: string, more: Partial<Line> = {}) =>
  Array.from({ length: 24 * 60 }, (_, minute) => ({ ...more, at: at(day, '00:00', minute * 60_000) }));

describe('the figures of a day', () => {
  const DAY = '2026-08-18';

  it('are those of independent SQL over the same lines', async () => {
    const services = [
      'accounts',
      'consents',
      'payments',
      'bulk-payments',
      'funds-confirmations',
      'signing',
      'bank-sign-in',
      'oauth2',
      'portal',
      'sandbox',
    ];
    const outcomes = ['ok', 'ok', 'ok', 'refused', 'failed', 'aborted'];
    const lines = Array.from({ length: 6000 }, (_, index) => ({
      at: at('2026-08-17', '20:00', index * 23_917),
      service: services[(index * 7) % services.length] ?? '',
      outcome: outcomes[(index * 11) % outcomes.length] ?? '',
      ms: (index * 7919) % 45_000,
      origin: index % 13 === 0 ? 'probe' : 'live',
    }));
    await measure(lines);
    await count(DAY);
    const { rows } = await house.database.query(
      `with line as (select * from request_measure where origin = 'live' and (at at time zone 'Europe/Tallinn')::date = '${DAY}'
          and service in ('accounts', 'consents', 'transactions-statement', 'payments', 'periodic-payments', 'bulk-payments', 'funds-confirmations'))
       select count(*)::integer as requests,
         count(*) filter (where outcome = 'failed' or (outcome = 'aborted' and duration_ms >= 30000))::integer as errors,
         round(avg(duration_ms) filter (where outcome = 'ok' and service in ('accounts', 'consents', 'transactions-statement')), 3)::float8 as "aisMs",
         round(avg(duration_ms) filter (where outcome = 'ok' and service like '%payments'), 3)::float8 as "pisMs",
         round(avg(duration_ms) filter (where outcome = 'ok' and service = 'funds-confirmations'), 3)::float8 as "fundsMs",
         round(100.0 * count(*) filter (where outcome = 'failed' or (outcome = 'aborted' and duration_ms >= 30000)) / count(*), 3)::float8 as "errorPercent"
       from line`,
    );
    const { dedicated } = await dayOf(DAY);
    expect(dedicated.requests).toBeGreaterThan(1000);
    expect(dedicated).toMatchObject(rows[0] ?? {});
  });

  it('count failures and requests aborted after 30 seconds as errors, but not refusals or earlier aborts', async () => {
    await measure([
      { at: at(DAY), outcome: 'ok' },
      { at: at(DAY, '12:01'), outcome: 'refused' },
      { at: at(DAY, '12:02'), outcome: 'aborted', ms: 29_999 },
      { at: at(DAY, '12:03'), outcome: 'aborted', ms: 30_000 },
      { at: at(DAY, '12:04'), outcome: 'failed' },
    ]);
    await count(DAY);
    expect((await dayOf(DAY)).dedicated).toMatchObject({ requests: 5, errors: 2, errorPercent: 40, aisMs: 10 });
  });

  it('do not include probes and replayed requests with live requests', async () => {
    await measure([
      { at: at(DAY), ms: 10 },
      { at: at(DAY), ms: 999, origin: 'probe' },
      { at: at(DAY), ms: 999, origin: 'replay' },
    ]);
    await count(DAY);
    expect(await dayOf(DAY)).toMatchObject({ isReplayed: false, dedicated: { requests: 1, aisMs: 10 } });
  });

  it('are marked as replayed when they were replayed only', async () => {
    await measure([{ at: at(DAY), ms: 30, origin: 'replay' }]);
    await count(DAY);
    expect(await dayOf(DAY)).toMatchObject({ isReplayed: true, dedicated: { requests: 1, aisMs: 30 } });
  });

  it('are null without requests', async () => {
    await count(DAY);
    const none = { aisMs: null, pisMs: null, fundsMs: null, uptimePercent: null, downtimePercent: null, errorPercent: null };
    expect(await dayOf(DAY)).toMatchObject({ dedicated: none, customer: none });
  });

  it('include the customer interface separately', async () => {
    await measure([
      { at: at(DAY), service: 'signing', ms: 400 },
      { at: at(DAY), service: 'bank-sign-in', ms: 80 },
      { at: at(DAY), service: 'payments', ms: 20 },
    ]);
    await count(DAY);
    expect(await dayOf(DAY)).toMatchObject({ customer: { pisMs: 400, aisMs: 80, fundsMs: null }, dedicated: { pisMs: 20, aisMs: null } });
  });

  it('are the same when they are counted repeatedly and simultaneously', async () => {
    await measure([...everyMinute(DAY), { at: at(DAY, '10:00', 1), outcome: 'failed' }]);
    await count(DAY);
    const once = await dayOf(DAY);
    await Promise.all([count(DAY), count(DAY), countDays(deps, DAY, DAY)]);
    expect(await dayOf(DAY)).toEqual(once);
  });
});

describe('the downtime of a day', () => {
  /** Requests every two seconds; none is answered from the one instant to the other. */
  const traffic = (from: number, until: number, down: readonly [number, number]) =>
    Array.from({ length: Math.floor((until - from) / (2 * SECOND)) }, (_, index) => {
      const when = from + index * 2 * SECOND;
      return { at: when, ms: 0, outcome: when >= down[0] && when < down[1] ? 'failed' : 'ok' };
    });

  it('is the duration of the outage within a second', async () => {
    const day = '2026-08-18';
    const down = [at(day, '09:12'), at(day, '09:12', 417 * SECOND)] as const;
    await measure(traffic(at(day, '09:00'), at(day, '10:00'), down));
    await count(day);
    const { dedicated, customer } = await dayOf(day);
    expect(Math.abs(dedicated.downtimeSeconds - 417)).toBeLessThanOrEqual(1);
    expect(dedicated.downtimePercent).toBeCloseTo((dedicated.downtimeSeconds / 86_400) * 100, 3);
    expect((dedicated.uptimePercent ?? 0) + (dedicated.downtimePercent ?? 0)).toBeCloseTo(100, 6);
    expect(customer.downtimeSeconds).toBe(0);
  });

  it('is split at midnight, also when the five requests lie on both sides', async () => {
    const midnight = at('2026-08-19', '00:00');
    await measure(traffic(midnight - HOUR, midnight + HOUR, [midnight - 4 * SECOND, midnight + 60 * SECOND]));
    await count('2026-08-18');
    await count('2026-08-19');
    expect((await dayOf('2026-08-18')).dedicated.downtimeSeconds).toBe(4);
    expect((await dayOf('2026-08-19')).dedicated.downtimeSeconds).toBe(60);
  });

  it('continues through days without requests until a request succeeds', async () => {
    const began = at('2026-08-16', '18:00');
    await measure([...traffic(began, began + 20 * SECOND, [began, began + HOUR]), { at: at('2026-08-18', '06:00'), ms: 0 }]);
    for (const day of ['2026-08-16', '2026-08-17', '2026-08-18']) await count(day);
    expect((await dayOf('2026-08-16')).dedicated.downtimeSeconds).toBe(6 * 3600);
    expect((await dayOf('2026-08-17')).dedicated).toMatchObject({ downtimeSeconds: 86_400, uptimePercent: 0, downtimePercent: 100, aisMs: null });
    expect((await dayOf('2026-08-18')).dedicated.downtimeSeconds).toBe(6 * 3600);
  });

  it('does not include a customer who takes a minute to sign', async () => {
    await measure(Array.from({ length: 9 }, (_, index) => ({ at: at('2026-08-18', '12:00', index * SECOND), service: 'signing', ms: 60_000 })));
    await count('2026-08-18');
    expect((await dayOf('2026-08-18')).customer).toMatchObject({ downtimeSeconds: 0, errors: 0 });
  });

  it.each([
    ['2026-03-29', 23],
    ['2026-10-25', 25],
  ])('of %s, when the clocks change, is a share of %i hours', async (day, hours) => {
    now = new Date('2026-12-01T12:00:00Z');
    await measure(everyMinute(addDays(day, -1), { outcome: 'ok' }));
    await measure(traffic(at(day, '12:00'), at(day, '14:00'), [at(day, '12:30'), at(day, '13:30')]));
    await count(day);
    expect((await dayOf(day)).dedicated).toMatchObject({ downtimeSeconds: 3600, downtimePercent: Math.round(100_000 / hours) / 1000 });
  });
});

describe('counting due days', () => {
  it('begins with the first measured day, marks the current day as running, and completes it later', async () => {
    await measure([{ at: at('2026-08-17') }, { at: at('2026-08-20', '10:00') }]);
    await countDueDays(deps);
    const { days } = await quarterWith('2026-08-17');
    expect(days.map(({ day, isRunning }) => [day, isRunning])).toEqual([
      ['2026-08-17', false],
      ['2026-08-18', false],
      ['2026-08-19', false],
      ['2026-08-20', true],
    ]);
    now = new Date('2026-08-21T12:00:00Z');
    await measure([{ at: at('2026-08-20', '23:59') }]);
    await countDueDays(deps);
    expect(await dayOf('2026-08-20')).toMatchObject({ isRunning: false, dedicated: { requests: 2 } });
  });

  it('publishes a quarter once all its days are counted, and only once', async () => {
    await measure([{ at: at('2026-06-29') }]);
    now = new Date('2026-06-30T21:05:00Z');
    await countDueDays(deps);
    expect(await quarterWith('2026-06-29')).toMatchObject({ isRunning: false, period: '2026Q2' });
    expect((await quarterWith('2026-06-29')).publishedAt).toBeUndefined();
    now = new Date('2026-07-01T06:00:00Z');
    await countDueDays(deps);
    const published = await quarterWith('2026-06-29');
    expect(published).toMatchObject({ publishedAt: now.toISOString(), isRunning: false });
    now = new Date('2026-07-02T06:00:00Z');
    await Promise.all([countDueDays(deps), countDueDays(deps)]);
    expect((await quarterWith('2026-06-29')).publishedAt).toBe(published.publishedAt);
  });

  it('keeps the figures of a day whose lines were deleted', async () => {
    await measure([{ at: at('2026-08-18') }]);
    await count('2026-08-18');
    await house.database.query('delete from request_measure');
    now = new Date('2027-12-01T12:00:00Z');
    await countDays(deps, '2026-08-18', '2026-08-18');
    expect((await dayOf('2026-08-18')).dedicated.requests).toBe(1);
  });

  it('returns the current quarter without figures when nothing was measured', async () => {
    expect(await listQuarters(deps.db, deps)).toEqual([quarterOf('2026-08-20')]);
    expect(await quarterWith('2026-08-20')).toMatchObject({ isRunning: true, days: [], whole: { dedicated: { uptimePercent: null, requests: 0 } } });
  });
});
