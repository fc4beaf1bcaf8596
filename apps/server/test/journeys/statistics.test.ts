/** Reports of statistics as anybody may fetch them: what stands in them (T24), where they lie (T23), and what names that are none get (T22). */
import { StatisticsList, StatisticsQuarter, StatisticsReport } from '@portico/contract';
import { addDays, isoDateIn } from '@portico/primitives';
import { sql } from 'kysely';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countDays } from '#modules/statistics/index.ts';
import { textOfPdf } from '../../src/testing/pdf-text.ts';
import { type House, openHouse } from '../house/open-house.ts';

const PATH = '/api/api/statistics';
const TODAY = isoDateIn('Europe/Tallinn', new Date());
/** Yesterday is counted as a day so far until ten minutes after midnight. */
const LAST_WHOLE_DAY = addDays(TODAY, -2);

let house: House;
beforeAll(async () => {
  house = await openHouse();
  const token = await house.token(house.browse());
  for (let calls = 0; calls < 3; calls += 1) await ask('GET', '/api/v1/accounts', { authorization: `Bearer ${token}` });
  // What is older than this test, in the same lines.
  const { portico } = house;
  await portico.modules.requestLog.flush();
  await portico.platform.write(({ tx }) =>
    sql`insert into request_measure (at, service, outcome, duration_ms, origin)
      values (now() - interval '2 days', 'payments', 'ok', 41, 'live'), (now() - interval '2 days', 'payments', 'ok', 44, 'live')`.execute(tx),
  );
  // The server's own job may have counted today before, as its first day.
  await countDays(portico.modules.statistics, LAST_WHOLE_DAY, TODAY);
});
afterAll(() => house.close());

const ask = (method: 'GET' | 'POST', url: string, headers: Record<string, string> = {}) => house.portico.app.inject({ method, url, headers });
const get = (url: string) => ask('GET', url);
const listed = async () => Value.Parse(StatisticsList, (await get(PATH)).json());

async function reportOf(format: 'csv' | 'pdf') {
  const item = (await listed()).find((one) => one.format === format && one.isRunning);
  return Value.Parse(StatisticsReport, (await get(`${PATH}/report/${item?.reportId}`)).json());
}

const download = async (format: 'csv' | 'pdf') => get(new URL((await reportOf(format)).url).pathname);

describe('the list of statistics', () => {
  it('is public, and names the running quarter in both formats', async () => {
    const running = (await listed()).filter(({ isRunning }) => isRunning);
    expect(running.map(({ format }) => format)).toEqual(['csv', 'pdf']);
    expect(running[0]?.title).toMatch(/^Reporting period \d{4} Q[1-4], \w+ to \w+, CSV$/);
  });
});

describe('a report', () => {
  it('is downloaded from one path of this origin, as an attachment with a plain name', async () => {
    const { fileName, url } = await reportOf('csv');
    expect(fileName).toMatch(/^PSD2_KPI_\d{4}Q[1-4]\.csv$/);
    expect(url).toBe(`${house.config.apiBase}/api/statistics/file/${fileName.slice(9, 15).toLowerCase()}-csv`);
    const { headers, statusCode } = await get(new URL(url).pathname);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-disposition': `attachment; filename="${fileName}"`,
      'content-type': 'text/csv; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
  });

  it('has a section for each interface with a row for each day, as EBA/GL/2018/07 asks', async () => {
    const text = (await download('csv')).body;
    const columns = 'Date,Mean ms AISP,Mean ms PISP,Mean ms funds confirmation,Uptime %,Downtime %,Error response rate %,Note';
    expect(text.split(columns)).toHaveLength(3);
    expect(text).toContain('Dedicated interface');
    expect(text).toContain("Customers' own interface");
    const isSameQuarter = LAST_WHOLE_DAY.slice(0, 7) === TODAY.slice(0, 7);
    if (isSameQuarter) expect(text).toContain(`${LAST_WHOLE_DAY},-,42.500,-,100.000,0.000,0.000,\r\n`);
    expect(text).toContain(`${TODAY},-,-,-,100.000,0.000,0.000,day so far\r\n`);
  });

  it('is also a PDF, which is the same file at each download', async () => {
    const { rawPayload, headers } = await download('pdf');
    expect(headers['content-type']).toBe('application/pdf');
    const text = textOfPdf(rawPayload).join(' ');
    for (const part of ['Reporting period', 'Dedicated interface', 'Customers', 'The quarter is running', TODAY]) expect(text).toContain(part);
    expect((await download('pdf')).rawPayload.equals(rawPayload)).toBe(true);
  });

  it('has its daily figures as JSON', async () => {
    const [item] = await listed();
    const quarter = Value.Parse(StatisticsQuarter, (await get(`${PATH}/quarter/${item?.period}`)).json());
    expect(quarter.days.at(-1)).toMatchObject({ day: TODAY, isRunning: true, dedicated: { uptimePercent: 100, errors: 0 } });
  });
});

describe('a name that is no report', () => {
  const HOSTILE = [
    '2026q3-exe',
    '1999q1-csv',
    '9999q4-csv',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e%2f2026q3-csv',
    '..%5c2026q3-csv',
    '%252e%252e%252f',
    '2026q3-csv%00.pdf',
    '2026q3-csv%0d%0aset-cookie:%20a=b',
    '2026q3-csv%22;%20filename=%22x.exe',
    '%E2%80%AE2026q3-csv',
    '%c0%ae%c0%ae',
    "'%20or%201=1--",
    'x'.repeat(10_000),
    '__proto__',
    '2999q4-csv',
  ];
  it.each(HOSTILE)('is refused, and no header repeats it: %s', async (name) => {
    for (const way of ['report', 'file', 'quarter']) {
      const { statusCode, headers } = await get(`${PATH}/${way}/${name}`);
      expect([400, 404, 414]).toContain(statusCode);
      expect(headers['content-disposition']).toBeUndefined();
      expect(headers['set-cookie']).toBeUndefined();
    }
  });
  it('returns 404 with a reference to the list of reports', async () => {
    // A well-formed name of a quarter that nothing was counted in.
    expect((await get(`${PATH}/report/2999q4-csv`)).json()).toMatchObject({ errors: [{ code: 'NOT_FOUND' }] });
    expect((await get(`${PATH}/report/2999q4-csv`)).json().message).toBe('There is no such report. The list of statistics names those there are.');
  });
});
