/** A packed text as an answer: as it is to whoever reads Brotli, unpacked to others, not at all to whoever has it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasTag } from '#platform/http/entity-tag.ts';
import { codingFor } from '#platform/http/negotiate.ts';
import { varyBy } from '#platform/http/vary-by.ts';
import { type PackedText, unpackText } from './packed-text.ts';

interface Manner {
  readonly type: string;
  /** `Cache-Control`. */
  readonly caching: string;
  /** To be kept as a file. */
  readonly fileName?: string;
}

export async function sendPacked(request: FastifyRequest, reply: FastifyReply, packed: PackedText, { type, caching, fileName }: Manner) {
  const isPacked = codingFor(request.headers, ['br']) === 'br';
  varyBy(reply, 'Accept-Encoding');
  reply.headers({
    'cache-control': caching,
    // The same text in other bytes: a weak tag.
    etag: isPacked ? `W/${packed.etag}` : packed.etag,
    ...(fileName === undefined ? {} : { 'content-disposition': `attachment; filename="${fileName}"` }),
  });
  if (hasTag(request.headers['if-none-match'], packed.etag)) return reply.code(304).send();
  reply.type(type);
  return isPacked ? reply.header('content-encoding', 'br').send(Buffer.from(packed.bytes)) : reply.send(await unpackText(packed));
}
