/**
 * Writes metrics and spans in OTLP's JSON (opentelemetry-proto 1.x, "JSON Protobuf Encoding"): ids are hexadecimal, enumerations and flags are
 * numbers, 64-bit integers and times in nanoseconds are strings.
 */
import type { Attributes, AttributeValue, Metric } from './instrument.ts';
import { type FinishedSpan, SPAN_KIND } from './trace.ts';

const SCOPE = { name: 'portico' };
const STATUS_ERROR = 2;
/** AggregationTemporality: cumulative since the start of the process. */
const CUMULATIVE = 2;
const FLAG_SAMPLED = 1;

/** Body of `POST /v1/traces`. */
export function toOtlpTraces(resource: Attributes, spans: readonly FinishedSpan[]): object {
  return { resourceSpans: [{ resource: { attributes: pairs(resource) }, scopeSpans: [{ scope: SCOPE, spans: spans.map(toSpan) }] }] };
}

function toSpan(span: FinishedSpan): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId === undefined ? {} : { parentSpanId: span.parentSpanId }),
    flags: FLAG_SAMPLED,
    name: span.name,
    kind: SPAN_KIND[span.kind],
    startTimeUnixNano: nanos(span.startMs),
    endTimeUnixNano: nanos(span.endMs),
    attributes: pairs(span.attributes),
    status: span.isError ? { code: STATUS_ERROR } : {},
  };
}

/** Body of `POST /v1/metrics`. Instruments without a point are left out. */
export function toOtlpMetrics(resource: Attributes, metrics: readonly Metric[], time: { readonly startMs: number; readonly nowMs: number }): object {
  const told = metrics.filter(({ points }) => points.length > 0).map((metric) => toMetric(metric, time));
  return { resourceMetrics: [{ resource: { attributes: pairs(resource) }, scopeMetrics: [{ scope: SCOPE, metrics: told }] }] };
}

function toMetric(metric: Metric, { startMs, nowMs }: { readonly startMs: number; readonly nowMs: number }): object {
  const times = { startTimeUnixNano: nanos(startMs), timeUnixNano: nanos(nowMs) };
  const text = { name: metric.name, unit: metric.unit, description: metric.about };
  if (metric.kind === 'histogram') {
    const { bounds } = metric;
    const dataPoints = metric.points.map(({ attributes, count, sum, buckets }) => ({
      ...times,
      attributes: pairs(attributes),
      count: String(count),
      sum,
      bucketCounts: buckets.map(String),
      explicitBounds: bounds,
    }));
    return { ...text, histogram: { aggregationTemporality: CUMULATIVE, dataPoints } };
  }
  const dataPoints = metric.points.map(({ attributes, value }) => ({ ...times, attributes: pairs(attributes), asDouble: value }));
  if (metric.kind === 'gauge') return { ...text, gauge: { dataPoints } };
  return { ...text, sum: { aggregationTemporality: CUMULATIVE, isMonotonic: metric.kind === 'counter', dataPoints } };
}

function pairs(attributes: Attributes): readonly object[] {
  return Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: anyValue(value) }]));
}

function anyValue(value: AttributeValue): object {
  if (typeof value === 'string') return { stringValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** The clock has a resolution of microseconds. */
const nanos = (ms: number): string => `${Math.round(ms * 1_000)}000`;
