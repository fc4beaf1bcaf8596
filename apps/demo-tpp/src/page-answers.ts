/** Forms in, pages out. */
import type { FastifyReply } from 'fastify';

/** Repeated fields become lists, which no reader of a single value accepts. */
export function formOf(body: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(typeof body === 'object' && body !== null ? body : {}));
}

export function sendPage(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(text);
}
