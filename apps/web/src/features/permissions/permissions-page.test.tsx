import type { Permission } from '@portico/contract';
import recordedVisit from '@portico/contract/recorded/bank-visit';
import recordedOne from '@portico/contract/recorded/permission';
import recordedList from '@portico/contract/recorded/permission-list';
import recordedSignedOut from '@portico/contract/recorded/permission-signed-out';
import recordedUnknown from '@portico/contract/recorded/permission-unknown';
import recordedWithdrawn from '@portico/contract/recorded/permission-withdrawn';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createApiClient } from '../../shared/api/api-client.ts';
import { createFakeServer, type FakeServer, hold, refuse, replay, reply } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { doorCatalogue } from '../../shared/bank-pages/messages.ts';
import { activateLocale, createI18n } from '../../shared/i18n/catalogues.ts';
import { I18nProvider } from '../../shared/i18n/i18n-provider.tsx';
import { sharedCatalogue } from '../../shared/i18n/shared-catalogue.ts';
import { leavePage } from '../../shared/page/leave-page.ts';
import { setPageVisibility } from '../../shared/page/page-visibility.ts';
import { permissionsCatalogue } from './messages.ts';
import { PermissionsPage } from './permissions-page.tsx';
import { answerOf, chosen, everything, listOf, statement, VISIT, withdrawn } from './testing/permissions-fixtures.ts';

vi.mock('../../shared/page/leave-page.ts', () => ({ leavePage: vi.fn() }));

const LIST = 'GET /bank/permissions/given';
const ONE = `${LIST}/cns_1`;
const WITHDRAW = 'POST /bank/permissions/given/cns_1/withdrawal';
const SESSION = 'GET /bank/session';
const signedOut = () => refuse(410, 'SIGN_IN_UNKNOWN', 'Sign in again.');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  setPageVisibility('visible');
  vi.clearAllMocks();
  vi.useRealTimers();
});

async function pass(ms: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
}

async function show(server: FakeServer, permissionId?: string, query = ''): Promise<void> {
  const i18n = createI18n();
  await activateLocale(i18n, 'en', [sharedCatalogue, doorCatalogue, permissionsCatalogue]);
  const bases = { api: '/api', content: '/content', identity: '/identity', root: '' };
  const ignore = () => undefined;
  const api = createApiClient({ bases, subject: () => null, onLoggedOut: ignore, onTerminated: ignore, fetch: server.fetch });
  render(
    <I18nProvider i18n={i18n}>
      <PermissionsPage permissionId={permissionId} query={query} api={api} config={recordedConfig} />
    </I18nProvider>,
  );
  await pass(0);
}

async function showList(list: object, query = ''): Promise<FakeServer> {
  const server = createFakeServer({ [LIST]: list, [SESSION]: VISIT, 'POST /bank/session': VISIT });
  await show(server, undefined, query);
  return server;
}

async function showOne(permission: Permission = everything): Promise<FakeServer> {
  const server = createFakeServer({ [`${LIST}/${permission.permissionId}`]: answerOf(permission), [SESSION]: VISIT, 'POST /bank/session': VISIT });
  await show(server, permission.permissionId);
  return server;
}

const lines = () => within(screen.getByRole('main')).getAllByRole('listitem');
const said = (text: string | RegExp) => expect(screen.getByText(text)).toBeDefined();

async function press(name: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(0);
}

/** As far as the button that ends it, which can be pressed. */
async function confirm(server: FakeServer): Promise<FakeServer> {
  await press('Withdraw');
  await pass(500);
  return server;
}

describe('the list', () => {
  test('names of each permission provider, application, data, accounts, its last day and its last use', async () => {
    await showList(listOf([everything, chosen, statement]));
    const [first, second, third] = lines();
    for (const part of [
      'Lumen Books OÜ',
      'Application Lumen Books online',
      'Account details · Balances · Transactions',
      'Liis Näidis · All accounts, also those opened later',
      'Valid until May 19, 2027',
      'Last used November 21, 2026 at 08:30 EET',
    ])
      expect(first?.textContent).toContain(part);
    expect(first?.querySelector('a')?.getAttribute('href')).toBe('/bank/permissions/cns_1');
    expect(second?.textContent).toContain('2 accounts');
    expect(third?.textContent).toMatch(/Statement of transactions · Jan 1\s–\sJun 30, 2026/);
    expect(third?.textContent).toContain('Can be read until November 20, 2026 at 14:22 EET');
  });

  test.each([
    ['', 'No provider can read your accounts.'],
    ['?view=past', 'Nothing has ended yet.'],
    ['?search=nobody', 'Nothing was found.'],
  ])('that is empty says how it fills: %j', async (query, title) => {
    await showList(listOf([]), query);
    said(title);
  });

  test('asks for what stands in its address, and nothing else', async () => {
    const server = await showList(listOf([]), '?view=past&search=lumen%20books&view=x&after=1');
    expect(server.calls[0]?.url).toBe('/bank/permissions/given?view=past&search=lumen+books');
    expect(screen.getByRole('link', { name: 'In force' }).getAttribute('href')).toBe('/bank/permissions?search=lumen+books');
    expect(screen.getByRole('link', { name: 'Show all again' }).getAttribute('href')).toBe('/bank/permissions?view=past');
    expect(screen.getByRole('link', { name: 'History' }).getAttribute('aria-current')).toBe('true');
  });

  test('that is short offers no search; one that is longer than an answer does', async () => {
    await showList(listOf([everything]));
    expect(screen.queryByRole('search')).toBeNull();
    cleanup();
    await showList(listOf([everything], { next: '1' }));
    expect(screen.getByRole('searchbox', { name: 'Provider or account number' })).toBeDefined();
  });

  test('grows page by page, and does not shrink when it is read again', async () => {
    const page = (after: string | null) =>
      after === null ? listOf([everything], { next: '1' }) : listOf([{ ...everything, permissionId: 'cns_0', tppName: 'Northlight Studio' }]);
    const server = createFakeServer({ [LIST]: ({ url }) => reply(page(new URLSearchParams(url.split('?')[1]).get('after'))), [SESSION]: VISIT });
    await show(server);
    await press('Show more');
    expect(lines().map((line) => /^(Lumen|Northlight)/.exec(line.textContent)?.[0])).toEqual(['Lumen', 'Northlight']);
    setPageVisibility('hidden');
    await pass(3000);
    setPageVisibility('visible');
    await pass(0);
    expect([lines().length, server.count(LIST)]).toEqual([2, 4]);
  });

  test('says how and when what is past ended', async () => {
    const ended = (how: NonNullable<Permission['end']>['how'], more: object = {}) => ({
      ...withdrawn,
      permissionId: how,
      end: { how, on: '2026-11-21', ...more },
    });
    await showList(listOf([withdrawn, ended('expired'), ended('replaced'), ended('withdrawn', { by: 'Kaur Kaasallkiri' })]), '?view=past');
    expect(lines()[0]?.textContent).toContain('You withdrew it · November 21, 2026 at 09:00 EET');
    expect(lines()[1]?.textContent).toContain('Its last day is over · November 21, 2026');
    expect(lines()[2]?.textContent).toContain('A newer permission took its place');
    expect(lines()[3]?.textContent).toContain('Kaur Kaasallkiri withdrew it');
  });

  test('that does not arrive says so with its request, and is read again', async () => {
    const server = createFakeServer({ [LIST]: () => refuse(500, 'INTERNAL_ERROR', 'secret'), [SESSION]: VISIT });
    await show(server);
    said('Oops, something went wrong!');
    said('request-1');
    expect(document.body.textContent).not.toContain('secret');
    server.on(LIST, listOf([everything]));
    await press('Try again');
    expect(lines()).toHaveLength(1);
  });
});

describe('what the server answers', () => {
  const recorded = () =>
    createFakeServer({
      [LIST]: replay(recordedList),
      [ONE]: replay(recordedOne),
      [WITHDRAW]: replay(recordedWithdrawn),
      [SESSION]: { ...recordedVisit.body, secondsLeft: 300 },
    });

  test('is a list, one of it, and its end', async () => {
    await show(recorded());
    expect(lines()[0]?.textContent).toContain('Lumen Books OÜ (demo)');
    expect(lines()[0]?.textContent).toContain('Ona Pavyzdytė · 1 account');
    cleanup();
    const server = recorded();
    await show(server, 'cns_1');
    said('You chose these at the bank');
    await confirm(server);
    await press('Withdraw');
    said('Permission withdrawn');
  });

  test('to what is nobody’s and to nobody leads on', async () => {
    await show(createFakeServer({ [ONE]: replay(recordedUnknown) }), 'cns_1');
    said('There is no such permission of yours');
    cleanup();
    await show(createFakeServer({ [LIST]: replay(recordedSignedOut) }));
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeDefined();
  });
});

describe('without a sign-in', () => {
  test('the page asks for the country and comes back to where it was', async () => {
    const server = createFakeServer({ [ONE]: signedOut, 'POST /bank/sign-in': { location: '/bank/sign-in/sgi_1' } });
    await show(server, 'cns_1');
    fireEvent.click(screen.getByRole('radio', { name: 'Lithuania' }));
    await press('Sign in');
    expect(server.calls.at(-1)?.body).toMatchObject({ bankCountry: 'lt', returnTo: '/bank/permissions/cns_1' });
    expect(leavePage).toHaveBeenCalledWith('/bank/sign-in/sgi_1');
    expect(screen.queryByText(/You are no longer signed in/)).toBeNull();
  });

  test('after the session ended at the bank the page says so by itself, and shows nothing of it any more', async () => {
    const server = await showList(listOf([everything]));
    server.on(SESSION, signedOut);
    await pass(245_000);
    said(/You are no longer signed in/);
    expect(document.body.textContent).not.toContain('Lumen Books');
  });

  test('a minute before, the page says so, and one press stays', async () => {
    const server = await showList(listOf([everything]));
    server.on(SESSION, { ...VISIT, secondsLeft: 59 });
    await pass(245_000);
    said(/In less than a minute you will be signed out/);
    await press('Stay signed in');
    expect(server.count('POST /bank/session')).toBe(1);
    expect(screen.queryByText(/In less than a minute/)).toBeNull();
  });

  test('after half an hour nothing stays, and the page offers nothing that would not help', async () => {
    const server = await showList(listOf([everything]));
    server.on(SESSION, { ...VISIT, secondsLeft: 50 });
    server.on('POST /bank/session', { ...VISIT, secondsLeft: 45 });
    await pass(245_000);
    await press('Stay signed in');
    said(/You have been signed in for half an hour/);
    expect(screen.queryByRole('button', { name: 'Stay signed in' })).toBeNull();
  });

  test('keys keep the session awake, at most once in half a minute; a lost answer ends nothing', async () => {
    const server = await showList(listOf([everything]));
    server.on(SESSION, () => refuse(503, 'UNAVAILABLE', 'Wait.'));
    for (let seconds = 0; seconds < 60; seconds += 5) {
      fireEvent.keyDown(document.body, { key: 'Tab' });
      await pass(5000);
    }
    expect(server.count('POST /bank/session')).toBe(1);
    await pass(240_000);
    expect(lines()).toHaveLength(1);
  });

  test('signing out leaves nothing on the page', async () => {
    const server = await showList(listOf([everything]));
    server.on('DELETE /bank/session', () => reply(undefined, 204));
    await press('Sign out');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Sign in to/);
    expect(document.body.textContent).not.toContain('Lumen Books');
  });
});

describe('one permission', () => {
  test('says everything about it', async () => {
    await showOne();
    for (const text of ['Everyday account · EUR', 'May 19, 2027', 'November 20, 2026 at 14:07 EET', '3 readings in the last 30 days', 'cns_1'])
      said(text);
    said('4 times a day without you, and whenever you are there');
  });

  test('says of each account what may be read, where it differs, and that one was closed', async () => {
    await showOne(chosen);
    const accounts = lines().map(({ textContent }) => textContent);
    expect(accounts[0]).toMatch(/^Everyday account · EUR.*Account details · Balances · Transactions$/);
    expect(accounts[1]).toMatch(/^Closed account · EUR.*Account details · Balances$/);
    said('For one reading');
  });

  test.each([
    ['a statement', statement, /ends by itself within a quarter of an hour/],
    ['what nobody signed', { ...everything, state: 'asked', isWithdrawable: false } as const, /Nobody has signed it/],
    ['what has ended', withdrawn, 'You withdrew it'],
  ])('cannot be withdrawn when it is %s', async (_what, permission, why) => {
    await showOne(permission);
    said(why);
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  });

  test('that is unknown or somebody else’s leads back to the list', async () => {
    await show(createFakeServer({ [ONE]: () => refuse(404, 'NOT_FOUND', 'No.') }), 'cns_1');
    said('There is no such permission of yours');
    expect(screen.getByRole('link', { name: 'All permissions' }).getAttribute('href')).toBe('/bank/permissions');
  });
});

describe('withdrawing', () => {
  test('says what it means before it is done, and that nothing brings it back', async () => {
    const server = await confirm(await showOne());
    said('Lumen Books OÜ can read nothing more from this moment on. A reading that runs now ends without an answer.');
    said('This cannot be undone. To give it again, start anew at the provider.');
    expect(server.count(WITHDRAW)).toBe(0);
    await press('Keep it');
    expect(screen.getByRole('button', { name: 'Withdraw' })).toBeDefined();
  });

  test('says of a company’s that it is withdrawn for the company, and that the others see it', async () => {
    await confirm(await showOne({ ...everything, accountHolder: 'Näidis Puidutöökoda OÜ', representative: 'Tõnu Näidis' }));
    said(/You withdraw it for the company, alone/);
  });

  test('is sent once, however often the button is pressed, and not before it could be seen', async () => {
    const server = await showOne();
    server.on(WITHDRAW, hold);
    await press('Withdraw');
    await press('Withdraw');
    expect(server.count(WITHDRAW)).toBe(0);
    await pass(500);
    await press('Withdraw');
    await press('Withdrawing');
    expect(server.count(WITHDRAW)).toBe(1);
  });

  test('is done when the server says so', async () => {
    const server = await confirm(await showOne());
    server.on(WITHDRAW, answerOf(withdrawn));
    await press('Withdraw');
    expect(screen.getByRole('heading', { name: 'Permission withdrawn' })).toBe(document.activeElement);
    server.on(SESSION, signedOut);
    await pass(600_000);
    said('Permission withdrawn');
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  });

  test('of what the provider ended first says who did', async () => {
    const server = await confirm(await showOne());
    server.on(WITHDRAW, answerOf({ ...withdrawn, end: { how: 'provider', on: '2026-11-21' } }));
    await press('Withdraw');
    said('This permission had already ended');
    said('The provider ended it');
  });

  test('that does not arrive can be sent again from where it was', async () => {
    const server = await confirm(await showOne());
    server.on(WITHDRAW, () => refuse(503, 'UNAVAILABLE', 'Wait.'));
    await press('Withdraw');
    expect(screen.getByRole('alert')).toBeDefined();
    server.on(WITHDRAW, answerOf(withdrawn));
    await press('Withdraw');
    said('Permission withdrawn');
  });

  test('after the session ended asks to sign in, and comes back to this permission', async () => {
    const server = await confirm(await showOne());
    server.on(WITHDRAW, signedOut);
    await press('Withdraw');
    said(/You are no longer signed in/);
  });

  test('in another tab or at the provider is seen here on the way back, and a confirmation that is open closes', async () => {
    const server = await confirm(await showOne());
    server.on(ONE, answerOf(withdrawn));
    setPageVisibility('hidden');
    await pass(3000);
    setPageVisibility('visible');
    await pass(0);
    said('This permission has ended meanwhile.');
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  });
});
