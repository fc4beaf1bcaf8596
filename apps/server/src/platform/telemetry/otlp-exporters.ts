/** Creates the exporters of OTLP, https://opentelemetry.io/docs/specs/otlp/. Only the packages of the chosen protocol are loaded. */
import type { PushMetricExporter } from '@opentelemetry/sdk-metrics';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { OtlpSettings } from './telemetry-settings.ts';

type Target = Pick<OtlpSettings, 'protocol' | 'endpoint' | 'headers'>;

export interface OtlpExporters {
  readonly spans: SpanExporter;
  readonly metrics: PushMetricExporter;
}

export async function createOtlpExporters(settings: Target): Promise<OtlpExporters> {
  if (settings.protocol === 'grpc') return createGrpcExporters(settings);
  const isJson = settings.protocol === 'http/json';
  const [{ OTLPTraceExporter }, { OTLPMetricExporter }] = isJson
    ? await Promise.all([import('@opentelemetry/exporter-trace-otlp-http'), import('@opentelemetry/exporter-metrics-otlp-http')])
    : await Promise.all([import('@opentelemetry/exporter-trace-otlp-proto'), import('@opentelemetry/exporter-metrics-otlp-proto')]);
  const { endpoint } = settings;
  // Each exporter writes into its headers.
  return {
    spans: new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers: { ...settings.headers } }),
    metrics: new OTLPMetricExporter({ url: `${endpoint}/v1/metrics`, headers: { ...settings.headers } }),
  };
}

async function createGrpcExporters({ endpoint, headers }: Target): Promise<OtlpExporters> {
  const [{ OTLPTraceExporter }, { OTLPMetricExporter }, { Metadata }] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-grpc'),
    import('@opentelemetry/exporter-metrics-otlp-grpc'),
    import('@grpc/grpc-js'),
  ]);
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
  return { spans: new OTLPTraceExporter({ url: endpoint, metadata }), metrics: new OTLPMetricExporter({ url: endpoint, metadata }) };
}
