/** A request has been waiting for the database since it came. Said again once its body is read: that goes on in the socket's flow. */
import type { FastifyInstance } from 'fastify';
import { waitingSince } from '../db/turns.ts';

export function registerWaitingSince(app: FastifyInstance): void {
  for (const hook of ['onRequest', 'preHandler'] as const) {
    app.addHook(hook, (_request, reply, done) => waitingSince(performance.now() - reply.elapsedTime, done));
  }
}
