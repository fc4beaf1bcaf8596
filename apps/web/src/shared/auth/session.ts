/**
 * A developer's session (specification §4, "Authentication"): read at the start, begun by signing in, ended by signing out. Each new session
 * registers the identity, so that the application and the test customers exist before a page requests them.
 */
import type { PortalUser } from '@portico/contract';
import { IDENTITY_PATHS } from '@portico/contract/values';
import { isIdentitySession } from '../api/answers.ts';
import { createRequestThunk, type RequestContext } from '../store/request-thunk.ts';
import { type AuthRoot, authorized, signedOut, socialProvidersFound, userFound, userReturned } from './auth-slice.ts';

const readSession = ({ extra }: Pick<RequestContext, 'extra'>) =>
  extra.api.json({ base: 'identity', path: IDENTITY_PATHS.session }, isIdentitySession);

/** Reads the current user. If the call fails, the user counts as signed out. */
export const startSession = createRequestThunk<void>('auth/start', async (_none, context) => {
  const { dispatch } = context;
  try {
    const { user, socialProviders } = await readSession(context);
    dispatch(socialProvidersFound(socialProviders));
    if (user === null) dispatch(signedOut());
    else await enterPortal(user, context);
  } catch (error) {
    dispatch(signedOut());
    throw error;
  }
});

/** Reads the current user again after another tab changed it. If the call fails, everything stays as it was. */
export const rereadSession = createRequestThunk<void>('auth/reread', async (_none, context) => {
  const { extra, dispatch, getState } = context;
  const { user } = await readSession(context);
  if ((user?.userId ?? null) === authOf(getState())?.userId) return;
  if (user === null) {
    dispatch(signedOut());
    extra.toasts.show({ kind: 'ok', text: 'You have logged out in another tab.' });
    return;
  }
  await enterPortal(user, context);
  extra.toasts.show({ kind: 'ok', text: `You are logged in as ${user.userName}, as in your other tab.` });
});

/** `/logout`. If the call fails, the session stays, and the page reports the failure. */
export const signOut = createRequestThunk<void>('auth/signOut', async (_none, { extra, dispatch }) => {
  await extra.api.nothing({ base: 'identity', path: IDENTITY_PATHS.session, method: 'DELETE' });
  dispatch(signedOut());
});

const registerIdentity = createRequestThunk<void>('auth/registerIdentity', (_none, { extra }) => extra.api.nothing({ path: '/tpp', method: 'POST' }));

/** A failed registration is reported and repeated at the next start. A session that has ended already leads to `/logout`. */
export async function enterPortal(user: PortalUser, { dispatch, getState }: Pick<RequestContext, 'dispatch' | 'getState'>): Promise<void> {
  const { interrupted } = authOf(getState()) ?? {};
  const keepsPage = interrupted?.userId === user.userId && interrupted.isFormDirty;
  dispatch(keepsPage ? userReturned(user) : userFound(user));
  const registered = await dispatch(registerIdentity());
  const status = registerIdentity.rejected.match(registered) ? registered.payload?.status : undefined;
  if (status !== 401 && status !== 403) dispatch(authorized());
}

/** Thunks know the state only as `unknown`. */
const authOf = (state: unknown) => (state as Partial<AuthRoot>).auth;
