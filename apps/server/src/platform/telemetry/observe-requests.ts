/** Measures every request and begins its trace. It uses the route's pattern, never the URL: URLs contain codes, references and IBANs. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isRecording } from './instrument.ts';
import { httpServerActive, httpServerDuration } from './instruments.ts';
import { beginTrace, inSpan, type Span } from './trace.ts';

export interface ObserveOptions {
  /** True: the trace of a caller's `traceparent` is continued. Only for a proxy of the operator that sets this header. */
  readonly continuesTraces: boolean;
}

const KNOWN_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const FAILED_FROM = 500;

interface Observed {
  readonly began: number;
  readonly span: Span | undefined;
}

/** Does nothing unless metrics or traces are on. */
export function observeRequests(app: FastifyInstance, { continuesTraces }: ObserveOptions): void {
  const running = new WeakMap<FastifyRequest, Observed>();

  app.addHook('onRequest', (request, _reply, done) => {
    if (!isRecording()) return done();
    httpServerActive.add(1);
    const span = beginTrace(methodOf(request), 'server', {}, continuesTraces ? request.headers.traceparent : undefined);
    running.set(request, { began: performance.now(), span });
    return inSpan(span, done);
  });
  // Sets the span again: code after the reading of the body runs in the context of the socket.
  app.addHook('preHandler', (request, _reply, done) => inSpan(running.get(request)?.span, done));

  /** @param status undefined: the client did not wait for the response. */
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
  // `portico find` and the request log use this id.
  span.set({ ...attributes, 'portico.request_id': request.id });
  span.end(errorType);
}

function errorTypeOf(status: number | undefined): string | undefined {
  if (status === undefined) return 'aborted';
  return status >= FAILED_FROM ? String(status) : undefined;
}

const methodOf = ({ method }: Pick<FastifyRequest, 'method'>): string => (KNOWN_METHODS.has(method) ? method : '_OTHER');
