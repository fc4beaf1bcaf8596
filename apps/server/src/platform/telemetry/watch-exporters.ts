/** Counts the spans that the collector took and those that are lost, and logs once when it fails and once when it works again. */
import type { PushMetricExporter } from '@opentelemetry/sdk-metrics';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { certificateFault } from '../tls/certificate-fault.ts';
import { spansExported } from './instruments.ts';
import type { OtlpExporters } from './otlp-exporters.ts';

/** As in `ExportResult` of the SDK. */
const SUCCESS = 0;

export interface WatchedExporters extends OtlpExporters {
  /** True after a failed export, until one succeeds. */
  isAway(): boolean;
}

export function watchExporters({ spans, metrics }: OtlpExporters, log: Pick<Logger, 'warn' | 'info'>): WatchedExporters {
  let isAway = false;

  function note({ code, error }: { readonly code: number; readonly error?: Error }): void {
    const isTaken = code === SUCCESS;
    if (isTaken === !isAway) return;
    isAway = !isTaken;
    if (isTaken) log.info('The telemetry collector takes again what is sent to it.');
    else log.warn({ reason: reasonOf(error) }, 'The telemetry collector does not take what is sent to it. Nothing else is affected.');
  }

  const watchedSpans: SpanExporter = {
    export: (batch, done) =>
      spans.export(batch, (result) => {
        note(result);
        spansExported.add(batch.length, result.code === SUCCESS ? {} : { 'error.type': 'export_failed' });
        done(result);
      }),
    shutdown: () => spans.shutdown(),
  };
  const watchedMetrics: PushMetricExporter = {
    export: (batch, done) =>
      metrics.export(batch, (result) => {
        note(result);
        done(result);
      }),
    forceFlush: () => metrics.forceFlush(),
    shutdown: () => metrics.shutdown(),
  };
  return { spans: watchedSpans, metrics: watchedMetrics, isAway: () => isAway };
}

/** A status, a code or a fault of the certificate. Never a message, because it may contain the collector's address or its answer. */
function reasonOf(error: Error | undefined): string {
  const fault = certificateFault(error);
  if (fault !== undefined) return fault;
  const code = error !== undefined && 'code' in error ? error.code : undefined;
  return typeof code === 'string' || typeof code === 'number' ? String(code) : (error?.name ?? 'unknown');
}
