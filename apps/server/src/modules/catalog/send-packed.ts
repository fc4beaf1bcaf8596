/** Sends a compressed text: as Brotli to clients that accept it, uncompressed to others, and 304 to a client that has it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasTag } from '#platform/http/entity-tag.ts';
import { codingFor } from '#platform/http/negotiate.ts';
import { varyBy } from '#platform/http/vary-by.ts';
import { type PackedText, unpackText } from './packed-text.ts';

interface Manner {
  readonly type: string;
  /** `Cache-Control`. */
  readonly caching: string;
  /** File name for a download. */
  readonly fileName?: string;
}

export async function sendPacked(request: FastifyRequest, reply: FastifyReply, packed: PackedText, { type, caching, fileName }: Manner) {
  const isPacked = codingFor(request.headers, ['br']) === 'br';
  varyBy(reply, 'Accept-Encoding');
  reply.headers({
    'cache-control': caching,
    // The two encodings have different bytes, so the compressed one has a weak tag.
    etag: isPacked ? `W/${packed.etag}` : packed.etag,
    ...(fileName === undefined ? {} : { 'content-disposition': `attachment; filename="${fileName}"` }),
  });
  if (hasTag(request.headers['if-none-match'], packed.etag)) return reply.code(304).send();
  reply.type(type);
  return isPacked ? reply.header('content-encoding', 'br').send(Buffer.from(packed.bytes)) : reply.send(await unpackText(packed));
}
