/** The choice of a role in the sign-in page, and on the bank's own pages. */
import challengeApproved from '@portico/contract/recorded/sign-in-challenge-approved';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApiClient } from '../../shared/api/api-client.ts';
import { createFakeServer, refuse, replay } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { createDoorCalls } from '../../shared/bank-pages/door-calls.ts';
import { RoleLine } from '../../shared/bank-pages/role-line.tsx';
import { activateLocale, createI18n } from '../../shared/i18n/catalogues.ts';
import { I18nProvider } from '../../shared/i18n/i18n-provider.tsx';
import { sharedCatalogue } from '../../shared/i18n/shared-catalogue.ts';
import { signInCatalogue } from './messages.ts';
import { SignInPage } from './sign-in-page.tsx';
import { signInDetails } from './testing/sign-in-fixtures.ts';

const DETAILS = 'GET /bank/sign-in/abc/details';
const CHALLENGE = 'GET /bank/sign-in/abc/challenge';
const COMPLETE = 'POST /bank/sign-in/abc/completion';
const ROLE = 'POST /bank/sign-in/abc/role';
const CANCEL = 'DELETE /bank/sign-in/abc';
const CHANGE = 'POST /bank/session/role';
const ROLES = {
  roles: [
    { roleId: 'cus_1', name: 'Liis Näidis', type: 'person' },
    { roleId: 'cus_2', name: 'Näidisköide OÜ', type: 'company' },
  ],
};
const assign = vi.fn<(url: string | URL) => void>();

beforeEach(() => {
  vi.useFakeTimers();
  assign.mockReset();
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const pass = (ms = 0) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const bases = { api: '/api', content: '/content', identity: '/identity', root: '' };
const ignore = () => undefined;

async function show(server: ReturnType<typeof createFakeServer>, draw: (api: ReturnType<typeof createApiClient>) => ReactNode) {
  const i18n = createI18n();
  await activateLocale(i18n, 'en', [sharedCatalogue, signInCatalogue]);
  const api = createApiClient({ bases, subject: () => null, onLoggedOut: ignore, onTerminated: ignore, fetch: server.fetch });
  render(<I18nProvider i18n={i18n}>{draw(api)}</I18nProvider>);
  await pass();
  await pass(500);
}

/** After the device has approved; also what a reload shows. */
async function openApproved() {
  const server = createFakeServer({
    [DETAILS]: signInDetails({ challengeRunning: true }),
    [CHALLENGE]: replay(challengeApproved),
    [COMPLETE]: ROLES,
    [ROLE]: { location: '/bank/permissions' },
    [CANCEL]: { location: 'https://shop.example/' },
  });
  await show(server, (api) => <SignInPage id="abc" api={api} config={recordedConfig} />);
  return server;
}

async function press(name: string | RegExp) {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass();
}

test('offers the person and the company, and goes on in the chosen role', async () => {
  const server = await openApproved();
  expect(screen.getByRole('heading', { name: 'For whom do you act?' })).toBeDefined();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Liis NäidisPrivate', 'Näidisköide OÜCompany']);
  expect(assign).not.toHaveBeenCalled();
  await press(/Näidisköide OÜ/);
  expect(server.calls.find(({ call }) => call === ROLE)?.body).toEqual({ roleId: 'cus_2' });
  expect(assign).toHaveBeenCalledExactlyOnceWith('/bank/permissions');
});

test('a role that the bank refuses is explained, and another one can be chosen', async () => {
  const server = await openApproved();
  server.on(ROLE, () => refuse(409, 'ROLE_UNKNOWN', 'In the bank’s words.'));
  await press(/Näidisköide OÜ/);
  expect(screen.getByRole('alert').textContent).toContain('You may not act for this company, or no longer.');
  server.on(ROLE, { location: '/bank/receipts' });
  await press('Try again');
  await pass(1000);
  await press(/Liis Näidis/);
  expect(assign).toHaveBeenCalledExactlyOnceWith('/bank/receipts');
});

test('the person can leave without a choice', async () => {
  const server = await openApproved();
  await press(/Cancel and go back/);
  expect(server.count(ROLE)).toBe(0);
  expect(assign).toHaveBeenCalledExactlyOnceWith('https://shop.example/');
});

const visitor = { name: 'Liis Näidis', bankCountry: 'ee', authMethod: 'SMART_ID', company: 'Näidisköide OÜ', hasRoles: true } as const;

test('a page of the bank names the company and changes the role, which loads its list again', async () => {
  const server = createFakeServer({ 'GET /bank/session/roles': ROLES, [CHANGE]: () => new Response(null, { status: 204 }) });
  await show(server, (api) => <RoleLine visitor={visitor} calls={createDoorCalls(api)} />);
  expect(screen.getByText('Näidisköide OÜ')).toBeDefined();
  window.history.replaceState(null, '', '/bank/permissions/cns_1');
  await press('Change');
  expect(server.count(CHANGE)).toBe(0);
  await press(/Liis Näidis/);
  expect(server.calls.find(({ call }) => call === CHANGE)?.body).toEqual({ roleId: 'cus_1' });
  expect(assign).toHaveBeenCalledExactlyOnceWith('/bank/permissions');
});

test('a refused change leaves the page as it is', async () => {
  const server = createFakeServer({ 'GET /bank/session/roles': ROLES, [CHANGE]: () => refuse(409, 'ROLE_UNKNOWN', 'no') });
  await show(server, (api) => <RoleLine visitor={visitor} calls={createDoorCalls(api)} />);
  await press('Change');
  await press(/Liis Näidis/);
  expect(screen.getByRole('alert').textContent).toContain('Choose again.');
  await press('Keep this choice');
  expect(assign).not.toHaveBeenCalled();
});

test.each([
  ['a person with one role', { ...visitor, hasRoles: undefined }, true],
  ['a page that shows something for signing', visitor, false],
])('%s is offered no change', async (_title, { hasRoles, ...who }, hasCalls) => {
  const shown = hasRoles === undefined ? who : { ...who, hasRoles };
  await show(createFakeServer({}), (api) => <RoleLine visitor={shown} {...(hasCalls && { calls: createDoorCalls(api) })} />);
  expect(screen.getByText('Näidisköide OÜ')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});
