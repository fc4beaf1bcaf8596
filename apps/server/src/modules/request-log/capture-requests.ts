/** Looks at every request when it has ended. Nothing is masked, looked up or written here: that waits in the queue. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { Caller, Measure, Outcome, SeenRequest } from './request-line.ts';
import { isLogged, serviceOf } from './service-of.ts';

export interface CaptureDeps {
  /** By method and registered path. */
  readonly operationOf: (method: string, route: string) => { readonly apiId: string; readonly operationId: string } | undefined;
  /** Who stood behind the token that the request passed with. */
  readonly holderOf: (request: object) => { readonly appId: string } | undefined;
  /** Sent by the house to measure itself: it belongs to nobody. */
  readonly isProbe?: (headers: Readonly<Record<string, unknown>>) => boolean;
  /** How long ago a request happened for the log: one of the operator's replay. Undefined: now. */
  readonly replayedMs: (requestId: string) => number | undefined;
  measured(measure: Measure): void;
  seen(request: SeenRequest): void;
}

const BODY_LENGTH_MAX = 16_384;
const BEARER = /^Bearer ([\w.~+/=-]{1,512})$/i;
/** What proxies call a caller who did not wait. */
const LEFT = 499;

/** What is known of a request while it runs. */
interface Running {
  /** `performance.now()` */
  readonly began: number;
  answer: string | undefined;
  hasEnded: boolean;
}

export function captureRequests(
  app: FastifyInstance,
  { operationOf, holderOf, isProbe = () => false, replayedMs, measured, seen }: CaptureDeps,
): void {
  const known = new WeakMap<FastifyRequest, Running>();
  // Whoever is refused by an earlier hook is seen for the first time when the answer leaves.
  const runningOf = (request: FastifyRequest): Running => {
    const running = known.get(request) ?? { began: performance.now(), answer: undefined, hasEnded: false };
    known.set(request, running);
    return running;
  };

  app.addHook('onRequest', (request, _reply, done) => {
    runningOf(request);
    done();
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    // What a reading answered is the customer's: the caller has it, and the log needs it for nothing.
    const isReading = request.method === 'GET' && reply.statusCode < 400;
    if (!isReading && typeof payload === 'string' && payload.length <= BODY_LENGTH_MAX && isLogged(request.url)) {
      runningOf(request).answer = payload;
    }
    done();
  });

  const originOf = (request: FastifyRequest, agoMs: number | undefined): Measure['origin'] => {
    if (agoMs !== undefined) return 'replay';
    return isProbe(request.headers) ? 'probe' : 'live';
  };

  const end = (request: FastifyRequest, status: number, durationMs: number | undefined, reply: FastifyReply | undefined) => {
    const running = runningOf(request);
    if (running.hasEnded) return;
    running.hasEnded = true;
    const route = request.is404 ? undefined : request.routeOptions.url;
    const operation = route === undefined ? undefined : operationOf(request.method, route);
    const service = serviceOf(route, operation);
    const isApi = isLogged(request.url);
    if (service === undefined && !isApi) return;
    const agoMs = replayedMs(request.id);
    const measure: Measure = {
      service: service ?? 'api',
      outcome: outcomeOf(status),
      durationMs: Math.round(durationMs ?? performance.now() - running.began),
      origin: originOf(request, agoMs),
      endedAt: performance.now() - (agoMs ?? 0),
    };
    measured(measure);
    if (measure.origin !== 'live') return;
    if (!isApi) return;
    const requestBody = bodyOf(request);
    const caller = callerOf(request, requestBody, holderOf(request));
    if (caller === undefined) return;
    seen({
      ...caller,
      measure,
      requestId: request.id,
      method: request.method,
      url: request.url,
      operation,
      status,
      requestHeaders: request.headers,
      requestBody,
      responseHeaders: reply?.getHeaders() ?? {},
      responseText: running.answer,
    });
  };

  app.addHook('onResponse', (request, reply, done) => {
    end(request, reply.statusCode, reply.elapsedTime, reply);
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    end(request, LEFT, undefined, undefined);
    done();
  });
}

function outcomeOf(status: number): Outcome {
  if (status === LEFT) return 'aborted';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
}

/** Undefined: nobody who could have a log. */
function callerOf(request: FastifyRequest, body: unknown, holder: { readonly appId: string } | undefined): Caller | undefined {
  if (holder !== undefined) return { appId: holder.appId };
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
  if (token !== undefined) return { tokenHash: sha256Hex(token) };
  const clientId = basicUser(request.headers.authorization) ?? memberText(request.query, 'client_id') ?? memberText(body, 'client_id');
  return clientId === undefined ? undefined : { clientId };
}

/** RFC 6749 §2.3.1: form-encoded before it is packed. */
function basicUser(authorization: string | undefined): string | undefined {
  const [, packed] = /^Basic ([\w+/=-]{1,1000})$/i.exec(authorization ?? '') ?? [];
  if (packed === undefined) return undefined;
  const [user = ''] = Buffer.from(packed, 'base64').toString('utf8').split(':');
  try {
    return decodeURIComponent(user);
  } catch {
    return user;
  }
}

function memberText(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  const member: unknown = Reflect.get(value, name);
  return typeof member === 'string' && member.length <= 200 ? member : undefined;
}

/** By what the caller says of its length: a body is never written out to be measured. */
function bodyOf(request: FastifyRequest): unknown {
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  if (!(length <= BODY_LENGTH_MAX)) return undefined;
  // The authorization server reads its forms itself.
  return typeof request.body === 'string' ? Object.fromEntries(new URLSearchParams(request.body)) : request.body;
}
