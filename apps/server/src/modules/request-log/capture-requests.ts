/** Records every request when it ends. Masking, lookups and writing happen later, in the queue. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networksOf } from '#platform/allowances/network-of.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { targetFlawOf } from '#platform/http/request-target.ts';
import { methodOf, rulesOf } from '#platform/http/route-rules.ts';
import { isStorable } from '#platform/http/storable-text.ts';
import { isProvenCaller, noting, provenClientOf, type RequestNotes } from '#platform/request-notes.ts';
import { identityOf } from '#platform/tls/identity-note.ts';
import { createClaimLimits } from './claim-limits.ts';
import type { Caller, Holder, Measure, Outcome, SeenRequest } from './request-line.ts';
import { serviceOf } from './service-of.ts';

export interface CaptureDeps {
  /** By method and registered path. */
  readonly operationOf: (method: string, route: string) => { readonly apiId: string; readonly operationId: string } | undefined;
  /** Whose access token the request was accepted with. */
  readonly holderOf: (request: object) => Holder | undefined;
  /** True for a probe of the server's own monitoring, which belongs to no application. */
  readonly isProbe: (headers: Readonly<Record<string, unknown>>) => boolean;
  /** How many milliseconds ago the log dates a request of the operator's replay. Undefined: the request is not a replay. */
  readonly replayedMs: (requestId: string) => number | undefined;
  measured(measure: Measure): void;
  seen(request: SeenRequest): void;
}

const BODY_LENGTH_MAX = 16_384;
const BEARER = /^(?:Bearer|DPoP) ([\w.~+/=-]{1,512})$/i;
/** The pages of the portal send it with their own calls (specification §7), the explorer with none. Any caller may send it: it marks, it hides nothing. */
const OF_PORTAL = 'tpp-id';
/** nginx's status for a client that closed the connection before the response. */
const LEFT = 499;

/** What is known of a request while it is processed. */
interface Running extends RequestNotes {
  /** `performance.now()` when the whole request had arrived: the time a client takes to send it says nothing about the service. */
  began: number;
  /** `performance.now()` when the request's headers had arrived. */
  readonly arrivedAt: number;
  /** `performance.now()` when the response was ready: the time a client takes to read it says nothing about the service. */
  answeredAt: number | undefined;
  /** True once the request body was read. */
  isWhole: boolean;
  answer: string | undefined;
  hasEnded: boolean;
}

export function captureRequests(app: FastifyInstance, { operationOf, holderOf, isProbe, replayedMs, measured, seen }: CaptureDeps): void {
  const claims = createClaimLimits();
  const known = new WeakMap<FastifyRequest, Running>();
  // A request that an earlier hook refuses is created here as late as onSend.
  const runningOf = (request: FastifyRequest): Running => {
    const seen = known.get(request);
    if (seen !== undefined) return seen;
    const now = performance.now();
    const running = {
      began: now,
      arrivedAt: now,
      answeredAt: undefined,
      isWhole: false,
      isPlayed: false,
      waitedMs: 0,
      answer: undefined,
      hasEnded: false,
    };
    known.set(request, running);
    return running;
  };

  app.addHook('onRequest', (request, _reply, done) => {
    noting(runningOf(request), done);
  });
  // Again: code that runs after the body was read runs in the socket's async context.
  app.addHook('preValidation', (request, _reply, done) => {
    const running = runningOf(request);
    Object.assign(running, { began: performance.now(), isWhole: true });
    noting(running, done);
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    // The response to a successful GET holds the customer's data. The log does not need it.
    runningOf(request).answeredAt ??= performance.now();
    const isReading = methodOf(request) === 'GET' && reply.statusCode < 400;
    if (!isReading && typeof payload === 'string' && payload.length <= BODY_LENGTH_MAX && rulesOf(request).isLogged) {
      runningOf(request).answer = payload;
    }
    done();
  });

  const originOf = (request: FastifyRequest, agoMs: number | undefined): Measure['origin'] => {
    if (agoMs !== undefined) return 'replay';
    return isProbe(request.headers) ? 'probe' : 'live';
  };

  /** @param reply undefined: the client closed the connection. Closing it after the response was sent counts as answered. */
  const end = (request: FastifyRequest, status: number, reply: FastifyReply | undefined) => {
    const running = runningOf(request);
    if (running.hasEnded) return;
    running.hasEnded = true;
    const route = request.is404 ? undefined : request.routeOptions.url;
    const operation = route === undefined ? undefined : operationOf(methodOf(request), route);
    const service = serviceOf(route, operation);
    const isApi = rulesOf(request).isLogged;
    if (service === undefined && !isApi) return;
    const agoMs = replayedMs(request.id);
    const now = performance.now();
    const durationMs = Math.max(0, Math.round((running.answeredAt ?? now) - running.began - running.waitedMs));
    const measure: Measure = {
      service: service ?? 'api',
      outcome: outcomeOf(status),
      durationMs,
      origin: originOf(request, agoMs),
      endedAt: running.began + durationMs - (agoMs ?? 0),
    };
    const proof = measure.origin === 'live' ? proofOf(request, running) : 'proven';
    if (proof !== undefined) measured(proof === 'proven' ? measure : { ...measure, tokenHash: proof.tokenHash });
    if (measure.origin !== 'live') return;
    if (!isApi) return;
    const requestBody = bodyOf(request);
    const caller = callerOf(request, requestBody, holderOf(request));
    if (caller === undefined) return;
    // A client id is public, so it identifies the application only together with the secret.
    const isAuthenticated = caller.clientId === undefined || caller.clientId === provenClientOf(request);
    if (!isAuthenticated && !claims.mayEnter(caller.clientId ?? '', networksOf(request.ip))) return;
    seen({
      ...caller,
      isAuthenticated,
      isPortal: request.headers[OF_PORTAL] !== undefined,
      endedAt: now,
      durationMs: Math.round(now - running.arrivedAt),
      requestId: request.id,
      method: request.method,
      url: targetFlawOf(request.raw)?.sent ?? request.url,
      operation,
      status,
      requestHeaders: request.headers,
      requestBody: isAuthenticated ? requestBody : undefined,
      responseHeaders: reply?.getHeaders() ?? {},
      responseText: running.answer,
      identity: identityOf(request.raw),
    });
  };

  app.addHook('onResponse', (request, reply, done) => {
    end(request, reply.statusCode, reply);
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    end(request, LEFT, undefined);
    done();
  });
}

/**
 * Why a request counts in the published statistics, which a stranger must not be able to influence. Undefined: it does not count. A request
 * that was answered before its token was checked counts if the token belongs to an application; the writer looks the token up.
 */
function proofOf(request: FastifyRequest, { isPlayed, isWhole }: Running): 'proven' | { readonly tokenHash: string } | undefined {
  if (isPlayed || (!isWhole && request.raw.complete === false)) return undefined;
  if (isProvenCaller(request)) return 'proven';
  const token = bearerOf(request);
  return !request.is404 && token !== undefined ? { tokenHash: sha256Hex(token) } : undefined;
}

const bearerOf = (request: FastifyRequest): string | undefined => BEARER.exec(request.headers.authorization ?? '')?.[1];

function outcomeOf(status: number): Outcome {
  if (status === LEFT) return 'aborted';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
}

/** Undefined: the request names no application, so it belongs to no log. */
function callerOf(request: FastifyRequest, body: unknown, holder: Holder | undefined): Caller | undefined {
  if (holder !== undefined) return { holder };
  const token = bearerOf(request);
  if (token !== undefined) return { tokenHash: sha256Hex(token) };
  const clientId =
    provenClientOf(request) ?? basicUser(request.headers.authorization) ?? memberText(request.query, 'client_id') ?? memberText(body, 'client_id');
  // No application has an id that cannot be stored, and the database refuses to look for one.
  return clientId === undefined || !isStorable(clientId) ? undefined : { clientId };
}

/** RFC 6749 §2.3.1: the client id is form-encoded before the base64 encoding. */
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

/** Relies on Content-Length, because measuring a parsed body would mean serialising it again. */
function bodyOf(request: FastifyRequest): unknown {
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  if (!(length <= BODY_LENGTH_MAX)) return undefined;
  // Forms for the authorization server arrive here as unparsed text.
  return typeof request.body === 'string' ? Object.fromEntries(new URLSearchParams(request.body)) : request.body;
}
