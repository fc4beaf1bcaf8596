/**
 * Creates the HTTP server before its routes: order of the hooks, limits, and checks that every request and response passes. The caller registers the
 * routes on it; this module knows none.
 */

import type { Server } from 'node:http';
import fastifyCookie from '@fastify/cookie';
import { BODY_BYTES_MAX, UI_BODY_BYTES_MAX } from '@portico/contract/values';
import { type FastifyContextConfig, type FastifyHttpOptions, type FastifyInstance, type FastifySchema, fastify, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { observeRequests } from '../telemetry/observe-requests.ts';
import { type ApplicationOf, registerRequestLine } from '../telemetry/request-line.ts';
import { registerMtlsAddress } from '../tls/mtls-address.ts';
import { collectAllowedMethods } from './allowed-methods.ts';
import { limitConnectionsPerAddress } from './connections-per-address.ts';
import { registerCors } from './cors.ts';
import { registerCsrfGuard } from './csrf-guard.ts';
import { errorBody } from './error-body.ts';
import { registerErrorHandler } from './error-handler.ts';
import { registerStopGuard, type Shutdown } from './graceful-stop.ts';
import { registerJsonBody } from './json-body.ts';
import * as limits from './limits.ts';
import { type LoadShedding, registerLoadShedding } from './load-shedding.ts';
import { toProblem } from './problem.ts';
import { problemPage } from './problem-page.ts';
import { registerRateLimit } from './rate-limit.ts';
import { createRawAnswers, type RawAnswers } from './raw-answer.ts';
import { registerRequestId, requestIdOf } from './request-id.ts';
import { hasEmptyParameter, refuseOtherSpellings } from './request-target.ts';
import { routeAreaOf } from './route-area.ts';
import { collectRouteRules } from './route-rules.ts';
import { registerSecurityHeaders, securityHeaders } from './security-headers.ts';
import { registerAddressGuard } from './storable-text.ts';
import { compileSerializer, compileValidator } from './validation.ts';
import { registerWaitingSince } from './waiting-since.ts';
import { registerWireRules } from './wire-rules.ts';

export interface HttpServerDeps {
  readonly config: Pick<
    Config,
    'publicUrl' | 'apiBase' | 'contentBase' | 'sandboxBase' | 'identityBase' | 'allowedOrigins' | 'rateLimitPerMinute' | 'trustedProxies'
  > &
    Partial<Pick<Config, 'supportContact' | 'telemetry'>>;
  readonly log: Logger;
  readonly shutdown: Shutdown;
  /** Called for every route, for documents derived from the routes. */
  readonly onRoute?: (route: KnownRoute) => void;
  /** The address of the page that a path without a route means (`hash-address.ts`). */
  readonly pageElsewhere?: (url: string) => string | undefined;
  /** For the log. Default: no application is named. */
  readonly applicationOf?: ApplicationOf;
  /** Absent: no load shedding. */
  readonly load?: LoadShedding;
  /** Default: {@link limits.CONNECTION_LIMITS}. */
  readonly connectionLimits?: Partial<limits.ConnectionLimits>;
}

export interface KnownRoute {
  readonly method: string;
  /** With parameters, e.g. `/bank/sign-in/:id`. */
  readonly url: string;
  readonly schema?: FastifySchema | undefined;
  readonly config?: FastifyContextConfig | undefined;
}

export async function createHttpServer({ config, log, shutdown, onRoute, load, ...deps }: HttpServerDeps): Promise<FastifyInstance> {
  const connectionLimits = { ...limits.CONNECTION_LIMITS, ...deps.connectionLimits };
  const headers = securityHeaders(config);
  const rawAnswers = createRawAnswers(headers, connectionLimits.lingerMs);
  const app = fastify(serverOptions({ config, log }, headers, rawAnswers, connectionLimits));
  app.server.maxConnections = connectionLimits.connectionsMax;
  if (config.rateLimitPerMinute !== 0) limitConnectionsPerAddress(app.server, connectionLimits.connectionsPerAddressMax, config.trustedProxies);
  // `wire-rules.ts` limits the number of headers. Node would drop further headers without an error.
  app.server.maxHeadersCount = 0;
  app.server.on('connect', (_request, socket) => rawAnswers.refuseTunnel(socket));
  const origins = [new URL(config.publicUrl).origin, ...config.allowedOrigins];

  const allowedMethods = collectAllowedMethods(app);
  collectRouteRules(app);
  app.addHook('onRoute', (route) => {
    if (routeAreaOf(route.url) === 'signing') route.bodyLimit ??= UI_BODY_BYTES_MAX;
    for (const method of [route.method].flat()) onRoute?.({ method, url: route.url, schema: route.schema, config: route.config });
  });
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  const unknownAddress = registerErrorHandler(app, allowedMethods, problemPage(config.supportContact), deps.pageElsewhere);
  registerJsonBody(app);

  observeRequests(app, { continuesTraces: config.telemetry?.continuesTraces ?? false });
  registerRequestLine(app, deps.applicationOf);
  registerRequestId(app);
  registerSecurityHeaders(app, headers);
  registerStopGuard(app, shutdown);
  if (load !== undefined) registerLoadShedding(app, load);
  registerWireRules(app);
  registerMtlsAddress(app, config.publicUrl);
  await registerRateLimit(app, config.rateLimitPerMinute ?? limits.RATE_LIMIT_PER_MINUTE);
  await registerCors(app, origins);
  registerCsrfGuard(app, origins);
  registerAddressGuard(app);
  // Runs before the body is read, because no answer here needs it.
  app.addHook('onRequest', async (request, reply) => (request.is404 || hasEmptyParameter(request) ? unknownAddress(request, reply) : undefined));
  registerWaitingSince(app);
  await app.register(fastifyCookie);
  return app;
}

/** Without these factories Fastify loads its own compilers, 250 modules that are never used. The server sets its own at once. */
const notOurs = () => {
  throw new Error('The server has its own compilers of schemas.');
};

function serverOptions(
  { config, log }: Pick<HttpServerDeps, 'config' | 'log'>,
  headers: Readonly<Record<string, string>>,
  rawAnswers: RawAnswers,
  connectionLimits: limits.ConnectionLimits,
): FastifyHttpOptions<Server> {
  return {
    schemaController: { compilersFactory: { buildValidator: notOurs, buildSerializer: notOurs } },
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    requestIdHeader: false,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: connectionLimits.requestTimeoutMs,
    connectionTimeout: connectionLimits.connectionTimeoutMs,
    keepAliveTimeout: connectionLimits.keepAliveTimeoutMs,
    http: limits.httpOptions(connectionLimits),
    routerOptions: { maxParamLength: limits.PARAM_LENGTH_MAX },
    rewriteUrl: refuseOtherSpellings,
    // The stop guard sends this response, with the service's headers and body.
    return503OnClosing: false,
    trustProxy: config.trustedProxies === undefined || config.trustedProxies.length === 0 ? false : [...config.trustedProxies],
    // Requests that reach no hook (invalid or too long URL) still get all headers.
    frameworkErrors: (error, request, reply) => {
      const problem = toProblem(error);
      reply.raw
        .writeHead(problem.status, { ...headers, 'x-request-id': request.id, 'content-type': 'application/json; charset=utf-8' })
        .end(JSON.stringify(errorBody(problem, routeAreaOf(request.url))));
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else rawAnswers.refuse(socket, error.code);
    },
  };
}
