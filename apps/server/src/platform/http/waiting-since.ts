/** A request has been waiting for the database since it came. Once its body is read: before that, its flow is the socket's. */
import type { FastifyInstance } from 'fastify';
import { waitingSince } from '../db/turns.ts';

export function registerWaitingSince(app: FastifyInstance): void {
  app.addHook('preHandler', (_request, reply, done) => waitingSince(performance.now() - reply.elapsedTime, done));
}
