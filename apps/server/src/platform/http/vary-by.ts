import type { FastifyReply } from 'fastify';

/** Adds a header to `Vary`. Other code may have set it before, as CORS does with the origin. */
export function varyBy(reply: FastifyReply, header: string): void {
  const known = reply.getHeader('vary');
  reply.header('vary', known === undefined ? header : `${String(known)}, ${header}`);
}
