/** While the portal is looked at, it asks from time to time whether it is being maintained: a page that calls nothing would not learn it. */
import type { ApiClient } from '../../shared/api/api-client.ts';
import { readMaintenance } from './maintenance-calls.ts';

const EVERY_MS = 60_000;

/** Answers what ends the watch. */
export function watchMaintenance(api: Pick<ApiClient, 'json'>, onMaintenance: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'hidden') return;
    readMaintenance(api).then(
      ({ running }) => {
        if (running !== null) onMaintenance();
      },
      // Whatever is wrong, the page's own calls will say so.
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
