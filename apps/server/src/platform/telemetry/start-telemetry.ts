/** Switches telemetry on, as far as the settings want it. Loaded only then. */
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
  /** How late the event loop is. */
  readonly readDelayMs: () => number;
}

/** Of the server's package. */
const VERSION = String(JSON.parse(readFileSync(join(serverFolder, 'package.json'), 'utf8')).version);

/**
 * Before anything is opened that is to be measured.
 * @throws what `listen` says of the address for Prometheus. Answers how to end it: what waits is sent, within 2 s.
 */
export async function startTelemetry({ settings, log, readDelayMs }: StartTelemetryDeps): Promise<() => Promise<void>> {
  // Each of several servers is one of its own: so are its sums.
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
