/** Starts the parts of telemetry that the settings switch on. Loaded only where there is one. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { serverFolder } from '../server-folder.ts';
import { startRecording } from './instrument.ts';
import { openMetricsListener } from './metrics-listener.ts';
import { observeProcess } from './observe-process.ts';
import { createOtlpExporter } from './otlp-exporter.ts';
import type { TelemetrySettings } from './telemetry-settings.ts';
import { startTracing } from './trace.ts';
import { createSampler } from './trace-context.ts';

export interface StartTelemetryDeps {
  readonly settings: TelemetrySettings;
  readonly log: Logger;
  /** Returns the delay of the event loop, in ms. */
  readonly readDelayMs: () => number;
}

/** Version of the server's package. */
const VERSION = String(JSON.parse(readFileSync(join(serverFolder, 'package.json'), 'utf8')).version);

/**
 * Call it before the objects to be measured are opened.
 * @throws the error of `listen` for the Prometheus address. Returns a function that ends telemetry and sends the queued spans within 2 s.
 */
export async function startTelemetry({ settings, log, readDelayMs }: StartTelemetryDeps): Promise<() => Promise<void>> {
  // Each server is a separate instance, because its sums are its own.
  const resource = { 'service.name': settings.serviceName, 'service.version': VERSION, 'service.instance.id': randomUUID() };
  const endings = [startRecording(), ...observeProcess(readDelayMs)];
  const closeListener = settings.metrics && (await openMetricsListener(settings.metrics));
  const exporter = settings.otlp && createOtlpExporter({ ...settings.otlp, resource, log });
  const isSampled = createSampler(settings.sampler, settings.samplerRatio);
  const endTracing = exporter && startTracing({ isSampled, finished: exporter.push });
  return async () => {
    endTracing?.();
    await exporter?.stop();
    await closeListener?.();
    for (const end of endings) end();
  };
}
