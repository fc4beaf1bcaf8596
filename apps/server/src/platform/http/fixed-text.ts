/** Serves a text that does not change while the server runs: compressed once, revalidated each time, 304 when unchanged. */
import { brotliCompressSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sha256Hex } from '../crypto/hash.ts';
import { hasTag } from './entity-tag.ts';
import { codingFor } from './negotiate.ts';
import { varyBy } from './vary-by.ts';

/** A restart may have changed the text. */
const CACHE = 'no-cache';

export function fixedText(text: string, headers: Readonly<Record<string, string>>) {
  const compressed = brotliCompressSync(text);
  const digest = sha256Hex(text).slice(0, 32);
  return (request: FastifyRequest, reply: FastifyReply) => {
    const isCompressed = codingFor(request.headers, ['br']) === 'br';
    const etag = `"${digest}${isCompressed ? '-br' : ''}"`;
    varyBy(reply, 'Accept-Encoding');
    reply.headers({ 'cache-control': CACHE, ...headers, etag });
    if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return isCompressed ? reply.header('content-encoding', 'br').send(compressed) : reply.send(text);
  };
}
