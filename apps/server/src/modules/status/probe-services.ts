/**
 * Sends one real request for each service through the server's own port, so that there is a measurement without other callers. Each request
 * uses a new connection: a kept-alive one would work even when the server accepts no further connections.
 */
import { UNANSWERED_AFTER_MS } from '#modules/request-log/index.ts';
import type { MeasuredService, Probe } from './services.ts';

/**
 * Never rejects. `base` is the server's address, for example `http://127.0.0.1:3000`; `mark` are the headers by which the request log recognises
 * probes. Calls `unreached` for each service whose probe did not reach the server.
 */
export async function probeServices(
  base: string,
  services: readonly MeasuredService[],
  mark: Readonly<Record<string, string>>,
  unreached: (service: MeasuredService, error: unknown, durationMs: number) => void,
  waitMs = UNANSWERED_AFTER_MS,
): Promise<void> {
  await Promise.all(
    services.map(async (service) => {
      const begun = performance.now();
      try {
        await send(base, service.probe, mark, waitMs);
      } catch (error) {
        // The server received a probe that timed out and measures its duration.
        if (error instanceof DOMException && error.name === 'TimeoutError') return;
        unreached(service, error, Math.round(performance.now() - begun));
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
