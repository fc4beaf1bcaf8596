/** Sets `X-Request-ID` on every response: the caller's when it is a UUID, else a new one. It is also the request's id in every log line. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { HEADERS } from '@portico/contract/values';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  return givenRequestId(request) ?? newRequestId();
}

/** Returns the caller's id; undefined when it is missing or not a UUID. */
export function givenRequestId(request: Pick<IncomingMessage | FastifyRequest, 'headers'>): string | undefined {
  const given = request.headers[HEADERS.requestId];
  return typeof given === 'string' && UUID.test(given) ? given : undefined;
}

export function registerRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(HEADERS.requestId, request.id);
    done();
  });
}

/** Of a call that this server makes. */
export const newRequestId = (): string => randomUUID();
