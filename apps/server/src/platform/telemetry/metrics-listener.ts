/**
 * `GET /metrics` for Prometheus, on a separate address: metrics are for the operator and not served on the public port. There is no authentication.
 * The address (this machine by default) and the network decide who can reach it.
 */
import { createServer, type Server } from 'node:http';
import { collectMetrics } from './instrument.ts';
import { PROMETHEUS_TYPE, toPrometheusText } from './prometheus-text.ts';

export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

const CONNECTIONS_MAX = 10;
const REQUEST_TIMEOUT_MS = 5_000;
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** @throws the error of `listen`, e.g. EADDRINUSE. Returns a function that closes the listener. */
export async function openMetricsListener({ host, port }: MetricsAddress): Promise<() => Promise<void>> {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: REQUEST_TIMEOUT_MS });
  server.maxConnections = CONNECTIONS_MAX;
  server.on('request', (request, response) => {
    // No request here needs a body.
    request.resume();
    const path = request.url?.split('?')[0];
    if (path !== '/metrics') return response.writeHead(404, HEADERS).end();
    if (request.method !== 'GET') return response.writeHead(405, { ...HEADERS, allow: 'GET' }).end();
    return collectMetrics().then(
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

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
