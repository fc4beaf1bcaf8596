/** Looks at every request when it has ended. Nothing is masked, looked up or written here: that waits in the queue. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
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

export function captureRequests(
  app: FastifyInstance,
  { operationOf, holderOf, isProbe = () => false, replayedMs, measured, seen }: CaptureDeps,
): void {
  const answers = new WeakMap<FastifyRequest, string>();
  const ended = new WeakSet<FastifyRequest>();
  const began = new WeakMap<FastifyRequest, number>();

  app.addHook('onRequest', async (request) => {
    began.set(request, performance.now());
  });

  app.addHook('onSend', async (request, reply, payload) => {
    // What a reading answered is the customer's: the caller has it, and the log needs it for nothing.
    const isReading = request.method === 'GET' && reply.statusCode < 400;
    if (!isReading && typeof payload === 'string' && payload.length <= BODY_LENGTH_MAX && isLogged(request.url)) answers.set(request, payload);
    return payload;
  });

  const originOf = (request: FastifyRequest, agoMs: number | undefined): Measure['origin'] => {
    if (agoMs !== undefined) return 'replay';
    return isProbe(request.headers) ? 'probe' : 'live';
  };

  const end = (request: FastifyRequest, status: number, durationMs: number, responseHeaders: Readonly<Record<string, unknown>>) => {
    if (ended.has(request)) return;
    ended.add(request);
    const route = request.is404 ? undefined : request.routeOptions.url;
    const operation = route === undefined ? undefined : operationOf(request.method, route);
    const service = serviceOf(route, operation);
    const isApi = isLogged(request.url);
    if (service === undefined && !isApi) return;
    const agoMs = replayedMs(request.id);
    const measure: Measure = {
      service: service ?? 'api',
      outcome: outcomeOf(status),
      durationMs: Math.round(durationMs),
      origin: originOf(request, agoMs),
      endedAt: performance.now() - (agoMs ?? 0),
    };
    measured(measure);
    if (measure.origin !== 'live') return;
    const caller = isApi ? callerOf(request, holderOf(request)) : undefined;
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
      requestBody: bodyOf(request),
      responseHeaders,
      responseText: answers.get(request),
    });
  };

  app.addHook('onResponse', async (request, reply) => end(request, reply.statusCode, reply.elapsedTime, reply.getHeaders()));
  app.addHook('onRequestAbort', async (request) => {
    const now = performance.now();
    end(request, LEFT, now - (began.get(request) ?? now), {});
  });
}

function outcomeOf(status: number): Outcome {
  if (status === LEFT) return 'aborted';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
}

/** Undefined: nobody who could have a log. */
function callerOf(request: FastifyRequest, holder: { readonly appId: string } | undefined): Caller | undefined {
  if (holder !== undefined) return { appId: holder.appId };
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
  if (token !== undefined) return { tokenHash: sha256Hex(token) };
  const clientId = basicUser(request.headers.authorization) ?? memberText(request.query, 'client_id') ?? memberText(bodyOf(request), 'client_id');
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
