/**
 * The status as it is answered: read from the rolled-up tables at most once in a few seconds, whoever asks, and kept. While the database
 * is silent the last reading is answered for a while, with its time; then it is said that nothing is known.
 */
import type { ApiStatus } from '@portico/contract';
import type { Logger } from 'pino';
import { UiRefusal } from '#platform/http/refusal.ts';

export interface StatusCache {
  /** @throws UiRefusal 503 UNAVAILABLE when it cannot be known. */
  read(): Promise<ApiStatus>;
  /** What was read is not true any more. */
  refresh(): Promise<void>;
}

export interface StatusCacheDeps {
  readonly load: () => Promise<ApiStatus>;
  readonly log: Pick<Logger, 'warn'>;
  /** Milliseconds from anywhere. Default: `performance.now`. */
  readonly elapsed?: () => number;
}

const FRESH_MS = 5_000;
const USABLE_MS = 60_000;
/** Nobody waits longer for a database that does not answer. */
const WAIT_MS = 2_000;

export function createStatusCache({ load, log, elapsed = () => performance.now() }: StatusCacheDeps): StatusCache {
  let known: { readonly status: ApiStatus; readonly at: number } | undefined;
  let loading: Promise<void> | undefined;

  /** Never rejects. */
  function reload(): Promise<void> {
    loading ??= (async () => {
      try {
        const at = elapsed();
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
      const age = known === undefined ? Number.POSITIVE_INFINITY : elapsed() - known.at;
      if (age > FRESH_MS) {
        const reloading = reload();
        if (age > USABLE_MS) await withinTime(reloading);
      }
      if (known === undefined || elapsed() - known.at > USABLE_MS) {
        throw new UiRefusal(503, 'UNAVAILABLE', 'The status cannot be known at the moment: take the services for down, and ask again in a minute.', {
          headers: { 'retry-after': '60' },
        });
      }
      return known.status;
    },
    async refresh() {
      // What is being read may be older than what has changed.
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
