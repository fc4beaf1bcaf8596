import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeServer, hold, refuse, reply } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { signedOut, userFound } from '../../shared/auth/auth-slice.ts';
import { formatDateTime } from '../../shared/format/dates.ts';
import { browserTimeZone } from '../../shared/portal/browser-time-zone.ts';
import { SCENARIO_NAMES } from '../../shared/portal/test-customers/customer-texts.ts';
import { DEVELOPER, openPart, press, pressOne, settle } from '../../shared/portal/testing/open-part.tsx';
import { TokensPage } from './index.ts';
import { ACCOUNTS, APPLICATION, fullName, HOLDER, OTHER, TOKEN, tokensServer } from './testing/tokens-fixtures.ts';
import { timeLeftText } from './time-left.ts';

const ACTIVATE = 'POST /api/tpp/psu';
const RENEW = 'GET /api/tpp/refresh';
const ACCOUNT_LIST = 'GET /api/v1/account-list';
const RESET = 'DELETE /api/v1/sandbox/reset';
/** Two minutes less than the recorded token's hour before it ends. */
const NOW = Date.parse(HOLDER.expiresAt ?? '') - 58 * 60_000;

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function open(server: FakeServer = tokensServer(), hasSandboxBank = true) {
  const part = openPart(<TokensPage title="Tokens" config={{ ...recordedConfig, hasSandboxBank }} />, { server, user: DEVELOPER, at: '/tokens' });
  await settle();
  await settle();
  return part;
}

const selector = () => screen.getByLabelText<HTMLSelectElement>('Customer');
const shown = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
const shownAccounts = () =>
  within(screen.getByRole('region', { name: 'Accounts' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

async function choose(id: string) {
  fireEvent.change(selector(), { target: { value: id } });
  await settle();
  await settle();
}

describe('the test customers', () => {
  it('are sorted by userName; the one with a token is selected', async () => {
    await open();
    expect([...selector().options].map(({ text }) => text)).toEqual([
      `${HOLDER.userName} · ${fullName(HOLDER)}, Estonia · Approves`,
      `${OTHER.userName} · ${fullName(OTHER)}, Lithuania · ${SCENARIO_NAMES[OTHER.scenario]}`,
    ]);
    expect(selector().value).toBe(HOLDER.id);
  });
  it('are shown with first name, last name, national identity number and country name', async () => {
    await open();
    expect(['First name', 'Last name', 'National identity number', 'Country'].map(shown)).toEqual([
      HOLDER.customer.name,
      HOLDER.customer.surname,
      HOLDER.customer.nationalIdentityNumber,
      'Estonia',
    ]);
  });
  it.each([
    ['lead to a first call in the explorer', true, '#/api-explorer/sandbox/getTestAccountList'],
    ['lead to no call that a bank with its core does not have', false, undefined],
  ])('%s', async (_what, hasSandboxBank, address) => {
    await open(tokensServer(), hasSandboxBank);
    expect(screen.queryByRole('link', { name: 'Send a first call' })?.getAttribute('href')).toBe(address);
  });
  it.each([
    ['say that their token needs no certificate in the sandbox, and where certificates are', true, '#/tpp/certificates'],
    ['say nothing of that before a bank with its core', false, undefined],
  ])('%s', async (_what, hasSandboxBank, address) => {
    await open(tokensServer(), hasSandboxBank);
    expect(screen.queryByRole('link', { name: 'Certificates' })?.getAttribute('href')).toBe(address);
    expect(screen.queryByText(/works without a certificate, in the sandbox only/) !== null).toBe(hasSandboxBank);
  });
  it('have a link to the page where permissions are withdrawn', async () => {
    await open(tokensServer({}));
    expect(screen.getByRole('link', { name: 'See and withdraw permissions' }).getAttribute('href')).toBe('/bank/permissions');
  });
  it('that are companies show their second signatory and a link to sign as this person', async () => {
    const coSigner = { name: 'Ivars Līdzparaksts', nationalIdentityNumber: '329000-00118' };
    await open(tokensServer({ 'GET /api/tpp/psu': [{ ...HOLDER, type: 'company', companyName: 'SIA Parauga Darbnīca', coSigner }] }));
    expect(shown('Second signature by')).toContain('Ivars Līdzparaksts, 329000-00118');
    expect(screen.getByRole('link', { name: 'Sign as this person' }).getAttribute('href')).toBe('/bank/to-sign');
  });
  it('can be selected: token, accounts and samples follow', async () => {
    const chosen = { ...OTHER, access_token: 'token-other-1', expiresAt: '2026-11-20T13:10:00Z' };
    const { server } = await open(tokensServer({ [ACTIVATE]: chosen }));
    server.on(ACCOUNT_LIST, { accounts: [{ iban: 'LT609999012345678901', currency: 'EUR', name: 'Sąskaita' }] });
    await choose(OTHER.id);
    expect(server.calls.find(({ call }) => call === ACTIVATE)?.body).toEqual({ id: OTHER.id, userName: OTHER.userName });
    expect(shown('First name')).toBe(OTHER.customer.name);
    expect(screen.queryByText(TOKEN)).toBeNull();
    expect(screen.getByText('token-other-1')).toBeTruthy();
    expect(server.calls.findLast(({ call }) => call === ACCOUNT_LIST)?.headers.get('authorization')).toBe('Bearer token-other-1');
    expect(shownAccounts()).toEqual(['LT609999012345678901EURSąskaita']);
  });
  it('are read again after a 409 for a stale page, and the conflict is shown', async () => {
    const { server } = await open(tokensServer({ 'GET /api/tpp/psu': [HOLDER, { ...OTHER, access_token: undefined }] }));
    server.on(ACTIVATE, () => refuse(409, 'PAGE_STALE', 'Another page chose a customer meanwhile.'));
    server.on('GET /api/tpp/psu', [
      { ...HOLDER, access_token: undefined },
      { ...OTHER, access_token: 'token-other-9', expiresAt: '2026-11-20T13:10:00Z' },
    ]);
    await choose(OTHER.id);
    expect(screen.getByRole('alert').textContent).toContain('Another page chose a customer meanwhile.');
    expect(selector().value).toBe(OTHER.id);
    expect(screen.getByText('token-other-9')).toBeTruthy();
  });
  it('without a token ask for a selection', async () => {
    await open(tokensServer({ 'GET /api/tpp/psu': [OTHER] }));
    expect(selector().selectedOptions[0]?.text).toBe('Choose a test customer');
    expect(screen.queryByRole('button', { name: 'Renew token' })).toBeNull();
  });
  it('that do not exist are reported, and can be loaded again', async () => {
    const { server } = await open(tokensServer({ 'GET /api/tpp/psu': [] }));
    expect(screen.getByText('There are no test customers.')).toBeTruthy();
    server.on('GET /api/tpp/psu', [HOLDER]);
    await press('Load again');
    await settle();
    expect(screen.queryByText('There are no test customers.')).toBeNull();
  });
  it('that cannot be loaded show the error and Try again', async () => {
    const { server } = await open(tokensServer({ 'GET /api/tpp/psu': () => refuse(503, 'UNAVAILABLE', 'Not now.') }));
    expect(screen.getByRole('alert').textContent).toContain('Not now.');
    server.on('GET /api/tpp/psu', [HOLDER]);
    await press('Try again');
    await settle();
    expect(selector().value).toBe(HOLDER.id);
  });
});

describe('the page', () => {
  it('shows its cards while it is loading', async () => {
    openPart(<TokensPage title="Tokens" config={recordedConfig} />, { server: tokensServer({ 'GET /api/tpp/psu': hold }), user: DEVELOPER });
    expect(within(screen.getByRole('region', { name: 'Test customer' })).getByRole('status').textContent).toBe('Loading the test customers');
    expect(screen.getByRole('region', { name: 'Access token' })).toBeTruthy();
    await settle();
  });
  it.each([
    ['signed out', signedOut()],
    ['found to be somebody else', userFound({ userId: 'subject-2', userName: 'ona@lumen.example' })],
  ])('shows nothing of the previous developer once they are %s', async (_what, action) => {
    const { server, dispatch } = await open();
    expect(screen.getByText(TOKEN)).toBeTruthy();
    server.on('GET /api/tpp/psu', hold);
    act(() => void dispatch(action));
    expect(screen.queryByText(TOKEN)).toBeNull();
    expect(document.body.textContent).not.toContain(HOLDER.customer.surname);
  });
});

describe('the accounts', () => {
  it('are read with the customer’s token and listed by IBAN, currency and name', async () => {
    const { server } = await open();
    expect(server.calls.find(({ call }) => call === ACCOUNT_LIST)?.headers.get('authorization')).toBe(`Bearer ${TOKEN}`);
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['IBAN', 'Currency', 'Name']);
    expect(shownAccounts()).toEqual(ACCOUNTS.map(({ iban, currency, name }) => `${iban}${currency}${name}`));
  });
  it('offer to renew an expired token in place, without logging the developer out', async () => {
    const { server, onLoggedOut } = await open(tokensServer({ [ACCOUNT_LIST]: () => reply({ tppMessages: [] }, 401) }));
    expect(screen.getByRole('region', { name: 'Accounts' }).textContent).toContain('Token expired.');
    expect(onLoggedOut).not.toHaveBeenCalled();
    server.on(RENEW, [{ ...HOLDER, access_token: 'token-holder-2', expiresAt: '2026-11-20T14:00:00Z' }]);
    server.on(ACCOUNT_LIST, { accounts: ACCOUNTS });
    await press('Renew');
    await settle();
    expect(shownAccounts()).toHaveLength(ACCOUNTS.length);
  });
  it('are reported as missing when there are none', async () => {
    await open(tokensServer({ [ACCOUNT_LIST]: { accounts: [] } }));
    expect(screen.getByText('This customer has no accounts.')).toBeTruthy();
  });
});

describe('the access token', () => {
  it('is shown with its expiry date and the time left, and is copied exactly', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await open();
    expect(screen.getByText(TOKEN)).toBeTruthy();
    expect(shown('Expiry date')).toBe(formatDateTime(HOLDER.expiresAt ?? '', 'en', browserTimeZone()));
    expect(shown('Left')).toBe('58 min');
    await press('Copy access token');
    expect(writeText).toHaveBeenCalledWith(TOKEN);
  });
  it('is renewed with the first item of the answer', async () => {
    const { server } = await open(
      tokensServer({ [RENEW]: [{ ...HOLDER, access_token: 'token-holder-2', expiresAt: '2026-11-20T14:00:00Z' }, OTHER] }),
    );
    await press('Renew token');
    expect(server.count(RENEW)).toBe(1);
    expect(screen.getByText('token-holder-2')).toBeTruthy();
    expect(screen.queryByText(TOKEN)).toBeNull();
  });
  it('is shown as expired after its expiry date', async () => {
    await open(tokensServer({ 'GET /api/tpp/psu': [{ ...HOLDER, expiresAt: new Date(NOW).toISOString() }] }));
    expect(screen.getByText('Token expired.')).toBeTruthy();
    expect(shown('Left')).toBe('Expired');
  });
  it('is kept, with the reason, when the renewal fails', async () => {
    await open(tokensServer({ [RENEW]: () => refuse(503, 'UNAVAILABLE', 'Not now.') }));
    await press('Renew token');
    expect(screen.getByRole('alert').textContent).toContain('Not now.');
    expect(screen.getByText(TOKEN)).toBeTruthy();
  });
  it.each([
    [0, undefined],
    [-5, undefined],
    [40, '40 s'],
    [60, '1 min'],
    [3480, '58 min'],
    [3600, '1 h'],
    [3900, '1 h 5 min'],
  ])('with %i seconds left says %s', (seconds, text) => {
    expect(timeLeftText(new Date(NOW + seconds * 1000).toISOString(), NOW)).toBe(text);
  });
});

describe('the reset of sandbox data', () => {
  it('asks for a confirmation', async () => {
    const { server } = await open();
    await press('Reset sandbox data');
    expect(screen.getByRole('group', { name: `Reset the data of ${fullName(HOLDER)}?` })).toBeTruthy();
    await press('Cancel');
    expect(server.count(RESET)).toBe(0);
  });
  it('sends the customer’s token and reports its success', async () => {
    const { server } = await open();
    await press('Reset sandbox data');
    await press('Reset');
    expect(server.calls.find(({ call }) => call === RESET)?.headers.get('authorization')).toBe(`Bearer ${TOKEN}`);
    expect(screen.getByText('Sandbox data is reset.')).toBeTruthy();
    expect(screen.queryByRole('group', { name: /Reset the data/ })).toBeNull();
  });
  it('stays open with the reason after a refusal, without logging the developer out', async () => {
    const { onLoggedOut } = await open(tokensServer({ [RESET]: () => refuse(401, 'TOKEN_EXPIRED', 'The token ran out.') }));
    await press('Reset sandbox data');
    await press('Reset');
    expect(within(screen.getByRole('group', { name: /Reset the data/ })).getByText('The token ran out.')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('The token ran out.');
    expect(onLoggedOut).not.toHaveBeenCalled();
  });
  it('exists only with the sandbox bank, like the rest of the sandbox', async () => {
    await open(tokensServer(), false);
    expect(screen.queryByRole('button', { name: 'Reset sandbox data' })).toBeNull();
    expect(screen.queryByText('Your sandbox')).toBeNull();
  });
});

describe('the sample calls', () => {
  const code = () => document.querySelector('[role=tabpanel]')?.textContent ?? '';
  it('begin with the accounts call and the real token', async () => {
    await open();
    expect(code()).toContain(`Authorization: Bearer ${TOKEN}`);
    expect(code()).toContain(`${recordedConfig.apiBase}/v1/account-list`);
  });
  it.each([
    ['OAuth version 1', '/v1/am/oauth2/authorize', '/v1/openam/oauth2/access_token'],
    ['OAuth version 2', '/v2/am/realms/psd2/protocol/openid-connect/auth', '/v2/openam/token'],
  ])('of %s have two steps', async (tab, first, second) => {
    await open();
    fireEvent.click(screen.getByRole('tab', { name: tab }));
    expect(code()).toContain(recordedConfig.apiBase + first);
    expect(code()).toContain(recordedConfig.apiBase + second);
    expect(code()).toContain(APPLICATION.clientId);
  });
  it('mask the client secret until it is shown, but copy the real one', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await open(tokensServer({ 'POST /api/tpp/secret/reveal': { clientSecret: 'secret-1' } }));
    fireEvent.click(screen.getByRole('tab', { name: 'OAuth version 2' }));
    expect(code()).not.toContain('secret-1');
    await pressOne('Copy code', 1);
    expect(writeText.mock.calls[0]?.[0]).toContain('"client_secret":"secret-1"');
    await press('Show client secret');
    expect(code()).toContain('secret-1');
  });
  it('can be selected with arrow keys', async () => {
    await open();
    fireEvent.keyDown(screen.getByRole('tab', { name: 'Accounts' }), { key: 'ArrowRight' });
    expect(screen.getByRole('tab', { name: 'OAuth version 1' }).getAttribute('aria-selected')).toBe('true');
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'OAuth version 1' }));
  });
});
