/** The SDK's part of metrics: one meter, one reader, and a view for each declared instrument. Loaded only when telemetry is on. */
import type { Attributes } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type CollectionResult,
  type IAttributesProcessor,
  InstrumentType,
  MeterProvider,
  MetricReader,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';
import { bindInstruments, declaredInstruments } from './instrument.ts';

export interface Metrics {
  collect(): Promise<ResourceMetrics>;
  /** Exports the metrics a last time. */
  stop(): Promise<void>;
}

interface MetricsOptions {
  readonly resource: Resource;
  /** Absent: metrics are only collected. */
  readonly push?: { readonly exporter: PushMetricExporter; readonly intervalMs: number } | undefined;
}

/** The most series of one instrument, with the one that counts all further sets of attributes together. */
const SERIES_MAX = 2_000;
const OVERFLOW: Attributes = { 'otel.metric.overflow': true };
/** Default of OTEL_METRIC_EXPORT_TIMEOUT in the specification is longer than our shortest interval. */
const EXPORT_TIMEOUT_MS_MAX = 30_000;

export function startMetrics({ resource, push }: MetricsOptions): Metrics {
  // Prometheus and the collector share one reader. The SDK keeps all unread sums of each reader, so a second reader that is never read would fill the memory.
  const reader = push === undefined ? new PullReader() : new PushReader(push);
  const views = declaredInstruments().map(({ name, attributes }) => ({ instrumentName: name, attributesProcessors: [allow(attributes)] }));
  const provider = new MeterProvider({ resource, readers: [reader], views });
  const unbind = bindInstruments(provider.getMeter('portico'));
  return {
    collect: async () => (await reader.collect()).resourceMetrics,
    async stop() {
      unbind();
      await provider.shutdown();
    },
  };
}

/**
 * Sums are cumulative. Gauges are "delta", which for a gauge means the values of this collection only: with "cumulative" the SDK would repeat the
 * last value of a gauge that cannot be read.
 */
const temporalityOf = (type: InstrumentType): AggregationTemporality =>
  type === InstrumentType.OBSERVABLE_GAUGE ? AggregationTemporality.DELTA : AggregationTemporality.CUMULATIVE;

class PullReader extends MetricReader {
  readonly #collectOnce = together(() => super.collect());

  constructor() {
    super({ aggregationTemporalitySelector: temporalityOf });
  }
  override collect(): Promise<CollectionResult> {
    return this.#collectOnce();
  }
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

class PushReader extends PeriodicExportingMetricReader {
  readonly #collectOnce = together(() => super.collect());

  constructor({ exporter, intervalMs }: NonNullable<MetricsOptions['push']>) {
    super({
      exporter: {
        export: (metrics, done) => exporter.export(metrics, done),
        forceFlush: () => exporter.forceFlush(),
        shutdown: () => exporter.shutdown(),
        selectAggregationTemporality: temporalityOf,
      },
      exportIntervalMillis: intervalMs,
      exportTimeoutMillis: Math.min(intervalMs, EXPORT_TIMEOUT_MS_MAX),
    });
  }
  override collect(): Promise<CollectionResult> {
    return this.#collectOnce();
  }
}

/** Of two collections at once, the SDK would give the values of gauges to one only. */
function together(collect: () => Promise<CollectionResult>): () => Promise<CollectionResult> {
  let running: Promise<CollectionResult> | undefined;
  return () => {
    running ??= collect().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/**
 * Keeps the declared attributes of at most {@link SERIES_MAX} series. The SDK's own limit counts again from zero after each collection, while it
 * keeps all sums, so it bounds no memory.
 */
function allow(names: readonly string[]): IAttributesProcessor {
  const known = new Map<string, Attributes>();
  return {
    process(given) {
      const key = names.map((name) => given[name] ?? '').join('\n');
      const found = known.get(key);
      if (found !== undefined) return found;
      if (known.size >= SERIES_MAX - 1) return OVERFLOW;
      const kept = Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
      known.set(key, kept);
      return kept;
    },
  };
}
