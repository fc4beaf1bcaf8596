/** Further servers of the application beside the ordinary one: with its routes, its limits, and its answers to input that is no HTTP. */
import type { RequestListener, Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { limitConnectionsPerAddress } from './connections-per-address.ts';
import type { Door } from './graceful-stop.ts';
import * as limits from './limits.ts';
import { createRawAnswers } from './raw-answer.ts';
import { securityHeaders } from './security-headers.ts';

export interface FurtherServerOptions {
  readonly config: Parameters<typeof securityHeaders>[0] & Pick<Config, 'rateLimitPerMinute' | 'trustedProxies'>;
  /** Makes the server. `route` passes a request to the routes of the application. */
  readonly make: (httpOptions: ServerOptions, route: RequestListener) => Server;
  /** Default: {@link limits.CONNECTION_LIMITS}. */
  readonly connectionLimits?: Partial<limits.ConnectionLimits>;
}

/** The application must be ready, and the caller closes the door with `closeServer`. */
export function createFurtherServer(app: FastifyInstance, { config, make, ...deps }: FurtherServerOptions): Door {
  const connectionLimits = { ...limits.CONNECTION_LIMITS, ...deps.connectionLimits };
  const rawAnswers = createRawAnswers(securityHeaders(config), connectionLimits.lingerMs);
  const server = make(limits.httpOptions(connectionLimits), (request, response) => app.routing(request, response));
  server.requestTimeout = connectionLimits.requestTimeoutMs;
  server.keepAliveTimeout = connectionLimits.keepAliveTimeoutMs;
  server.setTimeout(connectionLimits.connectionTimeoutMs);
  server.maxConnections = connectionLimits.connectionsMax;
  // As for the ordinary server (`create-http-server.ts`).
  server.maxHeadersCount = 0;
  if (config.rateLimitPerMinute !== 0) limitConnectionsPerAddress(server, connectionLimits.connectionsPerAddressMax, config.trustedProxies);
  server.on('connect', (_request, socket) => rawAnswers.refuseTunnel(socket));
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || isInHandshake(socket)) socket.destroy();
    else rawAnswers.refuse(socket, error.code);
  });
  return { server, cut: cutter(server) };
}

/** Nothing can be written to a caller that speaks no TLS. */
const isInHandshake = (socket: object): boolean => socket instanceof TLSSocket && socket.getCipher() === undefined;

/** Node's `closeAllConnections` leaves out connections that are still in their handshake. */
function cutter(server: Server): () => void {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => {
    server.closeAllConnections();
    for (const socket of open) socket.destroy();
  };
}
