/** Starts the parts of telemetry that the settings switch on. Loaded only where there is one. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { Logger } from 'pino';
import { serverFolder } from '../server-folder.ts';
import { openMetricsListener } from './metrics-listener.ts';
import { observeProcess } from './observe-process.ts';
import { startMetrics } from './start-metrics.ts';
import type { TelemetrySettings } from './telemetry-settings.ts';

/** Version of the server's package. */
const VERSION = String(JSON.parse(readFileSync(join(serverFolder, 'package.json'), 'utf8')).version);
/** The longest time for the last export. */
const STOP_MS = 2_000;

/**
 * Call it before the objects to be measured are opened. `readDelayMs` returns the delay of the event loop.
 * @throws the error of `listen` for the Prometheus address. Returns a function that ends telemetry and sends the queued spans within 2 s.
 */
export async function startTelemetry(settings: TelemetrySettings, log: Logger, readDelayMs: () => number): Promise<() => Promise<void>> {
  const { otlp } = settings;
  // Each server is a separate instance, because its sums are its own.
  const own = { 'service.version': VERSION, 'service.instance.id': randomUUID() };
  const resource = resourceFromAttributes({ ...own, ...settings.resource });
  const exporters = otlp && (await openExporters(otlp, log));
  const metrics = startMetrics({ resource, push: exporters && { exporter: exporters.metrics, intervalMs: otlp.metricIntervalMs } });
  const endObservations = observeProcess(readDelayMs);
  const closeListener = settings.metrics && (await openMetricsListener(settings.metrics, metrics.collect));
  const endTracing = exporters && (await import('./start-tracing.ts')).startTracing({ ...settings, resource, exporter: exporters.spans });
  return async () => {
    const isAway = exporters?.isAway() === true;
    const ended = Promise.allSettled([endTracing?.(), metrics.stop()]);
    // An absent collector is not waited for.
    if (!isAway) await withinBound(ended);
    await closeListener?.();
    for (const end of endObservations) end();
  };
}

async function openExporters(otlp: NonNullable<TelemetrySettings['otlp']>, log: Logger) {
  const [{ createOtlpExporters }, { watchExporters }] = await Promise.all([import('./otlp-exporters.ts'), import('./watch-exporters.ts')]);
  return watchExporters(await createOtlpExporters(otlp), log);
}

async function withinBound(work: Promise<unknown>): Promise<void> {
  const bound = Promise.withResolvers<void>();
  const timer = setTimeout(() => bound.resolve(), STOP_MS);
  await Promise.race([work, bound.promise]);
  clearTimeout(timer);
}
