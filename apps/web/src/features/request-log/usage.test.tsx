import type { RequestUsage } from '@portico/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFakeServer, type RecordedCall, reply } from '../../shared/api/fake-server.ts';
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

function open(at: string, usage: object = USAGE): readonly RecordedCall[] {
  const server = createFakeServer({ 'GET /api/tpp/usage': () => reply(usage), 'GET /api/tpp/requests': () => reply({ items: [] }) });
  openPart(<RequestLogPage />, { server, user: DEVELOPER, at });
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
    expect(asked.map(({ url }) => url)).toEqual(['/api/tpp/usage?period=7d']);
    expect(
      rowsOf('Calls by day')
        .slice(1)
        .map((row) => row.slice(1)),
    ).toEqual([
      ['1,200', '3', '12 ms', '1,480 ms'],
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
    await waitFor(() => expect(asked.at(-1)?.url).toBe('/api/tpp/usage?period=30d'));
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
