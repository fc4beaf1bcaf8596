/**
 * Writes metrics in Prometheus' text format (0.0.4). Names follow OpenTelemetry's specification, "Prometheus and OpenMetrics compatibility":
 * `http.server.request.duration` in `s` is `http_server_request_duration_seconds`.
 */
import type { Attributes, HistogramPoint, Metric } from './instrument.ts';

export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const UNITS: Readonly<Record<string, string>> = { s: '_seconds', By: '_bytes' };
const TYPES = { counter: 'counter', upDownCounter: 'gauge', gauge: 'gauge', histogram: 'histogram' } as const;

export function toPrometheusText(metrics: readonly Metric[]): string {
  return `${metrics.flatMap(linesOf).join('\n')}\n`;
}

/** The name without a histogram's suffixes `_bucket`, `_sum` and `_count`. */
function prometheusName({ name, unit, kind }: Pick<Metric, 'name' | 'unit' | 'kind'>): string {
  return `${underscored(name)}${UNITS[unit] ?? ''}${kind === 'counter' ? '_total' : ''}`;
}

const underscored = (name: string): string => name.replaceAll('.', '_');

function linesOf(metric: Metric): readonly string[] {
  const name = prometheusName(metric);
  const head = [`# HELP ${name} ${escapeHelp(metric.about)}`, `# TYPE ${name} ${TYPES[metric.kind]}`];
  if (metric.kind !== 'histogram') return [...head, ...metric.points.map(({ attributes, value }) => `${name}${labels(attributes)} ${value}`)];
  return [...head, ...metric.points.flatMap((point) => histogramLines(name, metric.bounds, point))];
}

/** Buckets are cumulative in this format. */
function histogramLines(name: string, bounds: readonly number[], { attributes, buckets, count, sum }: HistogramPoint): readonly string[] {
  let below = 0;
  const lines = bounds.map((bound, index) => {
    below += buckets[index] ?? 0;
    return `${name}_bucket${labels(attributes, String(bound))} ${below}`;
  });
  return [
    ...lines,
    `${name}_bucket${labels(attributes, '+Inf')} ${count}`,
    `${name}_sum${labels(attributes)} ${sum}`,
    `${name}_count${labels(attributes)} ${count}`,
  ];
}

function labels(attributes: Attributes, le?: string): string {
  const pairs = Object.entries(attributes).map(([name, value]) => `${underscored(name)}="${escapeLabel(String(value))}"`);
  if (le !== undefined) pairs.push(`le="${le}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escapeHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
const escapeLabel = (text: string): string => escapeHelp(text).replaceAll('"', '\\"');
