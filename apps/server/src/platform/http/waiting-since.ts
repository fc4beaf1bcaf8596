/** A request has been waiting for the database since it came. Said again once its body is read: that goes on in the socket's flow. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginWait, type Wait, waitingAs } from '../db/turns.ts';

export function registerWaitingSince(app: FastifyInstance): void {
  const waits = new WeakMap<FastifyRequest, Wait>();
  app.addHook('onRequest', (request, reply, done) => {
    const wait = beginWait(performance.now() - reply.elapsedTime);
    waits.set(request, wait);
    waitingAs(wait, done);
  });
  app.addHook('preHandler', (request, reply, done) => waitingAs(waits.get(request) ?? beginWait(performance.now() - reply.elapsedTime), done));
}
