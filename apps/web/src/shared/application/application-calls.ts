/** The calls about a developer's application (specification §7); its page and the sample commands read it. */
import type { ApplicationChange, ApplicationIdentity, ApplicationList, ListedApplication, NewApplication, RevealedSecret } from '@portico/contract';
import { HEADERS } from '@portico/contract/values';
import { isApplicationIdentity, isApplicationList, isListedApplication, isRevealedSecret } from '../api/answers.ts';
import type { ApiClient } from '../api/api-client.ts';

export interface ApplicationCalls {
  /** Oldest first. */
  list(signal?: AbortSignal): Promise<ApplicationList>;
  create(application: NewApplication): Promise<ListedApplication>;
  /** Deletes this application, whichever one is chosen. */
  remove(clientId: string): Promise<void>;
  read(signal: AbortSignal): Promise<ApplicationIdentity>;
  change(change: ApplicationChange): Promise<ApplicationIdentity>;
  /** Drops the change that waits for the bank's approval. */
  withdrawChange(): Promise<ApplicationIdentity>;
  revealSecret(): Promise<RevealedSecret>;
  /** The answered secret is the new one. */
  rotateSecret(): Promise<RevealedSecret>;
}

export function createApplicationCalls(api: ApiClient): ApplicationCalls {
  const path = '/tpp';
  const listPath = `${path}/applications`;
  return {
    list: (signal) => api.json({ path: listPath, signal }, isApplicationList),
    create: (body) => api.json({ path: listPath, method: 'POST', body }, isListedApplication),
    remove: (clientId) => api.nothing({ path, method: 'DELETE', headers: { [HEADERS.application]: clientId } }),
    read: (signal) => api.json({ path, signal }, isApplicationIdentity),
    change: (body) => api.json({ path, method: 'PUT', body }, isApplicationIdentity),
    withdrawChange: () => api.json({ path: `${path}/change`, method: 'DELETE' }, isApplicationIdentity),
    revealSecret: () => api.json({ path: `${path}/secret/reveal`, method: 'POST' }, isRevealedSecret),
    rotateSecret: () => api.json({ path: `${path}/secret/rotation`, method: 'POST' }, isRevealedSecret),
  };
}
