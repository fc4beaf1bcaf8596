/**
 * Sends one real request for each service through the server's own port, so that there is a measurement without other callers. Each request
 * uses a new connection: a kept-alive one would work even when the server accepts no further connections.
 */
import type { Logger } from 'pino';
import { UNANSWERED_AFTER_MS } from '#modules/request-log/index.ts';
import type { MeasuredService, Probe } from './services.ts';

export interface ProbeDeps {
  readonly services: readonly MeasuredService[];
  /** `http://127.0.0.1:3000`; undefined: the server does not listen. */
  readonly door: () => string | undefined;
  /** Headers by which the request log recognises probes. */
  readonly mark: Readonly<Record<string, string>>;
  /** Called for a request that did not reach the server. */
  readonly unreached: (measuredAs: string, durationMs: number) => void;
  readonly log: Pick<Logger, 'warn'>;
  /** Default: {@link UNANSWERED_AFTER_MS}. */
  readonly waitMs?: number;
}

/** Never rejects. */
export async function probeServices({ services, door, mark, unreached, log, waitMs = UNANSWERED_AFTER_MS }: ProbeDeps): Promise<void> {
  const base = door();
  if (base === undefined) return;
  await Promise.all(
    services.map(async ({ serviceId, measuredAs: [measuredAs], probe }) => {
      const begun = performance.now();
      try {
        await send(base, probe, mark, waitMs);
      } catch (error) {
        // The server received a probe that timed out and measures its duration.
        if (error instanceof DOMException && error.name === 'TimeoutError') return;
        log.warn({ err: error, serviceId }, 'A probe did not reach the server.');
        unreached(measuredAs, Math.round(performance.now() - begun));
      }
    }),
  );
}

async function send(base: string, { method, path, headers, body }: Probe, mark: Readonly<Record<string, string>>, waitMs: number): Promise<void> {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { ...headers, ...mark, connection: 'close', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(waitMs),
  });
  // Reads the whole body, because the measurement includes it.
  await response.arrayBuffer();
}
