import type { Permission } from '@portico/contract';
import recordedVisit from '@portico/contract/recorded/bank-visit';
import recordedOne from '@portico/contract/recorded/permission';
import recordedList from '@portico/contract/recorded/permission-list';
import recordedReadings from '@portico/contract/recorded/permission-readings';
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
import { saveBlob } from '../../shared/page/save-blob.ts';
import { permissionsCatalogue } from './messages.ts';
import { PermissionsPage } from './permissions-page.tsx';
import { answerOf, chosen, everything, listOf, READINGS, readingsOf, statement, VISIT, withdrawn } from './testing/permissions-fixtures.ts';

vi.mock('../../shared/page/save-blob.ts', () => ({ saveBlob: vi.fn() }));
vi.mock('../../shared/page/leave-page.ts', () => ({ leavePage: vi.fn() }));

const LIST = 'GET /bank/permissions/given';
const ONE = `${LIST}/cns_1`;
const READ = `${ONE}/readings`;
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
  const server = createFakeServer({
    [`${LIST}/${permission.permissionId}`]: answerOf(permission),
    [`${LIST}/${permission.permissionId}/readings`]: readingsOf([]),
    [SESSION]: VISIT,
    'POST /bank/session': VISIT,
  });
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
  test('shows provider, application, data, accounts, last day and last use of each permission', async () => {
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

  test('links to the PDF of all permissions in the language of the page, unless there are none', async () => {
    await showList(listOf([everything]));
    expect(screen.getByRole('link', { name: 'Save all as PDF' }).getAttribute('href')).toBe('/bank/permissions/given/pdf?language=en');
    cleanup();
    await showList(listOf([]));
    expect(screen.queryByRole('link', { name: 'Save all as PDF' })).toBeNull();
  });

  test.each([
    ['', 'No provider can read your accounts.'],
    ['?view=past', 'Nothing has ended yet.'],
    ['?search=nobody', 'Nothing was found.'],
  ])('says why it is empty for the query %j', async (query, title) => {
    await showList(listOf([]), query);
    said(title);
  });

  test('sends view and search from its address, and no other parameter', async () => {
    const server = await showList(listOf([]), '?view=past&search=lumen%20books&view=x&after=1');
    expect(server.calls[0]?.url).toBe('/bank/permissions/given?view=past&search=lumen+books');
    expect(screen.getByRole('link', { name: 'In force' }).getAttribute('href')).toBe('/bank/permissions?search=lumen+books');
    expect(screen.getByRole('link', { name: 'Show all again' }).getAttribute('href')).toBe('/bank/permissions?view=past');
    expect(screen.getByRole('link', { name: 'History' }).getAttribute('aria-current')).toBe('true');
  });

  test('offers a search only when it has more than one page', async () => {
    await showList(listOf([everything]));
    expect(screen.queryByRole('search')).toBeNull();
    cleanup();
    await showList(listOf([everything], { next: '1' }));
    expect(screen.getByRole('searchbox', { name: 'Provider or account number' })).toBeDefined();
  });

  test('loads more pages, and keeps them when it is refreshed', async () => {
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

  test('shows how and when past permissions ended', async () => {
    const ended = (how: NonNullable<Permission['end']>['how'], more: object = {}) => ({
      ...withdrawn,
      permissionId: how,
      end: { how, on: '2026-11-21', ...more },
    });
    await showList(listOf([withdrawn, ended('expired'), ended('replaced'), ended('withdrawn', { by: 'Kaur Kaasallkiri' })]), '?view=past');
    expect(lines()[0]?.textContent).toContain('You withdrew it · November 21, 2026 at 09:00 EET');
    expect(lines()[1]?.textContent).toContain('It has expired · November 21, 2026');
    expect(lines()[2]?.textContent).toContain('A newer permission took its place');
    expect(lines()[3]?.textContent).toContain('Kaur Kaasallkiri withdrew it');
  });

  test('shows the request id when it cannot be loaded, and loads on Try again', async () => {
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

describe('recorded answers of the server', () => {
  const recorded = () =>
    createFakeServer({
      [LIST]: replay(recordedList),
      [ONE]: replay(recordedOne),
      [WITHDRAW]: replay(recordedWithdrawn),
      [READ]: replay(recordedReadings),
      [SESSION]: { ...recordedVisit.body, secondsLeft: 300 },
    });

  test('fill the list, one permission and its withdrawal', async () => {
    await show(recorded());
    expect(lines()[0]?.textContent).toContain('Lumen Books OÜ (demo)');
    expect(lines()[0]?.textContent).toContain('Ona Pavyzdytė · 1 account');
    cleanup();
    const server = recorded();
    await show(server, 'cns_1');
    said('You chose these at the bank');
    expect(screen.getByRole('region', { name: 'What was read' }).textContent).toContain('List of accountsonce without you');
    await confirm(server);
    await press('Withdraw');
    said('Permission withdrawn');
  });

  test('show an unknown permission, and the sign-in without a session', async () => {
    await show(createFakeServer({ [ONE]: replay(recordedUnknown) }), 'cns_1');
    said('There is no such permission of yours');
    cleanup();
    await show(createFakeServer({ [LIST]: replay(recordedSignedOut) }));
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeDefined();
  });
});

describe('without a sign-in', () => {
  test('the page asks for the country and returns to its address after the sign-in', async () => {
    const server = createFakeServer({ [ONE]: signedOut, 'POST /bank/sign-in': { location: '/bank/sign-in/sgi_1' } });
    await show(server, 'cns_1');
    fireEvent.click(screen.getByRole('radio', { name: 'Lithuania' }));
    await press('Sign in');
    expect(server.calls.at(-1)?.body).toMatchObject({ bankCountry: 'lt', returnTo: '/bank/permissions/cns_1' });
    expect(leavePage).toHaveBeenCalledWith('/bank/sign-in/sgi_1');
    expect(screen.queryByText(/You are no longer signed in/)).toBeNull();
  });

  test('the page clears its data and says so when the session ends at the bank', async () => {
    const server = await showList(listOf([everything]));
    server.on(SESSION, signedOut);
    await pass(245_000);
    said(/You are no longer signed in/);
    expect(document.body.textContent).not.toContain('Lumen Books');
  });

  test('the page warns a minute before the session ends, and one press extends the session', async () => {
    const server = await showList(listOf([everything]));
    server.on(SESSION, { ...VISIT, secondsLeft: 59 });
    await pass(245_000);
    said(/In less than a minute you will be signed out/);
    await press('Stay signed in');
    expect(server.count('POST /bank/session')).toBe(1);
    expect(screen.queryByText(/In less than a minute/)).toBeNull();
  });

  test('the page offers no extension after half an hour', async () => {
    const server = await showList(listOf([everything]));
    server.on(SESSION, { ...VISIT, secondsLeft: 50 });
    server.on('POST /bank/session', { ...VISIT, secondsLeft: 45 });
    await pass(245_000);
    await press('Stay signed in');
    said(/You have been signed in for half an hour/);
    expect(screen.queryByRole('button', { name: 'Stay signed in' })).toBeNull();
  });

  test('keys extend the session, at most once in half a minute; a failed call does not end it', async () => {
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

  test('signing out clears the page', async () => {
    const server = await showList(listOf([everything]));
    server.on('DELETE /bank/session', () => reply(undefined, 204));
    await press('Sign out');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Sign in to/);
    expect(document.body.textContent).not.toContain('Lumen Books');
  });
});

describe('one permission', () => {
  test('shows all its details', async () => {
    await showOne();
    for (const text of ['Everyday account · EUR', 'May 19, 2027', 'November 20, 2026 at 14:07 EET', '3 readings in the last 30 days', 'cns_1'])
      said(text);
    said('4 times a day without you, and whenever you use the service yourself');
  });

  test('shows the data of each account where they differ, and marks a closed account', async () => {
    await showOne(chosen);
    const accounts = lines().map(({ textContent }) => textContent);
    expect(accounts[0]).toMatch(/^Everyday account · EUR.*Account details · Balances · Transactions$/);
    expect(accounts[1]).toMatch(/^Closed account · EUR.*Account details · Balances$/);
    said('For one reading');
  });

  test.each([
    ['a statement', statement, /can be read for a quarter of an hour after you sign/],
    ['what is not signed', { ...everything, state: 'asked', isWithdrawable: false } as const, /It is not signed/],
    ['what has ended', withdrawn, 'You withdrew it'],
  ])('cannot be withdrawn when it is %s, and says why', async (_what, permission, why) => {
    await showOne(permission);
    said(why);
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  });

  test('that is unknown or another customer’s says so and links to the list', async () => {
    await show(createFakeServer({ [ONE]: () => refuse(404, 'NOT_FOUND', 'No.') }), 'cns_1');
    said('There is no such permission of yours');
    expect(screen.getByRole('link', { name: 'All permissions' }).getAttribute('href')).toBe('/bank/permissions');
  });
});

describe('withdrawing', () => {
  test('explains its effect before it is confirmed, and can be abandoned', async () => {
    const server = await confirm(await showOne());
    said('From now on Lumen Books OÜ cannot read anything. A request that is running gets no answer.');
    said('This cannot be undone. To give access again, start at the provider.');
    expect(server.count(WITHDRAW)).toBe(0);
    await press('Keep it');
    expect(screen.getByRole('button', { name: 'Withdraw' })).toBeDefined();
  });

  test('for a company says that one representative withdraws it for the company', async () => {
    await confirm(await showOne({ ...everything, accountHolder: 'Näidis Puidutöökoda OÜ', representative: 'Tõnu Näidis' }));
    said(/You withdraw it for the company without a second signature/);
  });

  test('is sent once for several presses, and not within half a second of its button appearing', async () => {
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

  test('is confirmed after the server’s answer, and stays confirmed after the session ends', async () => {
    const server = await confirm(await showOne());
    server.on(WITHDRAW, answerOf(withdrawn));
    await press('Withdraw');
    expect(screen.getByRole('heading', { name: 'Permission withdrawn' })).toBe(document.activeElement);
    server.on(SESSION, signedOut);
    await pass(600_000);
    said('Permission withdrawn');
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  });

  test('of a permission that the provider ended first says so', async () => {
    const server = await confirm(await showOne());
    server.on(WITHDRAW, answerOf({ ...withdrawn, end: { how: 'provider', on: '2026-11-21' } }));
    await press('Withdraw');
    said('This permission had already ended');
    said('The provider ended it');
  });

  test('can be sent again after an error', async () => {
    const server = await confirm(await showOne());
    server.on(WITHDRAW, () => refuse(503, 'UNAVAILABLE', 'Wait.'));
    await press('Withdraw');
    expect(screen.getByRole('alert')).toBeDefined();
    server.on(WITHDRAW, answerOf(withdrawn));
    await press('Withdraw');
    said('Permission withdrawn');
  });

  test('asks for a sign-in when the session has ended', async () => {
    const server = await confirm(await showOne());
    server.on(WITHDRAW, signedOut);
    await press('Withdraw');
    said(/You are no longer signed in/);
  });

  test('in another tab or at the provider appears when the customer returns, and closes an open confirmation', async () => {
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

describe('what was read', () => {
  const region = () => screen.getByRole('region', { name: 'What was read' });
  const showReadings = async (answer: Parameters<FakeServer['on']>[1]) => {
    const server = await showOne();
    server.on(READ, answer);
    cleanup();
    await show(server, 'cns_1');
    return server;
  };

  test('is shown by day, with the account, and whether the customer was there', async () => {
    await showReadings(readingsOf(READINGS));
    const [first, second] = within(region()).getAllByRole('heading', { level: 3 });
    expect([first?.textContent, second?.textContent]).toEqual(['November 21, 2026', 'November 20, 2026']);
    const read = within(region())
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(read[0]).toMatch(/^BalancesEveryday account EE.*2 times without you · once with you · last at 08:30$/);
    expect(read[1]).toBe('List of accountsonce without you · last at 08:29');
    expect(read[2]).toBe('TransactionsClosed account 3 times with you · last at 14:10');
    expect(screen.queryByRole('button', { name: 'Show earlier days' })).toBeNull();
  });

  test('loads earlier days from the last day that is shown', async () => {
    const server = await showReadings(readingsOf(READINGS.slice(0, 2), '2026-11-21'));
    server.on(READ, readingsOf(READINGS.slice(2)));
    await press('Show earlier days');
    expect(server.calls.at(-1)?.url).toBe('/bank/permissions/given/cns_1/readings?before=2026-11-21');
    expect(within(region()).getAllByRole('heading', { level: 3 })).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Show earlier days' })).toBeNull();
  });

  test('says so when there was nothing', async () => {
    await showOne();
    expect(region().textContent).toContain('Nothing was read with this permission in the last 400 days.');
  });

  test('says so when it cannot be loaded, leaves the permission on the page, and loads on Try again', async () => {
    const server = await showReadings(() => refuse(503, 'UNAVAILABLE', 'Wait.'));
    said('What was read cannot be shown at the moment.');
    expect(screen.getByRole('button', { name: 'Withdraw' })).toBeDefined();
    server.on(READ, readingsOf(READINGS));
    await press('Try again');
    expect(within(region()).getAllByRole('listitem')).toHaveLength(3);
  });

  test('is saved whole as a file for a spreadsheet, in which no name becomes a formula', async () => {
    const saved: [Blob, string][] = [];
    vi.mocked(saveBlob).mockImplementation((bytes, name) => void saved.push([bytes, name]));
    const server = await showReadings(readingsOf(READINGS.slice(0, 2), '2026-11-21'));
    server.on(ONE, answerOf({ ...everything, tppName: '=SUM(A1)' }));
    server.on(READ, ({ url }: { url: string }) =>
      reply(url.includes('before=2026-11-21') ? readingsOf(READINGS.slice(2)) : readingsOf(READINGS.slice(0, 2), '2026-11-21')),
    );
    cleanup();
    await show(server, 'cns_1');
    await press('Save as CSV');
    const [[file, name] = []] = saved;
    expect(name).toBe('cns_1.csv');
    const lines = (await file?.text())?.split('\r\n') ?? [];
    expect(lines).toHaveLength(5);
    expect(lines[0]).toContain('Reference,Provider,Account holder,Day,Data,Account,IBAN,With you,Without you,Last time');
    expect(lines[1]).toBe("cns_1,'=SUM(A1),Liis Näidis,2026-11-21,Balances,Everyday account,EE731010220106546000,1,2,08:30");
    expect(lines[3]).toBe("cns_1,'=SUM(A1),Liis Näidis,2026-11-20,Transactions,,,3,0,14:10");
  });

  test('says so when the file cannot be made, and nothing is saved', async () => {
    const server = await showReadings(readingsOf(READINGS, '2026-11-20'));
    server.on(READ, () => refuse(503, 'UNAVAILABLE', 'Wait.'));
    await press('Save as CSV');
    said('What was read cannot be shown at the moment.');
    expect(saveBlob).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Save as CSV' })).toBeDefined();
  });

  test.each([
    ['a statement', statement],
    ['a permission that nobody signed', { ...everything, state: 'asked', givenAt: undefined, isWithdrawable: false } as unknown as Permission],
  ])('is neither loaded nor shown for %s', async (_what, permission) => {
    const server = await showOne(permission);
    expect(screen.queryByRole('region', { name: 'What was read' })).toBeNull();
    expect(server.count(`GET /bank/permissions/given/${permission.permissionId}/readings`)).toBe(0);
  });
});

describe('a permission', () => {
  test('links to the one that it replaced, and to the one that replaced it', async () => {
    await showOne({ ...everything, replaces: { permissionId: 'cns_0', givenAt: '2026-08-20T12:07:00.000Z' } });
    const older = screen.getByRole('link', { name: 'The permission of August 20, 2026 at 15:07 EEST' });
    expect(older.getAttribute('href')).toBe('/bank/permissions/cns_0');
    cleanup();
    await showOne({ ...withdrawn, end: { how: 'replaced', on: '2026-11-21', replacedBy: 'cns_9' } });
    expect(screen.getByRole('link', { name: 'The newer permission' }).getAttribute('href')).toBe('/bank/permissions/cns_9');
  });

  test('names who gave it for a company, and how far back transactions go', async () => {
    await showOne({ ...everything, accountHolder: 'Näidis Puidutöökoda OÜ', representative: 'Tõnu Näidis' });
    expect(screen.getByText('Given by').parentElement?.textContent).toContain('Tõnu Näidis');
    expect(screen.getByText('How far back').parentElement?.textContent).toContain('Transactions of the last 90 days');
    cleanup();
    await showOne({ ...everything, hasTransactions: false });
    expect(screen.queryByText('How far back')).toBeNull();
  });
});

describe('withdrawing all', () => {
  const other = { ...everything, permissionId: 'cns_2', tppName: 'Sparschwein UAB', tppApplicationName: 'Sparschwein UAB' };
  const WITHDRAW_OTHER = 'POST /bank/permissions/given/cns_2/withdrawal';
  const openAll = async (permissions: readonly Permission[] = [everything, other, statement]): Promise<FakeServer> => {
    const server = createFakeServer({ [LIST]: listOf(permissions), [SESSION]: VISIT });
    await show(server, 'withdraw-all');
    server.on(WITHDRAW, answerOf(withdrawn));
    server.on(WITHDRAW_OTHER, answerOf({ ...withdrawn, permissionId: 'cns_2' }));
    return server;
  };
  const start = async () => {
    await pass(500);
    await press('Withdraw all');
  };

  test('is offered where two or more are in force, and not in the history or among found ones', async () => {
    await showList(listOf([everything, other]));
    expect(screen.getByRole('link', { name: 'Withdraw all' }).getAttribute('href')).toBe('/bank/permissions/withdraw-all');
    for (const [list, query] of [
      [[everything, statement], ''],
      [[withdrawn, { ...withdrawn, permissionId: 'cns_2' }], '?view=past'],
      [[everything, other], '?search=l'],
    ] as const) {
      cleanup();
      await showList(listOf(list), query);
      expect(screen.queryByRole('link', { name: 'Withdraw all' })).toBeNull();
    }
  });

  test('names each permission of every page and what it means, and nothing is withdrawn before the button is pressed', async () => {
    const server = createFakeServer({ [LIST]: listOf([everything], { next: '1' }), [SESSION]: VISIT });
    server.on(LIST, (request: { url: string }) =>
      reply(request.url.includes('after=1') ? listOf([other, statement]) : listOf([everything], { next: '1' })),
    );
    await show(server, 'withdraw-all');
    said('Withdraw all 2 permissions?');
    said('Lumen Books OÜ');
    said('Sparschwein UAB');
    said('This cannot be undone. To give access again, start at the provider.');
    said(/A statement of transactions cannot be withdrawn/);
    expect(server.count(WITHDRAW)).toBe(0);
    expect(screen.getByRole('link', { name: 'Keep them' }).getAttribute('href')).toBe('/bank/permissions');
  });

  test('sends each once, says how far it is, and confirms the number', async () => {
    const server = await openAll();
    server.on(WITHDRAW_OTHER, hold);
    await press('Withdraw all');
    expect(server.count(WITHDRAW)).toBe(0);
    await start();
    said('Withdrawn: 1 of 2');
    expect(server.count(WITHDRAW)).toBe(1);
    cleanup();
    const whole = await openAll();
    await start();
    expect(screen.getByRole('heading', { name: '2 permissions withdrawn' })).toBe(document.activeElement);
    expect([whole.count(WITHDRAW), whole.count(WITHDRAW_OTHER)]).toEqual([1, 1]);
  });

  test.each([
    ['the provider', { how: 'provider', on: '2026-11-21' }],
    ['a newer permission', { how: 'replaced', on: '2026-11-21' }],
    ['another person of the company', { how: 'withdrawn', on: '2026-11-21', at: '2026-11-21T07:00:00.000Z', by: 'Tõnu Näidis' }],
  ] as const)('does not count a permission that %s ended meanwhile', async (_who, end) => {
    const server = await openAll();
    server.on(WITHDRAW, answerOf({ ...withdrawn, end }));
    await start();
    said('1 permission withdrawn');
    expect([server.count(WITHDRAW), server.count(WITHDRAW_OTHER)]).toEqual([1, 1]);
  });

  test('that stops halfway says what was withdrawn and what is still in force, and goes on from there', async () => {
    const server = await openAll();
    server.on(WITHDRAW_OTHER, () => refuse(503, 'UNAVAILABLE', 'Wait.'));
    await start();
    expect(screen.getByRole('alert').textContent).toContain('Withdrawn so far: 1 of 2. Those listed here are still in force.');
    expect(screen.queryByText('Lumen Books OÜ')).toBeNull();
    said('Sparschwein UAB');
    server.on(WITHDRAW_OTHER, answerOf({ ...withdrawn, permissionId: 'cns_2' }));
    await start();
    said('2 permissions withdrawn');
    expect([server.count(WITHDRAW), server.count(WITHDRAW_OTHER)]).toEqual([1, 2]);
  });

  test('asks for a sign-in when the session has ended, and returns to the confirmation', async () => {
    const server = await openAll();
    server.on(WITHDRAW_OTHER, signedOut);
    server.on('POST /bank/sign-in', { location: '/bank/sign-in/sgi_1' });
    await start();
    said(/You are no longer signed in/);
    await press('Sign in');
    expect(server.calls.at(-1)?.body).toMatchObject({ returnTo: '/bank/permissions/withdraw-all' });
  });

  test('of a company’s permissions names the companies', async () => {
    await openAll([everything, { ...other, accountHolder: 'Näidis Puidutöökoda OÜ', representative: 'Tõnu Näidis' }]);
    said(/^Permissions of Näidis Puidutöökoda OÜ are among them/);
  });

  test('says so where nothing is in force', async () => {
    await openAll([]);
    said('No provider can read your accounts.');
    expect(screen.queryByRole('button', { name: 'Withdraw all' })).toBeNull();
  });
});
