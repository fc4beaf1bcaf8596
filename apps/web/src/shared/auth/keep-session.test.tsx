import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { createFakeServer, refuse, reply } from '../api/fake-server.ts';
import { watchForms } from '../page/dirty-form.ts';
import { DEVELOPER, openPart, settle } from '../portal/testing/open-part.tsx';
import { signedOut } from './auth-slice.ts';
import { keepSession, keepTabsInStep } from './keep-session.ts';
import { signOut, startSession } from './session.ts';

const SESSION = 'GET /identity/session';
const SIGN_OUT = 'DELETE /identity/session';
const OTHER = { userId: 'subject-2', userName: 'juri@lumen.example' };
const session = (user: object | null) => ({ user, socialProviders: [] });
const done = () => reply(undefined, 204);

/** As the browser's, whose messages reach every other open channel of the name. */
class Channel {
  static readonly open = new Set<Channel>();
  onmessage: ((event: { data: unknown }) => void) | undefined;
  readonly name: string;
  constructor(name: string) {
    this.name = name;
    Channel.open.add(this);
  }
  postMessage(data: unknown) {
    for (const other of Channel.open) if (other !== this && other.name === this.name) queueMicrotask(() => other.onmessage?.({ data }));
  }
  close() {
    Channel.open.delete(this);
  }
}

const closing: (() => void)[] = [];
beforeEach(() => void vi.stubGlobal('BroadcastChannel', Channel));
afterEach(() => {
  for (const close of closing.splice(0)) close();
  vi.unstubAllGlobals();
  cleanup();
});

function openTab(user: typeof DEVELOPER | null, answer: object = session(user)) {
  const server = createFakeServer({ [SESSION]: answer, 'POST /api/tpp': done, [SIGN_OUT]: done });
  const part = openPart(null, { server, user, at: '/tokens' });
  closing.push(keepTabsInStep(part.store));
  const refuseCall = async (status: number, code: string) => {
    const onRefused = keepSession({ store: part.store, toasts: part.toasts });
    await act(async () => onRefused(new ApiError('The text of the server.', { status, code })));
    await settle();
  };
  const toasts = () => part.toasts.list().map(({ text }) => text);
  return { ...part, refuseCall, said: toasts };
}

describe('a refused call of a developer', () => {
  it('of another developer than the browser’s reads the session again and ends no session', async () => {
    const tab = openTab(DEVELOPER, session(OTHER));
    await tab.refuseCall(403, 'TPP_ID_MISMATCH');
    expect(tab.auth()).toMatchObject({ ...OTHER, isAuthorized: true, interrupted: null });
    expect(tab.server.count(SIGN_OUT)).toBe(0);
    expect(window.location.hash).toBe('#/tokens');
    expect(tab.said()).toEqual(['You are logged in as juri@lumen.example, as in your other tab.']);
  });
  it('leaves everything as it was when the session cannot be read', async () => {
    const tab = openTab(DEVELOPER, () => refuse(503, 'UNAVAILABLE', 'Not now.'));
    await tab.refuseCall(403, 'TPP_ID_MISMATCH');
    expect(tab.auth()).toMatchObject({ ...DEVELOPER, isAuthorized: true });
    expect(tab.server.count(SIGN_OUT)).toBe(0);
  });
  it('without a session leads to /logout, which remembers the page, and sends no logout', async () => {
    const tab = openTab(DEVELOPER);
    await tab.refuseCall(401, 'NOT_SIGNED_IN');
    expect(window.location.hash).toBe('#/logout');
    expect(window.history.state).toEqual({ interrupted: '/tokens' });
    expect(tab.auth()).toMatchObject({ userId: null, isAuthorized: false, interrupted: { userId: DEVELOPER.userId, isFormDirty: false } });
    expect(tab.server.count(SIGN_OUT)).toBe(0);
    expect(tab.said()).toEqual(['Your session has ended. Log in again.']);
  });
  it('without a session remembers the page once, also when several calls are refused', async () => {
    const tab = openTab(DEVELOPER);
    await tab.refuseCall(401, 'NOT_SIGNED_IN');
    await tab.refuseCall(401, 'NOT_SIGNED_IN');
    expect(window.history.state).toEqual({ interrupted: '/tokens' });
    expect(tab.auth().interrupted?.userId).toBe(DEVELOPER.userId);
  });
  it('remembers unsaved input', async () => {
    watchForms();
    const tab = openTab(DEVELOPER);
    const form = document.body.appendChild(document.createElement('form'));
    form.appendChild(document.createElement('input')).dispatchEvent(new Event('input', { bubbles: true }));
    await tab.refuseCall(401, 'NOT_SIGNED_IN');
    expect(tab.auth().interrupted?.isFormDirty).toBe(true);
    form.remove();
  });
  it('with any other 403 logs out, and says why', async () => {
    const tab = openTab(DEVELOPER);
    await tab.refuseCall(403, 'FORBIDDEN');
    expect(window.location.hash).toBe('#/logout');
    expect(window.history.state).toBeNull();
    expect(tab.said()).toEqual(['The text of the server.']);
  });
});

describe('two tabs of one browser', () => {
  it('notice a logout of the other', async () => {
    const one = openTab(DEVELOPER, session(null));
    const other = openTab(DEVELOPER);
    await act(async () => void (await other.dispatch(signOut())));
    await waitFor(() => expect(one.auth().isAuthorized).toBe(false));
    expect(one.said()).toEqual(['You have logged out in another tab.']);
    expect(one.server.count(SIGN_OUT)).toBe(0);
  });
  it('notice that the other logged another developer in', async () => {
    const one = openTab(DEVELOPER, session(OTHER));
    const other = openTab(null, session(OTHER));
    await act(async () => void (await other.dispatch(startSession())));
    await waitFor(() => expect(one.auth().userId).toBe(OTHER.userId));
    expect(one.auth().isAuthorized).toBe(true);
  });
  it('read nothing again when the other logs the same developer in', async () => {
    const one = openTab(DEVELOPER);
    const other = openTab(null, session(DEVELOPER));
    await act(async () => void (await other.dispatch(startSession())));
    const third = openTab(DEVELOPER, session(null));
    act(() => void third.dispatch(signedOut()));
    // The third tab's message comes after the second's.
    await waitFor(() => expect(one.server.count(SESSION)).toBe(1));
  });
  it('work where the browser has no channel between tabs', async () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    const tab = openTab(DEVELOPER);
    await act(async () => void (await tab.dispatch(signOut())));
    expect(tab.auth().isAuthorized).toBe(false);
  });
});
