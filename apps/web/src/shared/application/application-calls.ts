/** The calls about a developer's application (specification §7); its page and the sample commands read it. */
import type { ApplicationChange, ApplicationIdentity, RevealedSecret } from '@portico/contract';
import { isApplicationIdentity, isRevealedSecret } from '../api/answers.ts';
import type { ApiClient } from '../api/api-client.ts';

export interface ApplicationCalls {
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
  return {
    read: (signal) => api.json({ path, signal }, isApplicationIdentity),
    change: (body) => api.json({ path, method: 'PUT', body }, isApplicationIdentity),
    withdrawChange: () => api.json({ path: `${path}/change`, method: 'DELETE' }, isApplicationIdentity),
    revealSecret: () => api.json({ path: `${path}/secret/reveal`, method: 'POST' }, isRevealedSecret),
    rotateSecret: () => api.json({ path: `${path}/secret/rotation`, method: 'POST' }, isRevealedSecret),
  };
}
