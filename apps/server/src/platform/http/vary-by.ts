import type { FastifyReply } from 'fastify';

/** Adds to what an answer depends on; others have said theirs before, as CORS says the origin. */
export function varyBy(reply: FastifyReply, header: string): void {
  const known = reply.getHeader('vary');
  reply.header('vary', known === undefined ? header : `${String(known)}, ${header}`);
}
