/** The SDK's part of traces: sampler, bounded queue and batches. Loaded only when traces are exported. */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import type { Resource } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Attributes } from './instrument.ts';
import { spansExported } from './instruments.ts';
import type { SamplerName } from './telemetry-settings.ts';
import { setTracer } from './trace.ts';

interface TracingOptions {
  readonly resource: Resource;
  readonly exporter: SpanExporter;
  readonly sampler: SamplerName;
  /** 0 to 1, for the two samplers that use it. Every server decides alike, because the decision depends on the trace id. */
  readonly samplerRatio: number;
  /** For tests; default: {@link QUEUE}. */
  readonly queue?: { readonly maxQueueSize: number; readonly maxExportBatchSize: number; readonly scheduledDelayMillis: number };
}

/** Defaults of OTEL_BSP_MAX_QUEUE_SIZE, …_MAX_EXPORT_BATCH_SIZE and …_SCHEDULE_DELAY in the specification. */
const QUEUE = { maxQueueSize: 2_048, maxExportBatchSize: 512, scheduledDelayMillis: 5_000 };
const KINDS = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const;

/** Returns a function that ends the tracing and sends the queued spans. */
export function startTracing({ resource, exporter, sampler, samplerRatio, queue = QUEUE }: TracingOptions): () => Promise<void> {
  const provider = new TracerProvider({
    resource,
    sampler: createSampler(sampler, samplerRatio),
    spanProcessors: [createCountingQueue(exporter, queue)],
  });
  const tracer = provider.getTracer('portico');
  const unset = setTracer({
    begin(name, kind, attributes, parent) {
      const context = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: withoutAbsent(attributes), startTime: nowMs() }, context);
      return span.isRecording() ? span : undefined;
    },
    end(span, errorType) {
      if (errorType !== undefined) span.setAttribute('error.type', errorType).setStatus({ code: SpanStatusCode.ERROR });
      span.end(nowMs());
    },
    readParent(header) {
      const parent = parseTraceParent(header);
      return parent === null ? undefined : { ...parent, isRemote: true };
    },
  });
  return async () => {
    unset();
    await provider.shutdown();
  };
}

export function createSampler(name: SamplerName, ratio: number): Sampler {
  const root = createRootSampler(name.replace('parentbased_', ''), ratio);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function createRootSampler(name: string, ratio: number): Sampler {
  if (name === 'traceidratio') return new TraceIdRatioBasedSampler(ratio);
  return name === 'always_off' ? new AlwaysOffSampler() : new AlwaysOnSampler();
}

/** The SDK's queue drops spans without a count that our metrics could export, so this one keeps the same bound before it. */
function createCountingQueue(exporter: SpanExporter, queue: NonNullable<TracingOptions['queue']>): SpanProcessor {
  let waiting = 0;
  const batches = new BatchSpanProcessor({
    ...queue,
    exporter: {
      export(spans, done) {
        waiting -= spans.length;
        exporter.export(spans, done);
      },
      shutdown: () => exporter.shutdown(),
    },
  });
  return {
    onStart: () => {},
    onEnd(span) {
      if (waiting >= queue.maxQueueSize) return spansExported.add(1, { 'error.type': 'queue_full' });
      waiting += 1;
      return batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}

const withoutAbsent = (attributes: Attributes) => Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));

/** The SDK alone would round the start of a span to whole milliseconds. */
const nowMs = (): number => performance.timeOrigin + performance.now();
