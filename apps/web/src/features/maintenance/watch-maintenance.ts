/** Polls for maintenance while the portal is visible: a page without calls would not notice it otherwise. */
import type { ApiClient } from '../../shared/api/api-client.ts';
import { readMaintenance } from './maintenance-calls.ts';

const EVERY_MS = 60_000;

/** Returns a function that stops the polling. */
export function watchMaintenance(api: Pick<ApiClient, 'json'>, onMaintenance: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'hidden') return;
    readMaintenance(api).then(
      ({ running }) => {
        if (running !== null) onMaintenance();
      },
      // Failures are ignored, because the page's own calls report them.
      () => undefined,
    );
  };
  const timer = setInterval(look, EVERY_MS);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
