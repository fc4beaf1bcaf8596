/**
 * Sends spans and metrics to an OpenTelemetry collector: OTLP over HTTP with JSON, https://opentelemetry.io/docs/specs/otlp/#otlphttp. No request
 * waits for it. Spans are kept in a bounded queue. While the collector fails, the exporter sends less and less often; spans above the limit are
 * dropped and counted. Metrics are cumulative since the start, so the next export contains one that failed.
 */
import type { Logger } from 'pino';
import { type Attributes, collectMetrics } from './instrument.ts';
import { spansExported } from './instruments.ts';
import { toOtlpMetrics, toOtlpTraces } from './otlp-json.ts';
import type { FinishedSpan } from './trace.ts';

export interface OtlpSettings {
  /** Base URL without `/v1/traces` and without a trailing slash. */
  readonly endpoint: string;
  /** Sent with each request; may contain the collector's key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly metricIntervalMs: number;
}

export interface OtlpExporterDeps extends OtlpSettings {
  readonly resource: Attributes;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  /** For tests; default: {@link LIMITS}. */
  readonly limits?: Partial<typeof LIMITS>;
}

export interface OtlpExporter {
  push(span: FinishedSpan): void;
  /** Sends the queued spans, once. */
  stop(): Promise<void>;
}

const LIMITS = {
  /** Defaults of OTEL_BSP_MAX_QUEUE_SIZE, …_MAX_EXPORT_BATCH_SIZE and …_SCHEDULE_DELAY in the specification. */
  queue: 2_048,
  batch: 512,
  delayMs: 5_000,
  timeoutMs: 10_000,
  backOffMsMax: 60_000,
  stopMs: 2_000,
};
/** The protocol allows a repetition for these statuses only. */
const RETRYABLE: ReadonlySet<number> = new Set([429, 502, 503, 504]);

type Outcome =
  | { readonly isTaken: true }
  | { readonly isTaken: false; readonly mayRepeat: boolean; readonly reason: string; readonly waitMs?: number };

export function createOtlpExporter({ endpoint, headers, metricIntervalMs, resource, log, ...deps }: OtlpExporterDeps): OtlpExporter {
  const limits = { ...LIMITS, ...deps.limits };
  const startMs = performance.timeOrigin;
  let waiting: FinishedSpan[] = [];
  let sending: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let backOffMs = 0;
  let isAway = false;
  let isStopped = false;

  async function post(path: string, body: object): Promise<Outcome> {
    try {
      const response = await fetch(`${endpoint}${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(isStopped ? limits.stopMs : limits.timeoutMs),
      });
      await response.body?.cancel();
      if (response.status === 200) return { isTaken: true };
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
      return {
        isTaken: false,
        mayRepeat: RETRYABLE.has(response.status),
        reason: `status ${response.status}`,
        ...(Number.isFinite(seconds) ? { waitMs: seconds * 1_000 } : {}),
      };
    } catch (error) {
      return { isTaken: false, mayRepeat: true, reason: error instanceof Error ? error.name : 'unknown' };
    }
  }

  /** Logs once when the collector fails, and once when it works again. */
  function note(outcome: Outcome): void {
    if (outcome.isTaken === !isAway) return;
    isAway = !outcome.isTaken;
    if (outcome.isTaken) log.info('The telemetry collector takes again what is sent to it.');
    else log.warn({ reason: outcome.reason }, 'The telemetry collector does not take what is sent to it. Nothing else is affected.');
  }

  async function sendBatch(): Promise<void> {
    const batch = waiting.slice(0, limits.batch);
    if (batch.length === 0) return;
    waiting = waiting.slice(batch.length);
    const outcome = await post('/v1/traces', toOtlpTraces(resource, batch));
    note(outcome);
    if (outcome.isTaken) {
      backOffMs = 0;
      spansExported.add(batch.length);
      return;
    }
    if (outcome.mayRepeat) {
      backOffMs = Math.min(Math.max(outcome.waitMs ?? 0, backOffMs * 2, limits.delayMs), limits.backOffMsMax);
      const kept = batch.slice(0, Math.max(0, limits.queue - waiting.length));
      spansExported.add(batch.length - kept.length, { 'error.type': 'queue_full' });
      waiting = [...kept, ...waiting];
    } else {
      spansExported.add(batch.length, { 'error.type': 'rejected' });
    }
  }

  function schedule(afterMs: number): void {
    if (timer !== undefined || isStopped) return;
    timer = setTimeout(() => {
      timer = undefined;
      sending = sendBatch().finally(() => {
        sending = undefined;
        if (waiting.length > 0) schedule(backOffMs > 0 ? backOffMs : waiting.length >= limits.batch ? 0 : limits.delayMs);
      });
    }, afterMs).unref();
  }

  const sendMetrics = async () =>
    note(await post('/v1/metrics', toOtlpMetrics(resource, await collectMetrics(), { startMs, nowMs: performance.timeOrigin + performance.now() })));
  let isSendingMetrics = false;
  const metricTimer = setInterval(() => {
    // Only one export of metrics runs at a time, also with a slow collector.
    if (isSendingMetrics) return;
    isSendingMetrics = true;
    void sendMetrics().finally(() => {
      isSendingMetrics = false;
    });
  }, metricIntervalMs).unref();

  return {
    push(span) {
      if (isStopped) return;
      if (waiting.length >= limits.queue) {
        spansExported.add(1, { 'error.type': 'queue_full' });
        return;
      }
      waiting.push(span);
      if (sending !== undefined) return;
      // A full batch is sent at once, unless the exporter is backing off.
      if (waiting.length === limits.batch && backOffMs === 0) {
        clearTimeout(timer);
        timer = undefined;
        schedule(0);
      } else schedule(limits.delayMs);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      clearInterval(metricTimer);
      const rest = async () => {
        await sending;
        if (!isAway) await Promise.all([sendBatch(), sendMetrics()]);
      };
      await Promise.race([rest(), new Promise((resolve) => setTimeout(resolve, limits.stopMs).unref())]);
    },
  };
}
