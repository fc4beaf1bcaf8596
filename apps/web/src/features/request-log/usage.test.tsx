import type { RequestUsage, UsageResults } from '@portico/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Answer, createFakeServer, hold, type RecordedCall, refuse, reply } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { saveBlob } from '../../shared/page/save-blob.ts';
import { DEVELOPER, openPart } from '../../shared/portal/testing/open-part.tsx';
import { RequestLogPage } from './request-log-page.tsx';

vi.mock('../../shared/page/save-blob.ts', () => ({ saveBlob: vi.fn() }));
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

const USAGE: RequestUsage = {
  total: { calls: 1200, failed: 3, p50Ms: 12, p95Ms: 1480 },
  steps: [
    { from: '2026-11-19T00:00:00.000Z', calls: 0, failed: 0 },
    { from: '2026-11-20T00:00:00.000Z', calls: 1200, failed: 3, p50Ms: 12, p95Ms: 1480 },
  ],
  errors: [
    { status: 401, code: 'CONSENT_INVALID', isFallback: false, calls: 2 },
    { status: 499, isFallback: false, calls: 1 },
  ],
};

const RESULTS: UsageResults = {
  from: '2026-11-19T00:00:00.000Z',
  consents: [
    { status: 'valid', count: 1200 },
    { status: 'revokedByPsu', count: 2 },
  ],
  payments: [
    { service: 'payments', status: 'ACSC', count: 3 },
    { service: 'bulk-payments', status: 'PART', count: 1 },
  ],
  readings: {
    limit: 50,
    hasMore: false,
    consents: [
      { consentId: 'cns_1', validUntil: '2026-12-31', isRecurring: true, frequencyPerDay: 4, left: { accounts: 4, account: 3, balances: 0 } },
      { consentId: 'cns_2', validUntil: '2026-12-31', isRecurring: false, frequencyPerDay: 1, left: { accounts: 1 } },
    ],
  },
};
const NO_RESULTS: UsageResults = { ...RESULTS, consents: [], payments: [], readings: { limit: 50, hasMore: false, consents: [] } };

function open(at: string, usage: object = USAGE, results: Answer | object = RESULTS): readonly RecordedCall[] {
  const server = createFakeServer({
    'GET /api/tpp/usage': () => reply(usage),
    'GET /api/tpp/usage/results': results,
    'GET /api/tpp/requests': () => reply({ items: [] }),
  });
  openPart(<RequestLogPage config={recordedConfig} />, { server, user: DEVELOPER, at });
  return server.calls;
}

const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

describe('the usage', () => {
  it('shows figures, days and errors of the period in the address', async () => {
    const asked = open('/tpp/requests?view=usage&period=7d');
    expect(await screen.findByText('Failed calls')).toBeTruthy();
    expect(asked.map(({ url }) => url)).toEqual(['/api/tpp/usage?period=7d', '/api/tpp/usage/results?period=7d', '/api/tpp/applications']);
    expect(
      rowsOf('Calls by day')
        .slice(1)
        .map((row) => row.slice(1)),
    ).toEqual([
      ['1,200', '3', '12\u00a0ms', '1,480\u00a0ms'],
      ['0', '0', '–', '–'],
    ]);
    expect(rowsOf('Errors by code').slice(1)).toEqual([
      ['CONSENT_INVALID', '401 Unauthorized', '2'],
      ['No code', expect.stringContaining('499'), '1'],
    ]);
    expect(screen.getByRole('link', { name: 'CONSENT_INVALID' }).getAttribute('href')).toBe('#/api-error-handling?section=CONSENT_INVALID-401');
  });
  it('requests 24 hours when the address has no such period', async () => {
    const asked = open('/tpp/requests?view=usage&period=9y');
    expect(await screen.findByRole('heading', { name: 'Calls by hour' })).toBeTruthy();
    expect(asked[0]?.url).toBe('/api/tpp/usage?period=24h');
  });
  it('is reached by its tab, and another period changes the address', async () => {
    const asked = open('/tpp/requests');
    fireEvent.click(await screen.findByRole('tab', { name: 'Usage' }));
    fireEvent.change(await screen.findByLabelText('Period'), { target: { value: '30d' } });
    await waitFor(() => expect(asked.slice(-2).map(({ url }) => url)).toEqual(['/api/tpp/usage?period=30d', '/api/tpp/usage/results?period=30d']));
    expect(window.location.hash).toBe('#/tpp/requests?view=usage&period=30d');
  });
  it('is saved as CSV in which no code is a formula', async () => {
    open('/tpp/requests?view=usage&period=7d', { ...USAGE, errors: [{ status: 400, code: '=1+1', isFallback: false, calls: 1 }] });
    fireEvent.click(await screen.findByRole('button', { name: 'Download CSV' }));
    const [bytes, name] = vi.mocked(saveBlob).mock.calls[0] ?? [];
    expect(name).toBe('usage-7d.csv');
    expect((await bytes?.text())?.split('\r\n')).toEqual([
      'from,calls,failed,p50 ms,p95 ms',
      '2026-11-19T00:00:00.000Z,0,0,-,-',
      '2026-11-20T00:00:00.000Z,1200,3,12,1480',
      '',
      'code,status,calls',
      "'=1+1,400,1",
      '',
    ]);
  });
  it('says that there were no calls', async () => {
    open('/tpp/requests?view=usage', { total: { calls: 0, failed: 0 }, steps: [], errors: [] });
    expect(await screen.findByText('No calls in this period.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Download CSV' })).toBeNull();
  });
  it('offers Try again after an invalid answer', async () => {
    open('/tpp/requests?view=usage', { total: 'nonsense' });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

const openResults = (results: Answer | object) => open('/tpp/requests?view=usage&period=7d', USAGE, results);

describe('the consents and payments of the application', () => {
  it('are shown by status, with their beginning', async () => {
    openResults(RESULTS);
    expect(await screen.findByText(/^Received since November 19, 2026 at 00:00 UTC/)).toBeTruthy();
    expect(rowsOf('Consents and payments by end').slice(1)).toEqual([
      ['valid Valid', 'Consents', '1,200'],
      ['revokedByPsu Withdrawn by the customer', 'Consents', '2'],
      ['ACSC Paid', 'Payments', '3'],
      ['PART Some items paid', 'Bulk payments', '1'],
    ]);
  });
  it('have the readings left today, and a dash for what a consent does not cover', async () => {
    openResults(RESULTS);
    expect(await screen.findByRole('heading', { name: 'Readings left today' })).toBeTruthy();
    expect(rowsOf('Readings left today').slice(1)).toEqual([
      ['cns_1', '4', '4', '3', '0', '–', '–', 'December 31, 2026'],
      ['cns_2', '1', '1', '–', '–', '–', '–', 'December 31, 2026'],
    ]);
    expect(screen.queryByText(/newest of your valid consents/)).toBeNull();
  });
  it('say how many valid consents are shown when there are more', async () => {
    openResults({ ...RESULTS, readings: { ...RESULTS.readings, hasMore: true } });
    expect(await screen.findByText(/It shows the 50 newest of your valid consents\.$/)).toBeTruthy();
  });
  it('say that there are none', async () => {
    openResults(NO_RESULTS);
    expect(await screen.findByText('No consents and no payments in this period.')).toBeTruthy();
    expect(screen.getByText('No consent is valid now.')).toBeTruthy();
    expect(screen.queryByRole('table', { name: 'Readings left today' })).toBeNull();
  });
  it('are shown without a call in the period, too', async () => {
    open('/tpp/requests?view=usage', { total: { calls: 0, failed: 0 }, steps: [], errors: [] });
    expect(await screen.findByText('No calls in this period.')).toBeTruthy();
    expect(await screen.findByRole('table', { name: 'Consents and payments by end' })).toBeTruthy();
  });
  it('are saved as CSV', async () => {
    openResults(RESULTS);
    fireEvent.click(await screen.findByRole('button', { name: 'Download consents and payments' }));
    const [bytes, name] = vi.mocked(saveBlob).mock.calls[0] ?? [];
    expect(name).toBe('consents-and-payments-7d.csv');
    expect((await bytes?.text())?.split('\r\n')).toEqual([
      'of,status,number',
      'consents,valid,1200',
      'consents,revokedByPsu,2',
      'payments,ACSC,3',
      'bulk-payments,PART,1',
      '',
      'consentId,validUntil,frequencyPerDay,accounts left,account left,balances left,transactions left,transaction left',
      'cns_1,2026-12-31,4,4,3,0,-,-',
      'cns_2,2026-12-31,1,1,-,-,-,-',
      '',
    ]);
  });
  it('leave the calls on the page while they load', async () => {
    openResults(hold);
    expect(await screen.findByText('Failed calls')).toBeTruthy();
    expect(screen.getByText('Loading consents and payments')).toBeTruthy();
  });
  it('show a status that this page does not know by its code', async () => {
    openResults({ ...RESULTS, consents: [{ status: 'paused', count: 1 }] });
    expect(await screen.findByText('paused')).toBeTruthy();
  });
  it.each([
    ['an invalid answer', () => reply({ ...RESULTS, readings: [] })],
    ['a refusal', () => refuse(500, 'INTERNAL_ERROR', 'It failed.')],
    ['an empty answer', () => reply({})],
  ])('offer Try again after %s, and leave the calls on the page', async (_what, failing) => {
    let results = failing;
    openResults(() => results());
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Failed calls')).toBeTruthy();
    results = () => reply(RESULTS);
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table', { name: 'Consents and payments by end' })).toBeTruthy();
  });
});
