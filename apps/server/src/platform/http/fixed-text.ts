/** A text that does not change while the server runs: compressed once, asked for again each time, 304 when it is the same. */
import { brotliCompressSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sha256Hex } from '../crypto/hash.ts';
import { varyBy } from './vary-by.ts';

/** A restart may have changed it. */
const CACHE = 'no-cache';

export function fixedText(text: string, headers: Readonly<Record<string, string>>) {
  const compressed = brotliCompressSync(text);
  const digest = sha256Hex(text).slice(0, 32);
  return (request: FastifyRequest, reply: FastifyReply) => {
    const isCompressed = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''));
    const etag = `"${digest}${isCompressed ? '-br' : ''}"`;
    varyBy(reply, 'Accept-Encoding');
    reply.headers({ ...headers, etag, 'cache-control': CACHE });
    const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    if (known?.includes(etag) === true) return reply.code(304).send();
    return isCompressed ? reply.header('content-encoding', 'br').send(compressed) : reply.send(text);
  };
}
