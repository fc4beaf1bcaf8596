import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFakeServer, refuse, reply } from '../shared/api/fake-server.ts';
import { recordedConfig } from '../shared/api/recorded-config.ts';
import { sessionInterrupted } from '../shared/auth/auth-slice.ts';
import { startSession } from '../shared/auth/session.ts';
import { goTo, interruptPage, usePlace } from '../shared/portal/router/place.ts';
import { address, DEVELOPER, openPart, press, returnTo, settle } from '../shared/portal/testing/open-part.tsx';
import { portalSlices } from './portal.tsx';
import { Logout, PortalApp, preloadPage, VerificationLink } from './portal-app.tsx';
import type { Page } from './start.ts';

vi.mock('../features/tokens/index.ts', () => ({ TokensPage: () => <input aria-label="Surname" defaultValue="" /> }));

// Imported before the tests, because the time of the first import depends on the machine.
beforeAll(() => Promise.all([import('../features/tokens/index.ts'), import('../features/auth/index.ts'), import('../features/explorer/index.ts')]));
afterEach(cleanup);

function LogoutOrPortal() {
  return usePlace().pathname === '/logout' ? <Logout /> : <p>portal</p>;
}

describe('/logout', () => {
  it('ends the session on the server, then leads to /', async () => {
    const server = createFakeServer({ 'DELETE /identity/session': () => reply(undefined, 204) });
    const { auth } = openPart(<LogoutOrPortal />, { server, user: DEVELOPER, at: '/logout' });
    await waitFor(() => expect(address()).toBe('/'));
    expect(server.calls.map(({ call }) => call)).toEqual(['DELETE /identity/session']);
    expect(auth().isAuthorized).toBe(false);
  });
  it('waits for a session start under way before it ends the session', async () => {
    const session = Promise.withResolvers<Response>();
    const server = createFakeServer({
      'GET /identity/session': () => session.promise,
      'POST /api/tpp': () => reply(undefined, 204),
      'DELETE /identity/session': () => reply(undefined, 204),
    });
    const { auth, dispatch } = openPart(<LogoutOrPortal />, { server, at: '/welcome' });
    const starting = dispatch(startSession());
    act(() => goTo('/logout'));
    await settle();
    expect(server.count('DELETE /identity/session')).toBe(0);
    session.resolve(reply({ user: DEVELOPER, socialProviders: [] }));
    await act(async () => void (await starting));
    await waitFor(() => expect(address()).toBe('/'));
    expect(server.count('DELETE /identity/session')).toBe(1);
    expect(auth().isAuthorized).toBe(false);
  });
  it('leads to / also when the server fails', async () => {
    const server = createFakeServer({ 'DELETE /identity/session': () => refuse(503, 'UNAVAILABLE', 'Not now.') });
    openPart(<LogoutOrPortal />, { server, user: DEVELOPER, at: '/logout' });
    await waitFor(() => expect(address()).toBe('/'));
  });
});

describe('a session that ends during the visit', () => {
  const MENU = {
    main: [{ title: 'Home', pageUrl: '/', component: 'LandingPage' }],
    hidden: [],
    user: [{ title: 'Tokens', pageUrl: '/tokens', component: 'TokensPage' }],
  };
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Surname' });
  async function openTokens(loggedInAs: object = DEVELOPER) {
    const server = createFakeServer({
      'GET /content/dev-portal-menu': MENU,
      'POST /identity/sign-in': loggedInAs,
      'POST /api/tpp': () => reply(undefined, 204),
    });
    const part = openPart(<PortalApp config={recordedConfig} />, { server, user: DEVELOPER, at: '/tokens', slices: portalSlices });
    await screen.findByRole('textbox', { name: 'Surname' });
    const end = async (isFormDirty: boolean) => {
      await act(async () => {
        part.dispatch(sessionInterrupted(isFormDirty));
        interruptPage();
      });
      await waitFor(() => expect(window.location.hash).toBe('#/tokens?m=login'));
    };
    return { ...part, end };
  }
  it('opens the login above the page, and no call ends a session', async () => {
    const { end, server } = await openTokens();
    await end(false);
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(field()).toBeTruthy();
    expect(server.count('DELETE /identity/session')).toBe(0);
  });
  it.each([
    ['keeps what the same developer typed', DEVELOPER, true, 'Tamm'],
    ['reads a page without input again', DEVELOPER, false, ''],
    ['shows nothing of it to another developer', { userId: 'subject-2', userName: 'juri@lumen.example' }, true, ''],
  ])('%s', async (_what, user, isFormDirty, left) => {
    const { end, auth } = await openTokens(user);
    fireEvent.change(field(), { target: { value: 'Tamm' } });
    await end(isFormDirty);
    fireEvent.change(await screen.findByLabelText('EMAIL'), { target: { value: 'mari@lumen.example' } });
    fireEvent.change(screen.getByLabelText('PASSWORD'), { target: { value: 'Secret-1' } });
    await press('Log in');
    await waitFor(() => expect(window.location.hash).toBe('#/tokens'));
    expect(auth()).toMatchObject({ isAuthorized: true, interrupted: null });
    expect(field().value).toBe(left);
  });
  it('is given up with the login, and the visitor stands on the start page, signed out', async () => {
    const { end, auth } = await openTokens();
    await end(true);
    await act(async () => (await screen.findByRole('button', { name: 'Close' })).click());
    await waitFor(() => expect(window.location.hash).toBe('#/'));
    expect(auth()).toMatchObject({ isAuthorized: false, interrupted: null });
    expect(screen.queryByRole('textbox', { name: 'Surname' })).toBeNull();
  });
});

describe('the link of a verification mail', () => {
  it.each([
    ['the tokens', true, '/tokens'],
    ['the application, where a bank’s own core has no test customers', false, '/tpp'],
  ])('verifies its token once and opens the login, which leads to %s', async (_where, hasSandboxBank, place) => {
    const server = createFakeServer({ 'POST /identity/verify-email': () => reply(undefined, 204) });
    openPart(<VerificationLink config={{ ...recordedConfig, hasSandboxBank }} />, { server, verification: 'token-1', at: '/' });
    await waitFor(() => expect(address()).toBe('/?m=login'));
    expect(returnTo()).toBe(place);
    expect(server.calls.map(({ body }) => body)).toEqual([{ token: 'token-1' }]);
    expect(screen.getByText('Your mail address is verified. You can log in now.')).toBeTruthy();
  });
  it('that was used before opens the login without a message of success', async () => {
    const server = createFakeServer({ 'POST /identity/verify-email': () => refuse(400, 'VERIFICATION_UNKNOWN', 'This link was used.') });
    openPart(<VerificationLink config={recordedConfig} />, { server, verification: 'token-1', at: '/' });
    await waitFor(() => expect(address()).toBe('/?m=login'));
    expect(screen.queryByText(/is verified/)).toBeNull();
  });
  it('that was opened in another browser opens the login, which keeps the token for the password', async () => {
    const text = 'This is not the browser in which you signed up.';
    const server = createFakeServer({ 'POST /identity/verify-email': () => refuse(403, 'VERIFICATION_ELSEWHERE', text) });
    const { auth } = openPart(<VerificationLink config={recordedConfig} />, { server, verification: 'token-1', at: '/' });
    await waitFor(() => expect(address()).toBe('/?m=login'));
    expect(auth().verification).toBe('token-1');
  });
  it('without a token sends no request', () => {
    const { server } = openPart(<VerificationLink config={recordedConfig} />, { at: '/welcome' });
    expect(server.calls).toEqual([]);
    expect(address()).toBe('/welcome');
  });
});

describe('before the portal is rendered', () => {
  const URL = '/api/specs/payments/operation?id=initiatePayment&brief=true';
  const callOf = (hasArrived: boolean) => ({ requestId: '1', response: Promise.resolve(Response.json({})), hasArrived, abort: vi.fn() });
  afterEach(() => {
    globalThis.porticoFirst = undefined;
  });

  it.each([
    ['an operation whose answer is there is brought', true, true, 1],
    ['an operation whose answer is on its way is not waited for', true, false, 0],
    ['of no operation nothing is', false, true, 0],
  ])('%s', async (_what, isOperation, hasArrived, times) => {
    globalThis.porticoFirst = {
      calls: new Map([[URL, callOf(hasArrived)]]),
      ...(isOperation ? { operation: { apiId: 'payments', operationId: 'initiatePayment', url: URL } } : {}),
    };
    const dispatch = vi.fn(async () => undefined);
    const addSlices = vi.fn();
    await preloadPage({ store: { dispatch }, extra: { addSlices } } as unknown as Page);
    expect(dispatch).toHaveBeenCalledTimes(times);
    expect(addSlices).toHaveBeenCalledTimes(times);
  });
});
