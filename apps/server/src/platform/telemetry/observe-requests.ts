/**
 * Measures every request and begins its trace. By the route's pattern, never the address: addresses hold codes, references and IBANs.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isRecording } from './instrument.ts';
import { httpServerActive, httpServerDuration } from './instruments.ts';
import { beginTrace, inSpan, type Span } from './trace.ts';
import { readTraceParent } from './trace-context.ts';

export interface ObserveOptions {
  /** True: a caller's `traceparent` is gone on with. Only where a proxy of the house writes it. */
  readonly continuesTraces: boolean;
}

const KNOWN_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const FAILED_FROM = 500;

interface Observed {
  readonly began: number;
  readonly span: Span | undefined;
}

/** Does nothing until somebody wants to know. */
export function observeRequests(app: FastifyInstance, { continuesTraces }: ObserveOptions): void {
  const running = new WeakMap<FastifyRequest, Observed>();

  app.addHook('onRequest', (request, _reply, done) => {
    if (!isRecording()) return done();
    httpServerActive.add(1);
    const parent = continuesTraces ? readTraceParent(request.headers.traceparent) : undefined;
    const span = beginTrace(methodOf(request), 'server', {}, parent);
    running.set(request, { began: performance.now(), span });
    return inSpan(span, done);
  });
  // Once more: what follows the reading of a body follows the socket.
  app.addHook('preHandler', (request, _reply, done) => inSpan(running.get(request)?.span, done));

  /** @param status undefined: whoever asked did not wait. */
  const end = (request: FastifyRequest, status: number | undefined) => {
    const observed = running.get(request);
    if (observed === undefined) return;
    running.delete(request);
    httpServerActive.add(-1);
    measure(request, observed, status);
  };
  app.addHook('onResponse', (request, reply, done) => {
    end(request, reply.statusCode);
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    end(request, undefined);
    done();
  });
}

function measure(request: FastifyRequest, { began, span }: Observed, status: number | undefined): void {
  const route = request.is404 ? undefined : request.routeOptions.url;
  const attributes = { 'http.request.method': methodOf(request), 'http.route': route, 'http.response.status_code': status };
  const errorType = errorTypeOf(status);
  httpServerDuration.record((performance.now() - began) / 1_000, { ...attributes, 'error.type': errorType });
  if (span === undefined) return;
  if (route !== undefined) span.rename(`${methodOf(request)} ${route}`);
  // By which `portico find` and the request log know it.
  span.set({ ...attributes, 'portico.request_id': request.id });
  span.end(errorType);
}

function errorTypeOf(status: number | undefined): string | undefined {
  if (status === undefined) return 'aborted';
  return status >= FAILED_FROM ? String(status) : undefined;
}

const methodOf = ({ method }: Pick<FastifyRequest, 'method'>): string => (KNOWN_METHODS.has(method) ? method : '_OTHER');
