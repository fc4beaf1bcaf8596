import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiCall, createApiClient } from '../api/api-client.ts';
import { createFakeServer, refuse, reply } from '../api/fake-server.ts';
import { applicationChosen, sessionInterrupted, signedOut, userFound } from '../auth/auth-slice.ts';
import { DEVELOPER, openPart } from '../portal/testing/open-part.tsx';
import { createBrowserStorage } from '../storage/browser-storage.ts';
import { createApplicationCalls } from './application-calls.ts';
import { loadApplications } from './applications.ts';

const LIST = 'GET /api/tpp/applications';
const OTHER = { userId: 'subject-2', userName: 'juri@lumen.example' };
const listed = (clientId: string) => ({ clientId, clientName: clientId.toUpperCase(), isSuspended: false });
const KEY = 'portico-application';

beforeEach(() => window.sessionStorage.clear());
afterEach(cleanup);

/** An answer that comes when the test says so. */
function late() {
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<Response>();
  return { answer, isAnswered };
}

/** A tab of the developer, with `lumen-1` and `lumen-2`. @param stored what the tab kept from an earlier page */
function openTab(stored?: string, answers: Readonly<Record<string, object>> = {}) {
  if (stored !== undefined) window.sessionStorage.setItem(KEY, stored);
  const server = createFakeServer({ [LIST]: [listed('lumen-1'), listed('lumen-2')], ...answers });
  const part = openPart(null, { server, user: DEVELOPER });
  const { api } = part.dispatch((_dispatch, _getState, extra) => extra);
  const sentFor = async (call: ApiCall) => {
    await api.json(call).catch(() => undefined);
    return server.calls.findLast(({ url }) => url.endsWith(call.path))?.headers.get('tpp-client-id');
  };
  return { ...part, api, sentFor, kept: () => window.sessionStorage.getItem(KEY), said: () => part.toasts.list().map(({ text }) => text) };
}

describe('the client id of the chosen application', () => {
  it.each([
    { path: '/tpp' },
    { path: '/tpp', method: 'PUT' },
    { path: '/tpp', method: 'DELETE' },
    { path: '/tpp/psu' },
    { path: '/tpp/requests/1' },
    { path: '/prefills' },
  ] satisfies ApiCall[])('is sent with %j', async (call) => {
    expect(await openTab('lumen-2').sentFor(call)).toBe('lumen-2');
  });
  it.each([
    { path: '/tpp', method: 'POST' },
    { path: '/tpp/applications' },
    { path: '/tpp/applications', method: 'POST' },
    { path: '/tppx' },
    { path: '/prefills/x' },
    { path: '/specs/index' },
    { path: '/ui/account/list' },
    { path: '/v1/account-list' },
    { path: '/tpp', caller: 'bearer' },
    { path: '/tpp', caller: 'customer' },
    { path: '/tpp', base: 'identity' },
    { path: '/tpp', base: 'content' },
    { path: '/tpp', base: 'root' },
  ] satisfies ApiCall[])('is not sent with %j', async (call) => {
    expect(await openTab('lumen-2').sentFor(call)).toBeNull();
  });
  it('is not sent by a client without a developer’s portal', async () => {
    window.sessionStorage.setItem(KEY, 'lumen-2');
    const server = createFakeServer({ 'GET /api/tpp': {} });
    const bases = { api: '/api', content: '/content', identity: '/identity', root: '' };
    const nothing = () => undefined;
    await createApiClient({ bases, subject: () => null, onLoggedOut: nothing, onTerminated: nothing, fetch: server.fetch }).json({ path: '/tpp' });
    expect(server.calls[0]?.headers.has('tpp-client-id')).toBe(false);
  });
  it.each(['', 'lumen 2', 'lumen-2\nX-Other: 1', 'ы', 'x'.repeat(65)])('is not taken from the storage when it is %j', async (stored) => {
    expect(await openTab(stored).sentFor({ path: '/tpp' })).toBeNull();
  });
  it('is overruled by a call that names another application', async () => {
    const { api, server } = openTab('lumen-2', { 'DELETE /api/tpp': () => reply(undefined, 204) });
    await createApplicationCalls(api).remove('lumen-1');
    expect(server.calls[0]?.headers.get('tpp-client-id')).toBe('lumen-1');
  });
  it('is the oldest one’s once the list was read, without another start of the pages', async () => {
    const tab = openTab();
    expect(await tab.sentFor({ path: '/tpp' })).toBeNull();
    await act(async () => void (await tab.dispatch(loadApplications())));
    expect(await tab.sentFor({ path: '/tpp' })).toBe('lumen-1');
    expect(tab.auth().choice).toBe(0);
    expect(tab.kept()).toBe('lumen-1');
  });
});

describe('the choice of a tab', () => {
  it('is kept in the session storage', () => {
    const tab = openTab();
    act(() => void tab.dispatch(applicationChosen('lumen-2')));
    expect(tab.kept()).toBe('lumen-2');
    expect(window.localStorage.getItem(KEY)).toBeNull();
  });
  it('is another one than that of a second tab', async () => {
    const first = openTab('lumen-1');
    // Browsers give each tab another session storage.
    const second = openTab('lumen-2');
    expect([await first.sentFor({ path: '/tpp' }), await second.sentFor({ path: '/tpp' })]).toEqual(['lumen-1', 'lumen-2']);
  });
  it('remains when the page is loaded again', () => {
    const tab = openTab('lumen-2');
    expect(tab.auth().clientId).toBe('lumen-2');
    act(() => void tab.dispatch(userFound(DEVELOPER)));
    expect(tab.kept()).toBe('lumen-2');
  });
  it('is forgotten at log out', async () => {
    const tab = openTab('lumen-2');
    act(() => void tab.dispatch(signedOut()));
    expect(tab.kept()).toBeNull();
    expect(await tab.sentFor({ path: '/tpp' })).toBeNull();
  });
  it.each([false, true])('is forgotten when another developer logs in (after the session has ended: %s)', (isInterrupted) => {
    const tab = openTab('lumen-2');
    if (isInterrupted) act(() => void tab.dispatch(sessionInterrupted(false)));
    expect(tab.kept()).toBe('lumen-2');
    act(() => void tab.dispatch(userFound(OTHER)));
    expect(tab.kept()).toBeNull();
  });
  it('holds until the page closes when the browser blocks storage', () => {
    const blocked = {
      get sessionStorage(): Storage {
        throw new DOMException('denied', 'SecurityError');
      },
      get localStorage(): Storage {
        throw new DOMException('denied', 'SecurityError');
      },
    };
    const { application } = createBrowserStorage(blocked);
    application.write('lumen-2');
    expect(application.read()).toBe('lumen-2');
    application.clear();
    expect(application.read()).toBeUndefined();
  });
});

describe('an answer about the former application', () => {
  it.each(['json', 'blob', 'nothing'] as const)('is dropped when it comes after the choice (%s)', async (kind) => {
    const { answer, isAnswered } = late();
    const tab = openTab('lumen-1', { 'GET /api/tpp': () => isAnswered });
    const call = tab.api[kind]({ path: '/tpp' });
    act(() => void tab.dispatch(applicationChosen('lumen-2')));
    answer(reply({ clientId: 'lumen-1' }));
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
  it('is dropped too when the former one was the oldest one, not named', async () => {
    const { answer, isAnswered } = late();
    const tab = openTab(undefined, { 'GET /api/tpp': () => isAnswered });
    const call = tab.api.json({ path: '/tpp' });
    act(() => void tab.dispatch(applicationChosen('lumen-2')));
    answer(reply({ clientId: 'lumen-1' }));
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
  it('does not stop calls about other things', async () => {
    const { answer, isAnswered } = late();
    const tab = openTab('lumen-1', { 'GET /api/specs/index': () => isAnswered });
    const call = tab.api.json({ path: '/specs/index' });
    act(() => void tab.dispatch(applicationChosen('lumen-2')));
    answer(reply({ found: true }));
    expect(await call).toEqual({ found: true });
  });
});

describe('an application that is not the developer’s', () => {
  const unknown = () => refuse(404, 'NOT_FOUND', 'There is no such application.');

  it.each(['deleted-1', 'foreign-1'])('gives way to the oldest one after a 404, and a toast says so (%s)', async (stored) => {
    const tab = openTab(stored, { 'GET /api/tpp': unknown });
    await act(async () => void (await tab.sentFor({ path: '/tpp' })));
    expect(tab.kept()).toBe('lumen-1');
    expect(tab.auth().choice).toBe(1);
    expect(tab.said()).toEqual(['The application that was chosen before is gone. You see LUMEN-1 now.']);
  });
  it('is reported once when several calls were refused', async () => {
    const tab = openTab('deleted-1', { 'GET /api/tpp': unknown, 'GET /api/tpp/psu': unknown });
    await act(async () => void (await Promise.all([tab.sentFor({ path: '/tpp' }), tab.sentFor({ path: '/tpp/psu' })])));
    expect(tab.said()).toHaveLength(1);
    expect(tab.auth().choice).toBe(1);
  });
  it('is forgotten when none remains', async () => {
    const tab = openTab('deleted-1', { 'GET /api/tpp': unknown, [LIST]: [] });
    await act(async () => void (await tab.sentFor({ path: '/tpp' })));
    expect(tab.kept()).toBeNull();
    expect(tab.said()).toEqual(['The application that was chosen before is gone.']);
  });
  it('is not assumed when something else is missing', async () => {
    const tab = openTab('lumen-2', { 'GET /api/tpp/requests/9': unknown });
    await expect(tab.api.json({ path: '/tpp/requests/9' })).rejects.toMatchObject({ status: 404 });
    expect(tab.kept()).toBe('lumen-2');
    expect(tab.said()).toEqual([]);
  });
  it('is not assumed when the list cannot be read', async () => {
    const tab = openTab('lumen-2', { 'GET /api/tpp': unknown, [LIST]: () => refuse(503, 'UNAVAILABLE', 'Not now.') });
    await expect(tab.api.json({ path: '/tpp' })).rejects.toMatchObject({ status: 404 });
    expect(tab.kept()).toBe('lumen-2');
  });
  it('is not assumed from a list that is older than the choice', async () => {
    const { answer, isAnswered } = late();
    const tab = openTab('lumen-2', { [LIST]: () => isAnswered });
    const reading = tab.dispatch(loadApplications());
    act(() => void tab.dispatch(applicationChosen('lumen-3')));
    answer(reply([listed('lumen-1'), listed('lumen-2')]));
    await act(async () => void (await reading));
    expect(tab.kept()).toBe('lumen-3');
    expect(tab.said()).toEqual([]);
  });
  it('is never taken from the list of the developer before', async () => {
    const { answer, isAnswered } = late();
    const tab = openTab(undefined, { [LIST]: () => isAnswered });
    const reading = tab.dispatch(loadApplications());
    act(() => void tab.dispatch(userFound(OTHER)));
    answer(reply([listed('lumen-1')]));
    await act(async () => void (await reading));
    expect(tab.kept()).toBeNull();
  });
});
