/**
 * `GET /metrics` for Prometheus, on an address of its own: what a server does is the operator's business, and its public port is not asked.
 * Nobody signs in there; who may reach it is a matter of the address (this machine by default) and of the network.
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

/** @throws what `listen` says, e.g. EADDRINUSE. Answers how to close it. */
export async function openMetricsListener({ host, port }: MetricsAddress): Promise<() => Promise<void>> {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: REQUEST_TIMEOUT_MS });
  server.maxConnections = CONNECTIONS_MAX;
  server.on('request', (request, response) => {
    // Nobody sends a body here.
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
