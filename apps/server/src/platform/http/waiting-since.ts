/**
 * A request's database priority counts from its arrival. It is set again after the body is read, because that code runs in the context of the socket.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginWait, type Wait, waitingAs } from '../db/turns.ts';

export function registerWaitingSince(app: FastifyInstance): void {
  const waits = new WeakMap<FastifyRequest, Wait>();
  app.addHook('onRequest', (request, reply, done) => {
    const wait = beginWait(performance.now() - reply.elapsedTime);
    waits.set(request, wait);
    waitingAs(wait, done);
  });
  app.addHook('preValidation', (request, reply, done) => waitingAs(waits.get(request) ?? beginWait(performance.now() - reply.elapsedTime), done));
}
