/**
 * A developer's session (specification §4, "Authentication"): read at the start, begun by signing in, ended by signing out. Each new session
 * registers the identity, so that the application and the test customers exist before a page requests them.
 */
import type { PortalUser } from '@portico/contract';
import { IDENTITY_PATHS } from '@portico/contract/values';
import { isIdentitySession } from '../api/answers.ts';
import { createRequestThunk, type RequestContext } from '../store/request-thunk.ts';
import { authorized, signedOut, socialProvidersFound, userFound } from './auth-slice.ts';

/** Reads the current user. If the call fails, the user counts as signed out. */
export const startSession = createRequestThunk<void>('auth/start', async (_none, context) => {
  const { extra, dispatch } = context;
  try {
    const { user, socialProviders } = await extra.api.json({ base: 'identity', path: IDENTITY_PATHS.session }, isIdentitySession);
    dispatch(socialProvidersFound(socialProviders));
    if (user === null) dispatch(signedOut());
    else await enterPortal(user, context);
  } catch (error) {
    dispatch(signedOut());
    throw error;
  }
});

/** `/logout`. If the call fails, the session stays, and the page reports the failure. */
export const signOut = createRequestThunk<void>('auth/signOut', async (_none, { extra, dispatch }) => {
  await extra.api.nothing({ base: 'identity', path: IDENTITY_PATHS.session, method: 'DELETE' });
  dispatch(signedOut());
});

const registerIdentity = createRequestThunk<void>('auth/registerIdentity', (_none, { extra }) => extra.api.nothing({ path: '/tpp', method: 'POST' }));

/** A failed registration is reported and repeated at the next start. A session that has ended already leads to `/logout`. */
export async function enterPortal(user: PortalUser, { dispatch }: Pick<RequestContext, 'dispatch'>): Promise<void> {
  dispatch(userFound(user));
  const registered = await dispatch(registerIdentity());
  const status = registerIdentity.rejected.match(registered) ? registered.payload?.status : undefined;
  if (status !== 401 && status !== 403) dispatch(authorized());
}
