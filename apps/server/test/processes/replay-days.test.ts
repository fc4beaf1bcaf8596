/** `portico replay` and `portico report` in the running server: what they send, what they leave behind, and when they send nothing. */
import { StatisticsQuarter } from '@portico/contract';
import { addDays, isoDateIn } from '@portico/primitives';
import { sql } from 'kysely';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playOrder } from '../../src/app/operators/operator-commands.ts';
import { type House, openHouse } from '../house/open-house.ts';

const ZONE = 'Europe/Tallinn';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

async function play(command: string, about: string, options: Readonly<Record<string, string>> = {}, limit = 100) {
  const [lines, ends]: [string[], object[]] = [[], []];
  for await (const event of playOrder(house.portico, { command, about, operator: 'test', isConfirmed: false, file: '', options })) {
    if ('line' in event) lines.push(event.line);
    else ends.push(event);
    if (lines.length === limit) break;
  }
  return { lines, end: ends[0] };
}

async function rowsOf(statement: string): Promise<readonly Record<string, unknown>[]> {
  return (await sql.raw<Record<string, unknown>>(statement).execute(house.portico.platform.db)).rows;
}

const quarterOf = async (period: string) =>
  Value.Parse(StatisticsQuarter, (await house.portico.app.inject({ method: 'GET', url: `/api/api/statistics/quarter/${period}` })).json());

const today = () => isoDateIn(ZONE, new Date());
const periodOf = (day: string) => `${day.slice(0, 4)}Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

describe('a replay', () => {
  it('that is interrupted has counted the days that it sent', async () => {
    const { lines } = await play('replay', '', { days: '3' }, 1);
    const day = addDays(today(), -3);
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^${day}: \\d+ requests, 0 of them refused \\(day 1 of 3\\)$`))]);
    const { days } = await quarterOf(periodOf(day));
    expect(days.find((one) => one.day === day)).toMatchObject({ isReplayed: true });
  });

  it('sends real requests, stores their measurements under past dates as replayed, and reports progress', async () => {
    const { lines, end } = await play('replay', '', { days: '2' });
    expect(end).toEqual({ exitCode: 0 });
    expect(lines.at(-2)).toContain('(day 2 of 2)');
    // Yesterday is counted as a day so far until ten minutes after midnight.
    const first = addDays(today(), -2);
    const { days } = await quarterOf(periodOf(first));
    const replayed = days.find(({ day }) => day === first);
    expect(replayed).toMatchObject({ isReplayed: true, isRunning: false, dedicated: { uptimePercent: 100, errors: 0 } });
    for (const figure of [replayed?.dedicated.aisMs, replayed?.dedicated.pisMs, replayed?.dedicated.fundsMs, replayed?.customer.pisMs])
      expect(figure).not.toBeNull();
    const [found] = await rowsOf(
      `select count(*)::integer as count, bool_and((at at time zone '${ZONE}')::date < '${today()}') as past from request_measure where origin = 'replay'`,
    );
    expect(found).toMatchObject({ past: true });
    expect(Number(found?.count)).toBeGreaterThan(100);
  });

  it('executes no payment', async () => {
    expect(await rowsOf(`select distinct status from payment`)).not.toContainEqual({ status: 'ACSC' });
    expect(await rowsOf(`select count(*)::integer as count from ledger_transaction where payment_id is not null`)).toEqual([{ count: 0 }]);
  });

  it('leaves nothing in the request log', async () => {
    await house.portico.modules.requestLog.flush();
    expect(await rowsOf('select count(*)::integer as count from request_log')).toEqual([{ count: 0 }]);
  });

  it.each(['0', '367', '-1', '1.5', 'x', '1e2', ''])('of %j days is refused', async (days) => {
    const { lines, end } = await play('replay', '', { days });
    expect(lines).toEqual([]);
    expect(end).toMatchObject({ exitCode: 64, text: expect.stringContaining('--days takes a whole number from 1 to 366') });
  });

  it.each([{ mode: 'production' as const }, { bank: 'adapter' as const }])('is refused at a bank with real statistics: %j', async (settings) => {
    const { portico } = house;
    const elsewhere = { ...portico, platform: { ...portico.platform, config: { ...portico.platform.config, ...settings } } };
    const order = { command: 'replay', about: '', operator: 'test', isConfirmed: true, file: '', options: { days: '1' } };
    const before = await rowsOf('select count(*)::integer as count from request_measure');
    const events: object[] = [];
    for await (const event of playOrder(elsewhere, order)) events.push(event);
    expect(events).toEqual([{ exitCode: 1, text: expect.stringContaining('Nothing was changed.') }]);
    await portico.modules.requestLog.flush();
    expect(await rowsOf('select count(*)::integer as count from request_measure')).toEqual(before);
  });
});

describe('a report on demand', () => {
  it('counts the quarter again and prints the addresses of its files', async () => {
    const period = periodOf(today());
    const { lines, end } = await play('report', period);
    expect(end).toEqual({ exitCode: 0 });
    expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ period, isRunning: true });
    expect(lines.slice(1)).toEqual(['csv', 'pdf'].map((format) => `${house.config.apiBase}/api/statistics/file/${period.toLowerCase()}-${format}`));
  });
  it.each(['', 'now', '2026Q5', '2026q3', '../2026Q3'])('of %j is refused', async (about) => {
    expect((await play('report', about)).end).toMatchObject({ exitCode: 64, text: expect.stringContaining('is no quarter') });
  });
  it('of a quarter without data is refused with the range of the reports', async () => {
    expect((await play('report', '2999Q1')).end).toMatchObject({ exitCode: 64, text: expect.stringContaining('Reports reach from') });
  });
});
