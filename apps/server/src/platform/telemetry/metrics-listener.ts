/**
 * `GET /metrics` for Prometheus, on a separate address: metrics are for the operator and not served on the public port. There is no authentication.
 * The address (this machine by default) and the network decide who can reach it.
 */
import { createServer, type Server } from 'node:http';
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import type { MetricData, ResourceMetrics } from '@opentelemetry/sdk-metrics';

export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

const CONNECTIONS_MAX = 10;
const REQUEST_TIMEOUT_MS = 5_000;
const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';
const UNITS: Readonly<Record<string, string>> = { s: '.seconds', By: '.bytes' };
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** @throws the error of `listen`, e.g. EADDRINUSE. Returns a function that closes the listener. */
export async function openMetricsListener({ host, port }: MetricsAddress, collect: () => Promise<ResourceMetrics>): Promise<() => Promise<void>> {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: REQUEST_TIMEOUT_MS });
  server.maxConnections = CONNECTIONS_MAX;
  server.on('request', (request, response) => {
    // No request here needs a body.
    request.resume();
    const path = request.url?.split('?')[0];
    if (path !== '/metrics') return response.writeHead(404, HEADERS).end();
    if (request.method !== 'GET') return response.writeHead(405, { ...HEADERS, allow: 'GET' }).end();
    return collect().then(
      (metrics) => response.writeHead(200, { ...HEADERS, 'content-type': PROMETHEUS_TYPE }).end(toPrometheusText(metrics)),
      () => response.writeHead(500, HEADERS).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  server.unref();
  return () => close(server);
}

/** Without the SDK's series and labels about itself. */
function toPrometheusText(collected: ResourceMetrics): string {
  const scopeMetrics = collected.scopeMetrics.map((each) => ({ ...each, metrics: each.metrics.map(withUnitInName) }));
  return new PrometheusSerializer(undefined, false, undefined, true, true).serialize({ ...collected, scopeMetrics });
}

/**
 * OpenTelemetry's specification, "Prometheus and OpenMetrics compatibility", appends the unit: `http.server.request.duration` in `s` is
 * `http_server_request_duration_seconds`. The SDK's serializer writes a comment instead.
 */
function withUnitInName<Metric extends MetricData>(metric: Metric): Metric {
  const { descriptor } = metric;
  return { ...metric, descriptor: { ...descriptor, name: `${descriptor.name}${UNITS[descriptor.unit] ?? ''}`, unit: '' } };
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
