import type { TokenUser } from '@portico/contract';
import tokenUsers from '@portico/contract/recorded/token-users';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isTokenUserList } from '../../../shared/api/answers.ts';
import { createFakeServer, recordedBody, reply } from '../../../shared/api/fake-server.ts';
import { DEVELOPER, openPart, press, settle } from '../../../shared/portal/testing/open-part.tsx';
import type { SentRequest } from '../request/history/sent-request.ts';
import { SignedOutcome } from './signed-outcome.tsx';

const [USER] = recordedBody(tokenUsers, isTokenUserList);
const person = (id: string, name: string, token?: string): TokenUser => {
  if (USER === undefined) throw new Error('there is no recorded test customer');
  const { access_token: _token, expiresAt: _expiry, companyName: _company, ...user } = USER;
  const known = { ...user, id, customer: { ...user.customer, name, surname: 'Tamm' } };
  return token === undefined ? known : { ...known, access_token: token, expiresAt: '2026-12-01T00:00:00Z' };
};
const STATUS_URL = 'https://bank.example/api/v1/consents/c-1/status';
const request = (more: Partial<SentRequest> = {}): SentRequest => ({
  ...{ id: 's-1', owner: `${DEVELOPER.userId}\nliis`, at: '2026-11-21T20:00:00.000Z', pageUrl: '/api-explorer', apiId: 'consents' },
  ...{ operationId: 'createConsent', method: 'POST', path: '/v1/consents', outcome: 201, milliseconds: 12, requestId: 'r-1', isIncomplete: false },
  values: { 'header:TPP-Redirect-URI': 'https://portal.example/api-explorer?signed=r-1' },
  statusUrl: STATUS_URL,
  ...more,
});

const { statusUrl: _none, ...withoutStatus } = request();

const answers: (() => Response)[] = [];
const asked: { url: string; authorization: string | null }[] = [];

beforeEach(() => {
  answers.length = 0;
  asked.length = 0;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, authorization: new Headers(init.headers).get('authorization') });
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError('Failed to fetch');
    return answer();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.localStorage.clear();
});

async function open(sent: readonly SentRequest[], users: readonly TokenUser[] = [person('liis', 'Liis', 'token-liis')], user = DEVELOPER) {
  window.localStorage.setItem('portico-explorer-history', JSON.stringify(sent));
  const server = createFakeServer({ 'GET /api/tpp/psu': () => reply(users) });
  openPart(<SignedOutcome url="/api-explorer" requestId="r-1" />, { server, user });
  await settle();
  await settle();
}
const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('the return from the bank', () => {
  it('reads the status as the customer who was asked, and names the next step', async () => {
    answers.push(() => Response.json({ consentStatus: 'valid' }));
    await open([request()]);
    expect(asked).toEqual([{ url: STATUS_URL, authorization: 'Bearer token-liis' }]);
    expect(screen.getByRole('status').textContent).toContain('The consent is valid.');
    expect(link('List the accounts')).toBe('#/api-explorer/accounts/getAccountList');
    expect(link('Back to the request')).toBe('#/api-explorer/consents/createConsent?sent=s-1');
  });
  it('reads again on request', async () => {
    answers.push(
      () => Response.json({ consentStatus: 'received' }),
      () => Response.json({ consentStatus: 'valid' }),
    );
    await open([request()]);
    expect(screen.getByRole('status').textContent).toContain('The consent is not signed yet.');
    await press('Read the status again');
    expect(screen.getByRole('status').textContent).toContain('The consent is valid.');
  });
  it.each([
    ['no connection', undefined],
    ['a refusal', () => Response.json({ tppMessages: [] }, { status: 401 })],
    ['a response without a status', () => Response.json({})],
    ['a response that is not JSON', () => new Response('<html>', { status: 200 })],
  ])('says with %s that the status could not be read', async (_what, answer) => {
    if (answer !== undefined) answers.push(answer);
    await open([request()]);
    expect(screen.getByRole('alert').textContent).toContain('could not be read');
    answers.push(() => Response.json({ consentStatus: 'valid' }));
    await press('Read the status again');
    expect(screen.getByRole('status').textContent).toContain('The consent is valid.');
  });
  it('sends the token of no other customer: it asks to choose the one who was asked', async () => {
    await open([request()], [person('mart', 'Mart', 'token-mart'), person('liis', 'Liis')]);
    expect(asked).toEqual([]);
    expect(screen.getByRole('button', { name: 'Read the status as Liis Tamm' })).toBeTruthy();
  });
  it.each([
    ['of another developer', request({ owner: 'somebody\nliis' })],
    ['with another return address', request({ values: { 'header:TPP-Redirect-URI': 'https://portal.example/api-explorer?signed=r-12' } })],
    ['without a status address', withoutStatus],
  ])('without a known request, or with a request %s, leads to the request log', async (_what, sent) => {
    await open([sent]);
    expect(asked).toEqual([]);
    expect(link('look for it in the request log')).toBe('#/tpp/requests?requestId=r-1');
  });
  it('says that the customer no longer exists', async () => {
    await open([request()], [person('mart', 'Mart', 'token-mart')]);
    expect(screen.getByRole('status').textContent).toContain('no longer exists');
  });
  it('asks a visitor to log in', async () => {
    window.localStorage.setItem('portico-explorer-history', JSON.stringify([request()]));
    openPart(<SignedOutcome url="/api-explorer" requestId="r-1" />, { user: null, at: '/api-explorer?signed=r-1' });
    await settle();
    expect(link('Log in')).toBe('#/api-explorer?signed=r-1&m=login');
    expect(screen.getByRole('status').textContent).toContain('The bank has sent you back.');
  });
  // Any site can link to an address with any id.
  it.each([
    ['without any request', []],
    ['with another return address', [request({ values: { 'header:TPP-Redirect-URI': 'https://portal.example/api-explorer?signed=r-12' } })]],
  ])('claims no return from the bank to a visitor whose browser does not know the request: %s', async (_what, sent) => {
    window.localStorage.setItem('portico-explorer-history', JSON.stringify(sent));
    openPart(<SignedOutcome url="/api-explorer" requestId="r-1" />, { user: null, at: '/api-explorer?signed=r-1' });
    await settle();
    expect(link('Log in')).toBe('#/api-explorer?signed=r-1&m=login');
    expect(screen.queryByText(/The bank has sent you back/)).toBeNull();
  });
});
