import type { StatisticsDay, StatisticsFigures, StatisticsListItem, StatisticsQuarter } from '@portico/contract';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFakeServer, hold, refuse, reply } from '../../shared/api/fake-server.ts';
import { address, openPart, press, Reopened, settle } from '../../shared/portal/testing/open-part.tsx';
import { StatisticsPage } from './statistics-page.tsx';

const LIST = 'GET /api/api/statistics';
const figures = (more: Partial<StatisticsFigures> = {}): StatisticsFigures => ({
  aisMs: 138.25,
  pisMs: 204,
  fundsMs: null,
  uptimePercent: 99.97,
  downtimePercent: 0.03,
  errorPercent: 0.012,
  downtimeSeconds: 26,
  requests: 4_182_906,
  errors: 3,
  ...more,
});
const day = (name: string, more: Partial<StatisticsDay> = {}): StatisticsDay => ({
  day: name,
  isReplayed: false,
  isRunning: false,
  dedicated: figures(),
  customer: figures({ aisMs: 389 }),
  ...more,
});
const quarter = (more: Partial<StatisticsQuarter> = {}): StatisticsQuarter => ({
  period: '2026Q4',
  from: '2026-10-01',
  to: '2026-12-31',
  isRunning: true,
  timeZone: 'Europe/Tallinn',
  days: [day('2026-11-19'), day('2026-11-20', { isReplayed: true }), day('2026-11-21', { isRunning: true })],
  whole: { dedicated: figures(), customer: figures({ aisMs: 389 }) },
  ...more,
});
const items = (period: string, isRunning: boolean): StatisticsListItem[] =>
  (['csv', 'pdf'] as const).map((format) => ({
    reportId: `${period.toLowerCase()}-${format}`,
    title: `Reporting period ${period}, ${format.toUpperCase()}`,
    period,
    format,
    isRunning,
  }));

function open(more: Readonly<Record<string, object>> = {}, at = '/statistics') {
  const server = createFakeServer({
    [LIST]: [...items('2026Q4', true), ...items('2026Q3', false)],
    'GET /api/api/statistics/quarter/2026Q4': quarter(),
    'GET /api/api/statistics/quarter/2026Q3': quarter({ period: '2026Q3', isRunning: false, publishedAt: '2026-10-01T00:10:00Z' }),
    ...more,
  });
  openPart(
    <Reopened>
      <StatisticsPage config={{ apiBase: '/api' }} />
    </Reopened>,
    { server, at },
  );
  return server;
}

const saved: string[] = [];
function watchSaving(): void {
  saved.length = 0;
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  cleanup();
});

describe('the statistics page', () => {
  it('shows the running quarter, and says that it is running', async () => {
    open();
    expect(await screen.findByText(/The quarter is running: figures so far\./)).toBeTruthy();
    expect(screen.getByRole('combobox', { name: 'Quarter' })).toHaveProperty('value', '2026Q4');
  });

  it('has the figures of each chart in a table beside it, three decimals, a dash without traffic', async () => {
    open();
    const table = await screen.findByRole('table', { name: 'Mean response time of account information in milliseconds' });
    expect(within(table).getAllByRole('row')[1]?.textContent).toBe('November 21, 2026so far138.250389.000');
    expect(screen.getAllByRole('img', { name: /^Uptime in percent/ }).length).toBeGreaterThan(0);
    await act(async () => screen.getByRole('tab', { name: 'Funds' }).click());
    expect(within(screen.getByRole('table', { name: /confirmation of funds/ })).getAllByRole('row')[1]?.textContent).toBe(
      'November 21, 2026so far--',
    );
    expect(screen.getByText('No data: no such request was sent in this quarter.')).toBeTruthy();
  });

  it('says plainly that replayed days are replayed, and marks them', async () => {
    open();
    expect(await screen.findByText(/^One day is replayed: real requests/)).toBeTruthy();
    expect(screen.getAllByText('replayed').length).toBe(3);
  });

  const none = figures({ aisMs: null, pisMs: null, uptimePercent: null, downtimePercent: null, errorPercent: null, requests: 0, errors: 0 });
  it.each([
    ['no day', []],
    ['a day on which nobody called', [day('2026-11-21', { isRunning: true, dedicated: none, customer: none })]],
  ])('shows no figure of a server that has measured %s', async (_what, days) => {
    open({ 'GET /api/api/statistics/quarter/2026Q4': quarter({ days, whole: { dedicated: none, customer: none } }) });
    expect(await screen.findByText('No data yet.')).toBeTruthy();
    expect(screen.getByText('October to December 2026. The quarter is running: figures so far.')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('opens the quarter of the address, and puts the chosen one there', async () => {
    open({}, '/statistics?quarter=2026Q3');
    expect(await screen.findByText(/Published on (?:September 30|October 1), 2026 at \d\d:\d\d [A-Z]/)).toBeTruthy();
    fireEvent.change(screen.getByRole('combobox'), { target: { value: '2026Q4' } });
    await screen.findByText(/running: figures so far/);
    expect(address()).toBe('/statistics?quarter=2026Q4');
  });

  it('says of an unknown quarter which one is shown instead', async () => {
    open({}, '/statistics?quarter=1999Q1');
    expect(await screen.findByText('There are no statistics of that quarter. These are of 2026, quarter 4.')).toBeTruthy();
  });

  it('explains how each figure is made', async () => {
    open();
    expect(await screen.findByText(/five consecutive requests came that were not answered within 30 seconds/)).toBeTruthy();
  });

  it('asks again when the figures did not come', async () => {
    const server = open({ 'GET /api/api/statistics/quarter/2026Q4': () => refuse(503, 'SERVICE_UNAVAILABLE', 'Try later.') });
    expect(await screen.findByText('Try later.')).toBeTruthy();
    server.on('GET /api/api/statistics/quarter/2026Q4', quarter());
    await press('Try again');
    expect(screen.getByText('Availability, %')).toBeTruthy();
  });

  it('shows figures that were read before at once when the page opens again, and reads them again', async () => {
    const server = open();
    await screen.findByText('Availability, %');
    server.on('GET /api/api/statistics/quarter/2026Q4', hold);
    await press('Close');
    await press('Open');
    expect(screen.getByText('Availability, %')).toBeTruthy();
    expect(server.count(LIST)).toBe(2);
    expect(server.count('GET /api/api/statistics/quarter/2026Q4')).toBe(2);
  });

  it('does not show the failure of one quarter for another', async () => {
    const server = open({ 'GET /api/api/statistics/quarter/2026Q4': () => refuse(503, 'SERVICE_UNAVAILABLE', 'Try later.') });
    await screen.findByText('Try later.');
    server.on('GET /api/api/statistics/quarter/2026Q3', hold);
    fireEvent.change(screen.getByRole('combobox'), { target: { value: '2026Q3' } });
    await settle();
    expect(screen.queryByText('Try later.')).toBeNull();
    expect(screen.queryByText('Availability, %')).toBeNull();
  });

  it.each([[{ days: 'x' }], [{ ...quarter(), days: [{ day: 1 }] }], [{ ...quarter(), whole: { dedicated: figures() } }]])(
    'shows nothing of an answer that is no quarter',
    async (answer) => {
      open({ 'GET /api/api/statistics/quarter/2026Q4': answer });
      expect(await screen.findByRole('alert')).toBeTruthy();
    },
  );
});

describe('downloading a report', () => {
  const REPORT = 'GET /api/api/statistics/report/2026q4-csv';
  const FILE = 'GET /api/api/statistics/file/2026q4-csv';
  const button = 'Download: Reporting period 2026Q4, CSV';

  it('fetches the file through the client and saves it under its name', async () => {
    watchSaving();
    const server = open({ [REPORT]: { fileName: 'PSD2_KPI_2026Q4.csv', url: '/api/api/statistics/file/2026q4-csv' }, [FILE]: () => reply({}) });
    await screen.findByText('Availability, %');
    await press(button);
    await settle();
    expect(saved).toEqual(['PSD2_KPI_2026Q4.csv']);
    expect(server.calls.find(({ call }) => call === FILE)?.headers.get('x-request-id')).toBeTruthy();
  });

  it.each([
    { fileName: 'PSD2_KPI_2026Q4.csv', url: 'https://evil.example/api/api/statistics/file/2026q4-csv' },
    { fileName: 'PSD2_KPI_2026Q4.csv', url: '//evil.example/x' },
    { fileName: 'PSD2_KPI_2026Q4.csv', url: '/api/tpp/refresh' },
    { fileName: '../../x.csv', url: '/api/api/statistics/file/2026q4-csv' },
  ])('fetches nothing from anywhere else: %j', async (report) => {
    watchSaving();
    const server = open({ [REPORT]: report });
    await screen.findByText('Availability, %');
    const before = server.calls.length;
    await press(button);
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was fetched.');
    expect(server.calls.slice(before).map(({ url }) => url)).toEqual(['/api/api/statistics/report/2026q4-csv']);
    expect(saved).toEqual([]);
  });

  it('shows that it is under way, and once only', async () => {
    const server = open({ [REPORT]: hold });
    await screen.findByText('Availability, %');
    await press(button);
    await press(button);
    expect(screen.getByRole('button', { name: button }).getAttribute('aria-busy')).toBe('true');
    expect(server.count(REPORT)).toBe(1);
  });

  it('says when it failed', async () => {
    open({ [REPORT]: () => refuse(404, 'NOT_FOUND', 'There is no such report.') });
    await screen.findByText('Availability, %');
    await press(button);
    expect((await screen.findByRole('alert')).textContent).toContain('There is no such report.');
  });
});
