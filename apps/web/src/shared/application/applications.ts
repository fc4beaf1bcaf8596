/** The list of a developer's applications, and which of them the pages of this tab show. */
import type { ApplicationList, ListedApplication, NewApplication, ProofBody } from '@portico/contract';
import { IDENTITY_PATHS } from '@portico/contract/values';
import { ApiError } from '../api/api-error.ts';
import { type AuthRoot, applicationChosen, applicationPinned } from '../auth/auth-slice.ts';
import { createRequestThunk } from '../store/request-thunk.ts';
import { createApplicationCalls } from './application-calls.ts';

/** Reads the list. Where the chosen application is missing, the oldest one is chosen, and a toast says so. */
export const loadApplications = createRequestThunk<ApplicationList>(
  'applicationIdentity/loadApplications',
  async (_none, { extra, signal, dispatch, getState }) => {
    const { userId, clientId } = authOf(getState());
    const list = await createApplicationCalls(extra.api).list(signal);
    const now = authOf(getState());
    // Meanwhile another developer logged in, or another application was chosen: this list may be older than that.
    if (now.userId !== userId || now.clientId !== clientId) throw new DOMException('The list is outdated.', 'AbortError');
    const [oldest] = list;
    if (clientId === null) {
      // From now on calls name it. Otherwise they would change another application after this one was deleted in another tab.
      if (oldest !== undefined) dispatch(applicationPinned(oldest.clientId));
    } else if (!list.some((listed) => listed.clientId === clientId)) {
      dispatch(applicationChosen(oldest?.clientId ?? null));
      const shown = oldest === undefined ? '' : ` You see ${oldest.clientName} now.`;
      extra.toasts.show({ kind: 'ok', text: `The application that was chosen before is gone.${shown}` });
    }
    return list;
  },
  'view',
);

export const createApplication = createRequestThunk<ListedApplication, NewApplication>('applicationIdentity/create', (application, { extra }) =>
  createApplicationCalls(extra.api).create(application),
);

interface Deletion {
  readonly clientId: string;
  /** Undefined for an account without a password and without a second factor. */
  readonly proof: ProofBody | undefined;
}

/** Checks password and code, and deletes one application with its sandbox. The pages show the oldest of the others then. */
export const deleteApplication = createRequestThunk<void, Deletion>(
  'applicationIdentity/delete',
  async ({ clientId, proof }, { extra, dispatch }) => {
    if (proof !== undefined) await extra.api.nothing({ base: 'identity', path: IDENTITY_PATHS.passwordCheck, method: 'POST', body: proof });
    try {
      await createApplicationCalls(extra.api).remove(clientId);
    } catch (error) {
      // Another tab has deleted it.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
    await dispatch(loadApplications());
  },
  'view',
);

/** Thunks know the state only as `unknown`. */
const authOf = (state: unknown) => (state as AuthRoot).auth;
