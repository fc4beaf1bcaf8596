import type { RequestLogPage as LogPage, RequestSummary, TokenUserList } from '@portico/contract';
import tokenUsers from '@portico/contract/recorded/token-users';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isTokenUserList } from '../../shared/api/answers.ts';
import { createFakeServer, hold, type RecordedCall, recordedBody, reply } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { setPageVisibility } from '../../shared/page/page-visibility.ts';
import { DEVELOPER, openPart } from '../../shared/portal/testing/open-part.tsx';
import { RequestLogPage } from './request-log-page.tsx';

const request = (id: string, more: Partial<RequestSummary> = {}): RequestSummary => ({
  id,
  at: '2026-11-20T12:00:00Z',
  requestId: `r-${id}`,
  method: 'GET',
  path: `/api/v1/accounts/${id}`,
  status: 200,
  durationMs: 12,
  isAuthenticated: true,
  ...more,
});

afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

/** Answers by the query; a round that waits for news never ends unless it is answered here. */
function open(answer: (query: URLSearchParams) => object | undefined, at = '/tpp/requests', customers?: TokenUserList): readonly RecordedCall[] {
  const server = createFakeServer({
    ...(customers && { 'GET /api/tpp/psu': () => reply(customers) }),
    'GET /api/tpp/requests': (recorded: RecordedCall, signal: AbortSignal | undefined) => {
      const body = answer(new URL(recorded.url, window.location.origin).searchParams);
      return body === undefined ? hold(recorded, signal) : reply(body);
    },
  });
  openPart(<RequestLogPage config={recordedConfig} />, { server, user: DEVELOPER, at });
  return server.calls;
}

const paths = () => screen.queryAllByText(/^\/api\/v1/).map(({ textContent }) => textContent);
const page = (items: RequestSummary[], next?: string): LogPage => ({ items, ...(next === undefined ? {} : { next }) });

describe('the request log', () => {
  it('says how it fills while it is empty', async () => {
    open((query) => (query.has('after') ? undefined : page([])));
    expect(await screen.findByText('No requests yet.')).toBeTruthy();
  });
  it('says that no request matches the search', async () => {
    open((query) => (query.has('after') ? undefined : page([])), '/tpp/requests?requestId=unknown');
    expect(await screen.findByText('No request is like this.')).toBeTruthy();
  });
  it('requests the X-Request-ID and the status class in the address', async () => {
    const asked = open((query) => (query.has('after') ? undefined : page([request('1')])), '/tpp/requests?requestId=r-1&status=4xx');
    await screen.findByText('/api/v1/accounts/1');
    expect(asked[0]?.url).toBe('/api/tpp/requests?requestId=r-1&status=4xx');
  });
  it('requests the path and the method in the address, and those that are typed and chosen', async () => {
    const asked = open((query) => (query.has('after') ? undefined : page([request('1')])), '/tpp/requests?path=cns_1&method=POST');
    await screen.findByText('/api/v1/accounts/1');
    expect(asked[0]?.url).toBe('/api/tpp/requests?method=POST&path=cns_1');
    fireEvent.change(screen.getByLabelText('Path, or id of a consent or payment'), { target: { value: ' pay_2 ' } });
    fireEvent.change(screen.getByLabelText('Method'), { target: { value: 'DELETE' } });
    await waitFor(() => expect(asked.map(({ url }) => url)).toContain('/api/tpp/requests?method=DELETE&path=pay_2'));
  });
  it('requests the test customer and the sender that are chosen, and marks the calls of the portal', async () => {
    const [user] = recordedBody(tokenUsers, isTokenUserList);
    if (user === undefined) throw new Error('there is no recorded test customer');
    const ofPortal = request('2', { path: '/api/v1/client-payload', customerId: user.id, isPortal: true });
    const calls = open((query) => (query.has('after') ? undefined : page([ofPortal, request('1')])), '/tpp/requests?customer=unknown', [user]);
    await screen.findByText('/api/v1/accounts/1');
    expect(calls.map(({ url }) => url)).toContain('/api/tpp/requests?customerId=unknown');
    expect(screen.getAllByText('Portal', { selector: 'li *' }).map((badge) => badge.closest('li')?.textContent)).toEqual([
      expect.stringContaining('/api/v1/client-payload'),
    ]);
    fireEvent.change(await screen.findByLabelText('Test customer'), { target: { value: user.id } });
    fireEvent.change(screen.getByLabelText('Sent by'), { target: { value: 'false' } });
    await waitFor(() => expect(calls.map(({ url }) => url)).toContain(`/api/tpp/requests?customerId=${user.id}&portal=false`));
  });
  it('requests the time since the chosen period began', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T12:00:00Z'));
    const asked = open((query) => (query.has('after') ? undefined : page([])), '/tpp/requests?time=24h');
    await screen.findByText('No request is like this.');
    expect(asked[0]?.url).toBe('/api/tpp/requests?from=2026-11-19T12%3A00%3A00.000Z');
  });
  it('ignores an unknown status class', async () => {
    const asked = open((query) => (query.has('after') ? undefined : page([])), '/tpp/requests?status=9xx');
    await screen.findByText('No requests yet.');
    expect(asked[0]?.url).toBe('/api/tpp/requests');
  });
  it('marks unauthenticated calls only', async () => {
    const claimed = request('3', { path: '/api/v2/openam/token', status: 401, isAuthenticated: false });
    open((query) => (query.has('after') ? undefined : page([claimed, request('1')])));
    await screen.findByText('/api/v1/accounts/1');
    expect(screen.getAllByText('Not authenticated').map((badge) => badge.closest('li')?.textContent)).toEqual([
      expect.stringContaining('/api/v2/openam/token'),
    ]);
  });
  it('shows why a call was refused', async () => {
    const refused = request('2', { status: 401, code: 'CONSENT_INVALID', cause: 'The consent is not signed yet.' });
    open((query) => (query.has('after') ? undefined : page([refused])));
    expect(await screen.findByText('The consent is not signed yet.')).toBeTruthy();
    expect(screen.getByText('401 Unauthorized')).toBeTruthy();
  });
  it.each([
    ['no certificate at the ordinary address', undefined, 'Certificate none (ordinary address)'],
    [
      'no certificate at the address for mutual TLS',
      { fault: 'CERTIFICATE_MISSING' },
      'Certificate none (address for mutual TLS) CERTIFICATE_MISSING',
    ],
    [
      'the certificate of a call',
      { thumbprint: 'ab12', organizationId: 'PSDEE-LFSA-4711', roles: ['PSP_AI', 'PSP_PI'] },
      'Certificate PSDEE-LFSA-4711 PSP_AI, PSP_PI ab12',
    ],
  ])('shows %s', async (_what, certificate, text) => {
    const details = { ...request('1'), requestHeaders: {}, responseHeaders: {}, ...(certificate && { certificate }) };
    const server = createFakeServer({
      'GET /api/tpp/requests': (recorded: RecordedCall, signal: AbortSignal | undefined) =>
        recorded.url.includes('after') ? hold(recorded, signal) : reply(page([request('1')])),
      'GET /api/tpp/requests/1': () => reply(details),
    });
    openPart(<RequestLogPage config={recordedConfig} />, { server, user: DEVELOPER, at: '/tpp/requests' });
    const line = (await screen.findByText('/api/v1/accounts/1')).closest('details');
    if (line !== null) {
      line.open = true;
      fireEvent(line, new Event('toggle'));
    }
    expect((await screen.findByText(/^Certificate/)).textContent).toBe(text);
  });
  it('shows seconds and time zone of a call', async () => {
    open((query) => (query.has('after') ? undefined : page([request('1', { at: '2026-11-20T12:00:07Z' })])));
    await screen.findByText('/api/v1/accounts/1');
    expect(document.querySelector('time')?.textContent).toMatch(/^November 20, 2026 at \d\d:00:07 [A-Z]/);
  });
  it('adds new requests on top, each once', async () => {
    let rounds = 0;
    open((query) => {
      if (!query.has('after')) return page([request('5')]);
      rounds += 1;
      return rounds === 1 ? page([request('5'), request('6'), request('7')]) : undefined;
    });
    await waitFor(() => expect(paths()).toEqual(['/api/v1/accounts/7', '/api/v1/accounts/6', '/api/v1/accounts/5']));
  });
  it('polls again when the page becomes visible, unless it was stopped', async () => {
    const asked = open((query) => (query.has('after') ? undefined : page([request('1')])));
    await screen.findByText('/api/v1/accounts/1');
    const polled = () => asked.filter(({ url }) => url.startsWith('/api/tpp/requests'));
    await waitFor(() => expect(polled()).toHaveLength(2));
    act(() => setPageVisibility('hidden'));
    act(() => setPageVisibility('visible'));
    await waitFor(() => expect(polled()).toHaveLength(3));
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    act(() => setPageVisibility('hidden'));
    act(() => setPageVisibility('visible'));
    expect(polled()).toHaveLength(3);
  });
  it('loads older requests on request', async () => {
    open((query) => {
      if (query.has('after')) return undefined;
      return query.get('before') === '9' ? page([request('8')]) : page([request('9')], '9');
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Show older ones' }));
    await waitFor(() => expect(paths()).toEqual(['/api/v1/accounts/9', '/api/v1/accounts/8']));
    expect(screen.queryByRole('button', { name: 'Show older ones' })).toBeNull();
  });
  it('offers Try again after an invalid answer', async () => {
    open(() => ({ items: 'nonsense' }));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
