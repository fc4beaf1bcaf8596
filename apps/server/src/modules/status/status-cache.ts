/**
 * Caches the status: reads the aggregated tables at most once in a few seconds for all callers. While the database does not respond, the cache
 * returns the last status with its time for one minute, and then an error.
 */
import type { ApiStatus } from '@portico/contract';
import type { Logger } from 'pino';
import { UiRefusal } from '#platform/http/refusal.ts';

export interface StatusCache {
  /** @throws UiRefusal 503 UNAVAILABLE when the status is unknown. */
  read(): Promise<ApiStatus>;
  /** Reads the status again after a change. */
  refresh(): Promise<void>;
}

const FRESH_MS = 5_000;
const USABLE_MS = 60_000;
/** How long a call waits for a database that does not respond. */
const WAIT_MS = 2_000;

export function createStatusCache(log: Pick<Logger, 'warn'>, load: () => Promise<ApiStatus>): StatusCache {
  let known: { readonly status: ApiStatus; readonly at: number } | undefined;
  let loading: Promise<void> | undefined;

  /** Never rejects. */
  function reload(): Promise<void> {
    loading ??= (async () => {
      try {
        const at = performance.now();
        known = { status: await load(), at };
      } catch (error) {
        log.warn({ err: error }, 'The status could not be read.');
      } finally {
        loading = undefined;
      }
    })();
    return loading;
  }

  return {
    async read() {
      const age = known === undefined ? Number.POSITIVE_INFINITY : performance.now() - known.at;
      if (age > FRESH_MS) {
        const reloading = reload();
        if (age > USABLE_MS) await withinTime(reloading);
      }
      if (known === undefined || performance.now() - known.at > USABLE_MS) {
        throw new UiRefusal(503, 'UNAVAILABLE', 'The status cannot be known at the moment: take the services for down, and ask again in a minute.', {
          headers: { 'retry-after': '60' },
        });
      }
      return known.status;
    },
    async refresh() {
      // A read in progress may have started before the change.
      await loading;
      await reload();
    },
  };
}

function withinTime(work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, WAIT_MS).unref();
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
