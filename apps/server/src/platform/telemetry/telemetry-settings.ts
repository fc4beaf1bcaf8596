/** The operator's settings for telemetry, with OpenTelemetry's names and defaults where they exist. Without settings there is no telemetry. */
import type { SettingReader } from '../setting-reader.ts';
import type { MetricsAddress } from './metrics-listener.ts';
import type { OtlpSettings } from './otlp-exporter.ts';
import { SAMPLERS } from './trace-context.ts';

export interface TelemetrySettings {
  /** Address for Prometheus; absent: none. */
  readonly metrics: MetricsAddress | undefined;
  /** The collector; absent: nothing is exported. */
  readonly otlp: OtlpSettings | undefined;
  readonly serviceName: string;
  readonly sampler: (typeof SAMPLERS)[number];
  /** 0 to 1. */
  readonly samplerRatio: number;
  /** See `observe-requests.ts`. */
  readonly continuesTraces: boolean;
}

const PORT_MAX = 65_535;
const INTERVAL_MS_MAX = 3_600_000;

export function readTelemetry(read: SettingReader): TelemetrySettings {
  const endpoint = read.collector('OTEL_EXPORTER_OTLP_ENDPOINT');
  read.oneOf('OTEL_EXPORTER_OTLP_PROTOCOL', ['http/json'], 'http/json');
  const headers = read.headers('OTEL_EXPORTER_OTLP_HEADERS');
  const metricIntervalMs = read.integer('OTEL_METRIC_EXPORT_INTERVAL', { min: 1_000, max: INTERVAL_MS_MAX, fallback: 60_000 });
  return {
    metrics: read.parsed('PORTICO_METRICS_ADDRESS', parseAddress, 'a port such as 9464 for this machine alone, or 0.0.0.0:9464 for a network'),
    otlp: endpoint === undefined ? undefined : { endpoint, headers, metricIntervalMs },
    serviceName: read.text('OTEL_SERVICE_NAME', { fallback: 'portico' }),
    sampler: read.oneOf('OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on'),
    samplerRatio: read.parsed('OTEL_TRACES_SAMPLER_ARG', parseRatio, 'a number from 0 to 1') ?? 1,
    continuesTraces: read.oneOf('PORTICO_TRACE_CONTEXT', ['restart', 'continue'], 'restart') === 'continue',
  };
}

function parseAddress(given: string): MetricsAddress | undefined {
  const [, host = '127.0.0.1', digits = ''] = /^(?:(\[[0-9a-f:]{2,39}\]|[A-Za-z0-9.-]{1,253}):)?(\d{1,5})$/.exec(given) ?? [];
  const port = Number(digits);
  return port >= 1 && port <= PORT_MAX ? { host: host.replaceAll(/[[\]]/g, ''), port } : undefined;
}

function parseRatio(given: string): number | undefined {
  const ratio = /^\d(\.\d{1,10})?$/.test(given) ? Number(given) : Number.NaN;
  return ratio >= 0 && ratio <= 1 ? ratio : undefined;
}
