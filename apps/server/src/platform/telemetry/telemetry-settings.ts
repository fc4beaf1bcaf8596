/** The operator's settings for telemetry, with OpenTelemetry's names and defaults where they exist. Without settings there is no telemetry. */
import { parseHostAndPort } from '../host-and-port.ts';
import type { SettingReader } from '../setting-reader.ts';
import type { MetricsAddress } from './metrics-listener.ts';

const PROTOCOLS = ['http/protobuf', 'http/json', 'grpc'] as const;
const SAMPLERS = ['always_on', 'always_off', 'traceidratio', 'parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const;

export type SamplerName = (typeof SAMPLERS)[number];

export interface OtlpSettings {
  readonly protocol: (typeof PROTOCOLS)[number];
  /** Without a trailing slash. For HTTP `/v1/traces` and `/v1/metrics` are appended. */
  readonly endpoint: string;
  /** Sent with each request; may contain the collector's key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly metricIntervalMs: number;
}

export interface TelemetrySettings {
  /** Address for Prometheus; absent: none. */
  readonly metrics: MetricsAddress | undefined;
  /** The collector; absent: nothing is exported. */
  readonly otlp: OtlpSettings | undefined;
  /** Attributes of the resource, among them `service.name`. */
  readonly resource: Readonly<Record<string, string>>;
  readonly sampler: SamplerName;
  /** 0 to 1. */
  readonly samplerRatio: number;
  /** See `observe-requests.ts`. */
  readonly continuesTraces: boolean;
}

const INTERVAL_MS_MAX = 3_600_000;

export function readTelemetry(read: SettingReader): TelemetrySettings {
  const endpoint = read.collector('OTEL_EXPORTER_OTLP_ENDPOINT');
  const protocol = read.oneOf('OTEL_EXPORTER_OTLP_PROTOCOL', PROTOCOLS, 'http/protobuf');
  const headers = read.headers('OTEL_EXPORTER_OTLP_HEADERS');
  const metricIntervalMs = read.integer('OTEL_METRIC_EXPORT_INTERVAL', { min: 1_000, max: INTERVAL_MS_MAX, fallback: 60_000 });
  return {
    metrics: read.parsed('PORTICO_METRICS_ADDRESS', parseHostAndPort, 'a port such as 9464 for this machine alone, or 0.0.0.0:9464 for a network'),
    otlp: endpoint === undefined ? undefined : { protocol, endpoint, headers, metricIntervalMs },
    resource: readResource(read),
    sampler: read.oneOf('OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on'),
    samplerRatio: read.parsed('OTEL_TRACES_SAMPLER_ARG', parseRatio, 'a number from 0 to 1') ?? 1,
    continuesTraces: read.oneOf('PORTICO_TRACE_CONTEXT', ['restart', 'continue'], 'restart') === 'continue',
  };
}

/** `OTEL_SERVICE_NAME` precedes a `service.name` among the attributes, as the specification requires. */
function readResource(read: SettingReader): Readonly<Record<string, string>> {
  const attributes = read.parsed(
    'OTEL_RESOURCE_ATTRIBUTES',
    parseAttributes,
    'attributes such as deployment.environment.name=production,host.name=a',
  );
  const name = read.parsed('OTEL_SERVICE_NAME', (given) => given, 'a name');
  return { 'service.name': 'portico', ...attributes, ...(name === undefined ? {} : { 'service.name': name }) };
}

/** `name=value,name=value` with percent-encoded values. */
function parseAttributes(given: string): Readonly<Record<string, string>> | undefined {
  const pairs = given.split(',').map((pair) => /^\s*([\w.-]{1,255})\s*=\s*([^\s=,;]{0,255})\s*$/.exec(pair) ?? []);
  try {
    const entries = pairs.flatMap(([, name, value]) => (name === undefined || value === undefined ? [] : [[name, decodeURIComponent(value)]]));
    return entries.length === pairs.length ? Object.fromEntries(entries) : undefined;
  } catch {
    return undefined;
  }
}

function parseRatio(given: string): number | undefined {
  const ratio = /^\d(\.\d{1,10})?$/.test(given) ? Number(given) : Number.NaN;
  return ratio >= 0 && ratio <= 1 ? ratio : undefined;
}
