import { act, cleanup } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeServer, refuse, reply } from '../api/fake-server.ts';
import { DEVELOPER, openPart } from '../portal/testing/open-part.tsx';
import { signOut, startSession } from './session.ts';

const SESSION = 'GET /identity/session';
const REGISTER = 'POST /api/tpp';
const SIGN_OUT = 'DELETE /identity/session';
const done = () => reply(undefined, 204);

afterEach(cleanup);

async function start(server: ReturnType<typeof createFakeServer>) {
  const part = openPart(null, { server, hasGoogle: false });
  await act(async () => void (await part.dispatch(startSession())));
  return part;
}

describe('the start of a session', () => {
  it('without a user is initialized but not authorized, and registers no identity', async () => {
    const server = createFakeServer({ [SESSION]: { user: null, socialProviders: [{ id: 'google', isStandIn: true }] } });
    const { auth } = await start(server);
    expect(auth()).toEqual({
      userId: null,
      userName: null,
      isAuthorized: false,
      isInitialized: true,
      resetEmail: null,
      verification: null,
      socialProviders: [{ id: 'google', isStandIn: true }],
      interrupted: null,
      session: 0,
      clientId: null,
      choice: 0,
    });
    expect(server.count(REGISTER)).toBe(0);
  });
  it('with a user registers the identity under the subject, then authorizes', async () => {
    const { auth, server } = await start(createFakeServer({ [SESSION]: { user: DEVELOPER, socialProviders: [] }, [REGISTER]: done }));
    expect(auth()).toMatchObject({ ...DEVELOPER, isAuthorized: true, isInitialized: true });
    expect(server.calls.at(-1)).toMatchObject({ call: REGISTER });
    expect(server.calls.at(-1)?.headers.get('tpp-id')).toBe(DEVELOPER.userId);
    expect(server.calls.at(-1)?.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
  it.each([401, 403])('with an identity refused with %i does not authorize, and logs the user out', async (status) => {
    const server = createFakeServer({
      [SESSION]: { user: DEVELOPER, socialProviders: [] },
      [REGISTER]: () => refuse(status, 'NOT_SIGNED_IN', 'No.'),
    });
    const { auth, onLoggedOut } = await start(server);
    expect(onLoggedOut).toHaveBeenCalledOnce();
    expect(auth().isAuthorized).toBe(false);
  });
  it('authorizes a user whose identity could not be registered this time', async () => {
    const server = createFakeServer({
      [SESSION]: { user: DEVELOPER, socialProviders: [] },
      [REGISTER]: () => refuse(503, 'UNAVAILABLE', 'Not now.'),
    });
    const { auth, onLoggedOut } = await start(server);
    expect(auth().isAuthorized).toBe(true);
    expect(onLoggedOut).not.toHaveBeenCalled();
  });
  it.each([
    ['an identity service that is down', () => refuse(503, 'UNAVAILABLE', 'Not now.')],
    ['a refusal of the identity service, which ends no session', () => refuse(403, 'ORIGIN_DENIED', 'No.')],
    ['an answer that is no session', () => reply({ user: 'mari' })],
  ])('treats %s as signed out', async (_name, answer) => {
    const { auth, onLoggedOut } = await start(createFakeServer({ [SESSION]: answer }));
    expect(auth()).toMatchObject({ isInitialized: true, isAuthorized: false });
    expect(onLoggedOut).not.toHaveBeenCalled();
  });
});

describe('signing out', () => {
  const signedIn = (answer: object) => openPart(null, { user: DEVELOPER, server: createFakeServer({ [SIGN_OUT]: answer }) });
  it('ends the session on the server and clears the user', async () => {
    const { auth, dispatch, server } = signedIn(done);
    await act(async () => void (await dispatch(signOut())));
    expect(server.count(SIGN_OUT)).toBe(1);
    expect(auth()).toMatchObject({ userId: null, userName: null, isAuthorized: false, isInitialized: true });
  });
  it('leaves the developer signed in when the server refuses', async () => {
    const { auth, dispatch } = signedIn(() => refuse(503, 'UNAVAILABLE', 'Not now.'));
    await act(async () => void (await dispatch(signOut())));
    expect(auth().isAuthorized).toBe(true);
  });
});
