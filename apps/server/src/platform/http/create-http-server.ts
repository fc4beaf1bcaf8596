/**
 * The HTTP server before any route: order of the hooks, limits, and the doors through which every request and answer passes.
 * Routes are registered on what it returns; nothing here knows one.
 */

import fastifyCookie from '@fastify/cookie';
import { BODY_BYTES_MAX, UI_BODY_BYTES_MAX } from '@portico/contract/values';
import { type FastifyInstance, type FastifyServerOptions, fastify, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { registerRequestLine } from '../telemetry/request-line.ts';
import { collectAllowedMethods } from './allowed-methods.ts';
import { registerCors } from './cors.ts';
import { registerCsrfGuard } from './csrf-guard.ts';
import { errorBody } from './error-body.ts';
import { registerErrorHandler } from './error-handler.ts';
import { registerStopGuard, type Shutdown } from './graceful-stop.ts';
import { registerJsonBody } from './json-body.ts';
import * as limits from './limits.ts';
import { sendNotFoundPage } from './not-found-page.ts';
import { plainProblem } from './problem.ts';
import { registerRateLimit } from './rate-limit.ts';
import { registerRequestId, requestIdOf } from './request-id.ts';
import { routeAreaOf } from './route-area.ts';
import { registerSecurityHeaders, securityHeaders } from './security-headers.ts';
import { registerAddressGuard } from './storable-text.ts';
import { compileSerializer, compileValidator } from './validation.ts';

export interface HttpServerDeps {
  readonly config: Pick<
    Config,
    'publicUrl' | 'apiBase' | 'contentBase' | 'sandboxBase' | 'identityBase' | 'allowedOrigins' | 'rateLimitPerMinute' | 'trustedProxies'
  >;
  readonly log: Logger;
  readonly shutdown: Shutdown;
  /** Told of every route, for what is derived from the running surface. */
  readonly onRoute?: (route: KnownRoute) => void;
}

export interface KnownRoute {
  readonly method: string;
  /** With parameters, e.g. `/bank/sign-in/:id`. */
  readonly url: string;
}

export async function createHttpServer({ config, log, shutdown, onRoute }: HttpServerDeps): Promise<FastifyInstance> {
  const headers = securityHeaders({
    publicUrl: config.publicUrl,
    bases: [config.apiBase, config.contentBase, config.sandboxBase, config.identityBase],
  });
  const app = fastify(serverOptions({ config, log, headers }));
  const origins = [new URL(config.publicUrl).origin, ...config.allowedOrigins];

  const allowedMethods = collectAllowedMethods(app);
  app.addHook('onRoute', (route) => {
    if (routeAreaOf(route.url) === 'signing') route.bodyLimit ??= UI_BODY_BYTES_MAX;
    for (const method of [route.method].flat()) onRoute?.({ method, url: route.url });
  });
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  registerErrorHandler(app, { allowedMethods, notFoundPage: sendNotFoundPage });
  registerJsonBody(app);

  registerRequestLine(app);
  registerRequestId(app);
  registerSecurityHeaders(app, headers);
  registerStopGuard(app, shutdown);
  await registerRateLimit(app, config.rateLimitPerMinute ?? limits.RATE_LIMIT_PER_MINUTE);
  await registerCors(app, origins);
  registerCsrfGuard(app, origins);
  registerAddressGuard(app);
  await app.register(fastifyCookie);
  return app;
}

function serverOptions({
  config,
  log,
  headers,
}: Omit<HttpServerDeps, 'shutdown' | 'onRoute'> & { headers: Readonly<Record<string, string>> }): FastifyServerOptions {
  return {
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    requestIdHeader: false,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: limits.REQUEST_TIMEOUT_MS,
    connectionTimeout: limits.CONNECTION_TIMEOUT_MS,
    keepAliveTimeout: limits.KEEP_ALIVE_TIMEOUT_MS,
    routerOptions: { maxParamLength: limits.PARAM_LENGTH_MAX },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    // The stop guard answers these itself, with our headers and body.
    return503OnClosing: false,
    trustProxy: config.trustedProxies === undefined || config.trustedProxies.length === 0 ? false : [...config.trustedProxies],
    // Requests that never reach a hook (unreadable address) still carry the whole header set.
    frameworkErrors: (_error, request, reply) => {
      const problem = plainProblem(400, 'The address of the request cannot be read. Correct its percent-encoding.');
      reply.raw
        .writeHead(problem.status, { ...headers, 'x-request-id': request.id, 'content-type': 'application/json; charset=utf-8' })
        .end(JSON.stringify(errorBody(problem, routeAreaOf(request.url))));
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) {
        socket.destroy();
        return;
      }
      socket.end(rawBadRequest(headers));
    },
  };
}

/** A request that is no HTTP at all: there is no reply object, so the answer is written by hand. */
function rawBadRequest(headers: Readonly<Record<string, string>>): string {
  const body = JSON.stringify(errorBody(plainProblem(400, 'The request cannot be read as HTTP.'), 'portal'));
  const lines = Object.entries({
    ...headers,
    'x-request-id': requestIdOf({ headers: {} }),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 400 Bad Request\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
