/** The status page's figures: what is measured, by whom, and what operators say of it. */
import { ApiStatus, ApiStatusSummary, IncidentList } from '@portico/contract';
import { addDays } from '@portico/primitives';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { playOrder } from '../../src/app/operators/operator-commands.ts';
import type { OperatorEvent } from '../../src/app/operators/operator-order.ts';
import { type House, openHouse } from '../house/open-house.ts';

const PATH = '/api/specs/api-status';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

let house: House;
/** One time for all lines of a test. */
let base: string;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  base = new Date().toISOString();
  await house.portico.modules.requestLog.flush();
  for (const table of ['request_measure', 'status_hour', 'status_service']) await house.database.query(`delete from ${table}`);
});

const get = (path: string, headers: Readonly<Record<string, string>> = {}) => house.portico.app.inject({ method: 'GET', url: path, headers });

async function status() {
  await house.portico.modules.status.measure();
  const answer = await get(PATH);
  expect(answer.statusCode).toBe(200);
  return Value.Parse(ApiStatus, answer.json());
}

async function serviceOf(serviceId: string) {
  const service = (await status()).services.find((each) => each.serviceId === serviceId);
  if (service === undefined) throw new Error(`no ${serviceId}`);
  return service;
}

interface Lines {
  readonly service?: string;
  readonly outcome?: string;
  readonly durationMs?: number;
  readonly origin?: string;
}

/** One line each second of a stretch that began and ended so many ms ago. */
async function lines(agoFrom: number, agoTo: number, { service = 'payments', outcome = 'ok', durationMs = 20, origin = 'live' }: Lines = {}) {
  await house.database.query(
    `insert into request_measure (at, service, outcome, duration_ms, origin)
     select $7::timestamptz - ago * interval '1 millisecond', $3, $4, $5, $6 from generate_series($2::integer, $1::integer - 1, 1000) as ago`,
    [agoFrom, agoTo, service, outcome, durationMs, origin, base],
  );
}

async function operate(command: string, about: string, options: Readonly<Record<string, string>> = {}) {
  const events: OperatorEvent[] = [];
  for await (const event of playOrder(house.portico, { command, about, operator: 'tester', isConfirmed: false, file: '', options }))
    events.push(event);
  const text = events.map((event) => ('line' in event ? event.line : 'exitCode' in event ? (event.text ?? '') : '')).join('\n');
  const last = events.at(-1);
  return { exitCode: last !== undefined && 'exitCode' in last ? last.exitCode : undefined, text: text.trim() };
}

const INCIDENT = { services: 'payments,signing', text: 'Payments answer slowly.', fallback: 'yes', next: '30m' };

describe('a fresh server', () => {
  it('has the state noData for each service', async () => {
    const { state, services, measuredAt } = await status();
    expect([state, measuredAt === undefined]).toEqual(['noData', false]);
    expect(services.map((service) => [service.state, service.days])).toEqual(services.map(() => ['noData', []]));
  });
});

describe('a service', () => {
  it('is down from the first of five unanswered requests until one is answered, within a second', async () => {
    await lines(40 * MINUTE, 30 * MINUTE);
    await lines(30 * MINUTE, 23 * MINUTE, { outcome: 'failed' });
    await lines(23 * MINUTE, 0);
    const { state, days } = await serviceOf('payments');
    expect(state).toBe('operational');
    const down = days.reduce((sum, { downSeconds }) => sum + downSeconds, 0);
    expect(Math.abs(down - 7 * 60)).toBeLessThanOrEqual(1);
    expect(days.map((day) => day.state)).toContain('down');
  });

  it('that is down keeps the start of the outage at each measurement', async () => {
    await lines(20 * MINUTE, 10 * MINUTE);
    await lines(10 * MINUTE, 0, { outcome: 'failed' });
    const first = await serviceOf('payments');
    const second = await serviceOf('payments');
    expect([first.state, second.state]).toEqual(['down', 'down']);
    expect(second.since).toBe(first.since);
    expect(Math.abs(Date.now() - Date.parse(first.since ?? '') - 10 * MINUTE)).toBeLessThan(30 * SECOND);
  });

  it('that was down over midnight was down on both days', async () => {
    await lines(30 * HOUR, 30 * HOUR - MINUTE);
    await lines(30 * HOUR - MINUTE, 2 * HOUR, { outcome: 'failed' });
    await lines(2 * HOUR, 0);
    const { days } = await serviceOf('payments');
    const down = days.reduce((sum, { downSeconds }) => sum + downSeconds, 0);
    expect(Math.abs(down - (28 * 3_600 - 60))).toBeLessThanOrEqual(1);
    expect(days.filter(({ downSeconds }) => downSeconds > 0).length).toBeGreaterThanOrEqual(2);
  });

  it.each([
    ['twentieth', 'fails', 20, 'failed', 20],
    ['fifth', 'is slow', 5, 'ok', 2_500],
  ])('is degraded when every %s %s', async (_every, _what, step, outcome, durationMs) => {
    await lines(10 * MINUTE, 0);
    await house.database.query(
      `update request_measure set outcome = $1, duration_ms = $2 where ctid in (select ctid from
       (select ctid, row_number() over (order by at desc) as place from request_measure where service = 'payments') as each where place % ${step} = 1)`,
      [outcome, durationMs],
    );
    expect((await serviceOf('payments')).state).toBe('degraded');
  });

  it('without a measurement in the last minutes has the state noData', async () => {
    await lines(20 * MINUTE, 10 * MINUTE);
    const { state, days } = await serviceOf('payments');
    expect(state).toBe('noData');
    expect(days.length).toBeGreaterThan(0);
  });

  it('whose calls wait for the customer is not degraded by that time', async () => {
    await lines(10 * MINUTE, 0, { service: 'signing', durationMs: 90 * SECOND });
    await lines(10 * MINUTE, 0, { service: 'accounts', durationMs: 90 * SECOND });
    expect([(await serviceOf('signing')).state, (await serviceOf('accountInformation')).state]).toEqual(['operational', 'down']);
  });

  it('is under maintenance while the bank is, and an outage in that time counts as maintenance', async () => {
    await lines(10 * MINUTE, 0);
    await operate('maintenance on', '', { message: 'New discs.' });
    await house.database.query(`update maintenance set starts_at = starts_at - interval '8 minutes'`);
    await lines(7 * MINUTE, 0, { service: 'accounts', outcome: 'failed' });
    const { state, services, maintenance } = await status();
    expect([state, new Set(services.map((service) => service.state))]).toEqual(['maintenance', new Set(['maintenance'])]);
    expect(maintenance).toMatchObject([{ state: 'running', texts: { en: 'New discs.' } }]);
    await operate('maintenance off', '');
    const after = await status();
    expect([after.maintenance, after.services.find(({ serviceId }) => serviceId === 'payments')?.state]).toEqual([[], 'operational']);
    const days = after.services.find(({ serviceId }) => serviceId === 'accountInformation')?.days ?? [];
    expect(days.map(({ state: ofDay }) => ofDay)).toContain('maintenance');
    expect(days.map(({ state: ofDay }) => ofDay)).not.toContain('down');
    expect(days.reduce((sum, { downSeconds }) => sum + downSeconds, 0)).toBeGreaterThan(400);
    await house.database.query('delete from maintenance');
  });

  it('is not measured by replayed calls', async () => {
    await lines(10 * MINUTE, 0, { origin: 'replay' });
    expect(await serviceOf('payments')).toMatchObject({ state: 'noData', days: [] });
  });

  it('that is worse than the others is the only one that the summary names', async () => {
    for (const service of ['accounts', 'login', 'signing', 'sandbox', 'fallback', 'funds-confirmations']) await lines(10 * MINUTE, 0, { service });
    expect((await status()).summary).toBe('Payments is not measured; the other services are operational.');
    await lines(10 * MINUTE, 0, { outcome: 'failed' });
    expect((await status()).summary).toBe('Payments is down; the other services are operational.');
  });

  it('keeps its downtime when it is measured again, also by two servers at once', async () => {
    await lines(3 * HOUR, 2 * HOUR, { outcome: 'failed' });
    await lines(2 * HOUR, 0);
    const first = await serviceOf('payments');
    await Promise.all([house.portico.modules.status.measure(), house.portico.modules.status.measure()]);
    expect((await serviceOf('payments')).days.map(({ downSeconds }) => downSeconds)).toEqual(first.days.map(({ downSeconds }) => downSeconds));
  });
});

describe('the response', () => {
  it('can be cached for five seconds, and is 304 for a matching ETag', async () => {
    await status();
    for (const path of [PATH, `${PATH}/summary`, `${PATH}/incidents`, `${PATH}/incidents.atom`]) {
      const first = await get(path);
      expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'public, max-age=5']);
      const again = await get(path, { 'if-none-match': String(first.headers.etag) });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
    expect((await get(PATH)).headers['last-modified']).toMatch(/GMT$/);
  });

  it('has a summary with one state for each service', async () => {
    await lines(10 * MINUTE, 0);
    await status();
    const summary = Value.Parse(ApiStatusSummary, (await get(`${PATH}/summary`)).json());
    expect(summary.services).toMatchObject({ payments: 'operational', sandbox: 'noData' });
  });

  it('has only days from 89 days ago to today', async () => {
    await lines(MINUTE, 0);
    const { today, services } = await status();
    for (const { date } of services.flatMap(({ days }) => days)) expect(date >= addDays(today, -89) && date <= today).toBe(true);
  });
});

describe('an incident', () => {
  it('is opened, updated and resolved, and keeps all its updates', async () => {
    const opened = await operate('incident open', 'Payments <b>slow</b> & "late"', INCIDENT);
    expect(opened).toEqual({ exitCode: 0, text: expect.stringMatching(/^inc_/) });
    const id = opened.text;
    expect((await operate('incident update', id, { state: 'identified', text: 'A queue.', next: '2h' })).text).toBe(`${id} is identified.`);
    expect((await operate('incident update', id, { text: 'Still mending.' })).text).toBe(`${id} is identified.`);
    const [open] = Value.Parse(IncidentList, (await get(`${PATH}/incidents`)).json());
    expect(open).toMatchObject({ incidentId: id, state: 'identified', services: ['payments', 'signing'], isFallbackAvailable: true });
    expect((await operate('incident resolve', id, { text: 'Mended.' })).exitCode).toBe(0);
    const [resolved] = Value.Parse(IncidentList, (await get(`${PATH}/incidents`)).json());
    expect(resolved?.updates.map(({ text }) => text)).toEqual(['Mended.', 'Still mending.', 'A queue.', 'Payments answer slowly.']);
    expect([resolved?.resolvedAt === undefined, resolved?.nextUpdateAt]).toEqual([false, undefined]);
    expect((await operate('incident list', '')).text).toContain(id);
    const feed = (await get(`${PATH}/incidents.atom`)).body;
    expect(feed).toContain('<title>Payments &lt;b&gt;slow&lt;/b&gt; &amp; &quot;late&quot;</title>');
    expect(feed).not.toContain('<b>');
  });

  it('cannot be updated after it was resolved', async () => {
    const { text: id } = await operate('incident open', 'Sign-in', { ...INCIDENT, services: 'all' });
    await operate('incident resolve', id, { text: 'Over.' });
    for (const state of ['investigating', 'identified', 'monitoring', 'resolved']) {
      expect(await operate('incident update', id, { state, text: 'Again.' })).toEqual({ exitCode: 1, text: expect.stringContaining('stays so') });
    }
  });

  it.each([
    [{ services: 'payment' }, 'There is no service "payment". There are: accountInformation'],
    [{ services: '' }, 'There is no service "".'],
    [{ fallback: 'maybe' }, '--fallback is yes'],
    [{ text: '  ' }, 'The text is empty'],
    [{ text: 'x'.repeat(2_001) }, 'at most 2000'],
    [{ text: 'left\u202eright' }, 'invisible characters'],
    [{ state: 'fixed' }, 'There is no state "fixed"'],
    [{ state: 'resolved' }, 'does not begin resolved'],
    [{ next: 'soon' }, 'is no time'],
    [{ next: '2026-13-01T00:00:00Z' }, 'is no time'],
    [{ next: '2020-01-01T00:00:00Z' }, 'is over already'],
    [{ next: '0m' }, 'is over already'],
    [{ next: '999h' }, 'more than 7 days'],
  ])('is not opened with %j', async (wrong, why) => {
    const before = (await operate('incident list', '')).text;
    expect(await operate('incident open', 'Title', { ...INCIDENT, ...wrong })).toEqual({ exitCode: 64, text: expect.stringContaining(why) });
    expect((await operate('incident list', '')).text).toBe(before);
  });

  it.each([
    ['', 'The title is empty'],
    ['x'.repeat(121), 'at most 120'],
    ['two\nlines', 'one line'],
  ])('is not opened with the title %j', async (title, why) => {
    expect(await operate('incident open', title, INCIDENT)).toEqual({ exitCode: 64, text: expect.stringContaining(why) });
  });

  it('cannot be updated if it does not exist, nor resolved with a next update', async () => {
    expect(await operate('incident update', 'inc_none', { text: 'Hello.' })).toEqual({
      exitCode: 1,
      text: expect.stringContaining('There is no incident inc_none'),
    });
    expect(await operate('incident resolve', 'inc_none', { text: 'Hello.', next: '1h' })).toEqual({
      exitCode: 64,
      text: expect.stringContaining('no next update'),
    });
  });
});

describe('a probe', () => {
  // From now on the server sends its own too.
  beforeAll(() => house.portico.app.listen({ host: '127.0.0.1', port: 0 }));

  it('measures every service of a new server; earlier days have no data', async () => {
    await house.portico.modules.status.probe();
    const { services, today } = await status();
    expect(services.map((service) => [service.serviceId, service.state])).toEqual(services.map(({ serviceId }) => [serviceId, 'operational']));
    for (const { days } of services) expect(days).toMatchObject([{ date: today, state: 'operational', downSeconds: 0 }]);
  });

  it('is measured with the origin probe, and is in no request log', async () => {
    await house.portico.modules.status.probe();
    await house.portico.modules.requestLog.flush();
    const { rows } = await house.database.query(`select distinct service, outcome, origin from request_measure order by service`);
    expect(rows.length).toBeGreaterThanOrEqual(7);
    for (const row of rows) expect(row).toMatchObject({ origin: 'probe', outcome: expect.stringMatching(/^(ok|refused)$/) });
    expect((await house.database.query('select 1 from request_log')).rows).toEqual([]);
  });

  it('leaves no connection open', async () => {
    await house.portico.modules.status.probe();
    const { server } = house.portico.app;
    const count = () => new Promise((resolve) => server.getConnections((_error, connections) => resolve(connections)));
    await expect.poll(count).toBe(0);
  });

  it('cannot be claimed with a wrong probe header', async () => {
    const token = await house.token(house.browse());
    await house.portico.modules.requestLog.flush();
    await house.database.query('delete from request_measure');
    for (const bearer of ['x', token]) await get('/api/v1/accounts', { authorization: `Bearer ${bearer}`, 'x-portico-probe': 'x'.repeat(43) });
    await house.portico.modules.requestLog.flush();
    const { rows } = await house.database.query(`select origin from request_measure where service = 'accounts'`);
    expect(rows).toEqual([{ origin: 'live' }]);
  });

  it('that times out once does not make a service down', async () => {
    await house.portico.modules.status.probe(0);
    expect((await serviceOf('payments')).state).not.toBe('down');
  });
});
