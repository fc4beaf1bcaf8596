/**
 * The signing id lives in session storage, as specified, and in the history entry of its page. Session storage is cleared at
 * startup, so that an old id never meets a new journey; a reload finds its own id again in `history.state`.
 */
import { isRecord } from '../../../shared/api/api-error.ts';
import type { BrowserStorage } from '../../../shared/storage/browser-storage.ts';

type SigningStorage = Pick<BrowserStorage, 'signingId'>;
type PageHistory = Pick<History, 'state' | 'replaceState'>;

const STATE_KEY = 'signingId';

/** At startup, before anything is called. */
export function restoreSigningId(storage: SigningStorage, history: PageHistory): void {
  storage.signingId.clear();
  const state: unknown = history.state;
  const kept = isRecord(state) ? state[STATE_KEY] : undefined;
  if (typeof kept === 'string' && kept !== '') storage.signingId.write(kept);
}

/** After `details` answered. The rest of the state belongs to the router and stays. */
export function keepSigningId(storage: SigningStorage, history: PageHistory, signingId: string): void {
  storage.signingId.write(signingId);
  const state: unknown = history.state;
  history.replaceState({ ...(isRecord(state) ? state : {}), [STATE_KEY]: signingId }, '');
}
