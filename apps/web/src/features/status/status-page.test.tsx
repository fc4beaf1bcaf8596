import type { ApiStatus, Incident, ServiceStatus } from '@portico/contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeServer, hold, type RecordedCall, reply } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { setPageVisibility } from '../../shared/page/page-visibility.ts';
import { openPart, press as pressButton, Reopened } from '../../shared/portal/testing/open-part.tsx';
import { ApiStatusPage } from './status-page.tsx';
import { dayLabel, daysOf, duration, uptimePercent } from './status-words.ts';

const TODAY = '2026-11-20';
const day = (date: string, more: Partial<ServiceStatus['days'][number]> = {}) => ({
  date,
  state: 'operational' as const,
  measuredMinutes: 1_440,
  degradedMinutes: 0,
  maintenanceMinutes: 0,
  downSeconds: 0,
  ...more,
});
const service = (more: Partial<ServiceStatus> = {}): ServiceStatus => ({
  serviceId: 'payments',
  title: 'Payments',
  state: 'operational',
  since: '2026-11-19T08:00:00Z',
  days: [day('2026-11-18', { state: 'down', downSeconds: 420 }), day('2026-11-19'), day(TODAY, { measuredMinutes: 600 })],
  ...more,
});
const incident: Incident = {
  incidentId: 'inc_1',
  title: 'Payments <b>slow</b>',
  state: 'identified',
  services: ['payments'],
  startedAt: '2026-11-18T10:00:00Z',
  nextUpdateAt: '2026-11-20T14:30:00Z',
  isFallbackAvailable: true,
  updates: [
    { at: '2026-11-18T11:00:00Z', state: 'identified', text: 'A queue was too long.' },
    { at: '2026-11-18T10:00:00Z', state: 'investigating', text: 'Slow answers.' },
  ],
};
const answer = (more: Partial<ApiStatus> = {}): ApiStatus => ({
  state: 'operational',
  summary: 'All services are operational.',
  measuredAt: '2026-11-20T12:00:00Z',
  today: TODAY,
  services: [service()],
  incidents: [],
  maintenance: [],
  ...more,
});

beforeEach(() => window.localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  cleanup();
});

/** Answers one after the other; the last one for ever. `undefined` fails, `hold` never answers. */
function open(answers: readonly (object | undefined)[], at = '/api-status'): readonly RecordedCall[] {
  let asked = 0;
  const server = createFakeServer({
    'GET /api/specs/api-status': (recorded, signal) => {
      const body = answers[Math.min(asked, answers.length - 1)];
      asked += 1;
      if (typeof body === 'function') return hold(recorded, signal);
      return body === undefined ? reply({ message: 'x' }, 503) : reply(body);
    },
  });
  openPart(
    <Reopened>
      <ApiStatusPage url="/api-status" title="API Status" config={recordedConfig} />
    </Reopened>,
    { server, at },
  );
  return server.calls;
}

const status = () => screen.getAllByRole('status')[0]?.textContent ?? '';
const bars = () => within(screen.getByRole('toolbar', { name: 'Payments, day by day' })).getAllByRole('button', { hidden: true });
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

describe('the status page', () => {
  it('shows the state of the services in words, since when, and the uptime', async () => {
    open([answer()]);
    expect(await screen.findByText('All services are operational.')).toBeTruthy();
    expect(screen.getByText(/^Operational since November 19, 2026/)).toBeTruthy();
    expect(screen.getByText(/% up$/).textContent).toBe('99.79% up');
  });

  it('shows an incident beside the measured state, as text', async () => {
    open([answer({ incidents: [incident] })]);
    await screen.findByRole('heading', { name: 'Payments <b>slow</b>' });
    expect(status()).toContain('A queue was too long.');
    expect(screen.getByRole('link', { name: 'How to Fallback' }).getAttribute('href')).toBe('#/how-to-fallback');
    expect(screen.getByText(/Next update: November 20, 2026/)).toBeTruthy();
  });

  it('links to the updates by mail', () => {
    open([hold]);
    expect(screen.getByRole('link', { name: 'Get updates by mail' }).getAttribute('href')).toBe('#/api-status/subscription');
  });

  it('shows planned maintenance', async () => {
    const texts = { en: 'New discs.' };
    open([
      answer({
        maintenance: [{ maintenanceId: 'mnt_1', state: 'planned', startsAt: '2026-11-22T01:00:00Z', endsAt: '2026-11-22T03:00:00Z', texts }],
      }),
    ]);
    expect(await screen.findByText('New discs.')).toBeTruthy();
  });

  it('reads the status again when the page becomes visible, and shows what has changed', async () => {
    const calls = open([answer(), answer({ state: 'down', summary: 'Payments is down.', services: [service({ state: 'down' })] })]);
    await screen.findByText('All services are operational.');
    act(() => setPageVisibility('hidden'));
    expect(calls).toHaveLength(1);
    act(() => setPageVisibility('visible'));
    await waitFor(() => expect(status()).toContain('Payments is down.'));
  });

  it('opens a second time without the state of the first visit', async () => {
    open([answer(), hold]);
    await screen.findByText('All services are operational.');
    await pressButton('Close');
    await pressButton('Open');
    expect(status()).toBe('');
    expect(screen.queryByText('All services are operational.')).toBeNull();
    expect(screen.getByText('Loading the status')).toBeTruthy();
  });

  it('does not count the cancelled call of a closed page as a failure', async () => {
    const calls = open([hold]);
    await pressButton('Close');
    await pressButton('Open');
    expect(calls).toHaveLength(2);
    expect(status()).toBe('');
  });

  it('scrolls to the incident in the address', async () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
    open([answer({ incidents: [incident] })], '/api-status?incident=inc_1');
    await waitFor(() => expect(scroll).toHaveBeenCalledOnce());
  });
});

describe('a status that cannot be read', () => {
  it('is shown as Down, with the last known state and its time', async () => {
    open([answer(), undefined]);
    await screen.findByText('All services are operational.');
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(status()).toContain('Down.'));
    expect(status()).toMatch(/Last known at \w+ \d+, \d{4}.*All services are operational\./);
    expect(screen.getByText(/^Last known: operational since/)).toBeTruthy();
    expect(bars()).toHaveLength(90);
  });

  it('is shown as Down on the first visit, until Ask again succeeds', async () => {
    open([undefined, answer()]);
    await waitFor(() => expect(status()).toContain('Down.'));
    expect(status()).not.toContain('Last known');
    fireEvent.click(screen.getByRole('button', { name: 'Ask again' }));
    expect(await screen.findByText('All services are operational.')).toBeTruthy();
  });

  it.each([
    ['an answer of another kind', { state: 'fine' }],
    ['a list', []],
    ['days without a state', { ...answer(), services: [{ ...service(), days: [{ date: TODAY }] }] }],
  ])('is shown as Down after %s', async (_what, body) => {
    open([body]);
    await waitFor(() => expect(status()).toContain('Down.'));
  });

  it.each([
    'no JSON',
    '{"status":{"state":"operational"},"answeredAt":"2026-11-20T12:00:00Z"}',
    JSON.stringify({ status: answer(), answeredAt: 'yesterday' }),
    JSON.stringify({ answeredAt: '2026-11-20T12:00:00Z' }),
  ])('shows nothing of an invalid stored state: %s', async (kept) => {
    window.localStorage.setItem('portico-api-status', kept);
    open([undefined]);
    await waitFor(() => expect(status()).toContain('Down.'));
    expect(status()).not.toContain('Last known');
  });

  it('shows the state stored by an earlier visit', async () => {
    window.localStorage.setItem('portico-api-status', JSON.stringify({ status: answer(), answeredAt: '2026-11-20T12:00:00Z' }));
    open([undefined]);
    await waitFor(() => expect(status()).toContain('Last known at November 20, 2026'));
  });
});

describe('the days', () => {
  it('are reached with arrow keys; only one is in the tab order, at first today', async () => {
    open([answer()]);
    await screen.findByText('All services are operational.');
    expect(bars().filter(({ tabIndex }) => tabIndex === 0)).toEqual([bars()[89]]);
    bars()[89]?.focus();
    for (const [key, at] of [
      ['ArrowRight', 89],
      ['ArrowLeft', 88],
      ['ArrowLeft', 87],
      ['Home', 0],
      ['ArrowLeft', 0],
      ['End', 89],
    ] as const) {
      press(key);
      expect(document.activeElement).toBe(bars()[at]);
    }
  });

  it('show their details on focus, keep them after a click and hide them on Escape', async () => {
    open([answer({ incidents: [incident] })]);
    await screen.findByText(/All services are operational\./);
    act(() => bars()[87]?.focus());
    expect(screen.getByText('Down for 7 min')).toBeTruthy();
    fireEvent.click(bars()[87] ?? document.body);
    fireEvent.mouseEnter(bars()[3] ?? document.body);
    expect(screen.getByText('Down for 7 min')).toBeTruthy();
    press('Escape');
    expect(screen.queryByText('Down for 7 min')).toBeNull();
    fireEvent.mouseEnter(bars()[3] ?? document.body);
    expect(screen.getByText('Nothing was measured.')).toBeTruthy();
    fireEvent.mouseLeave(screen.getByRole('toolbar').parentElement ?? document.body);
    expect(screen.queryByText('Nothing was measured.')).toBeNull();
  });

  it('have all details in their accessible names', () => {
    const labels = daysOf(service(), TODAY, [incident]).map(dayLabel);
    expect(labels[87]).toBe('November 18, 2026: Down. Down for 7 min. Measured for 24 h. Incident: Payments <b>slow</b>');
    expect(labels[0]).toBe('August 23, 2026: No data');
  });

  it('list the incidents that were open on them in the bank’s time zone', () => {
    const daysWith = (more: Partial<Incident>) =>
      daysOf(service(), TODAY, [{ ...incident, ...more }])
        .filter(({ incidents }) => incidents.length > 0)
        .map(({ date }) => date);
    expect(daysWith({})).toEqual(['2026-11-18', '2026-11-19', TODAY]);
    expect(daysWith({ startedAt: '2026-11-18T22:30:00Z', state: 'resolved', resolvedAt: '2026-11-18T23:30:00Z' })).toEqual(['2026-11-19']);
  });

  it('without a measurement have no data, and the uptime is never rounded up to 100 %', () => {
    expect(daysOf(service({ days: [] }), TODAY, []).map(({ state }) => state)).toEqual(Array.from({ length: 90 }, () => 'noData'));
    expect(uptimePercent(service({ days: [] }))).toBeUndefined();
    expect(uptimePercent(service({ days: [day(TODAY, { downSeconds: 1 })] }))).toBe('99.99');
    expect(uptimePercent(service({ days: [day(TODAY)] }))).toBe('100.00');
    expect(uptimePercent(service({ days: [day(TODAY, { measuredMinutes: 0, downSeconds: 60 })] }))).toBe('0.00');
  });

  it.each([
    [0, '0 s'],
    [59, '59 s'],
    [420, '7 min'],
    [4_200, '1 h 10 min'],
    [86_400, '24 h'],
  ])('show %i seconds as %s', (seconds, text) => expect(duration(seconds)).toBe(text));
});
