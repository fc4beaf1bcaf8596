/** Which test device belongs to this browser. The cookie is a random key; only its hash leaves this file. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#platform/config.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { secretCookie } from '#platform/http/secret-cookie.ts';
import type { Random } from '#platform/random.ts';

const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;

export interface DeviceCookie {
  /** Hash of this browser's device key; undefined when it has none yet. */
  read(request: FastifyRequest): string | undefined;
  /** The same; a browser without a key gets one with this reply. */
  readOrCreate(request: FastifyRequest, reply: FastifyReply): string;
}

export function createDeviceCookie({ config, random }: { config: Pick<Config, 'publicUrl'>; random: Pick<Random, 'secret'> }): DeviceCookie {
  const cookie = secretCookie({ publicUrl: config.publicUrl, name: 'portico-device', path: '/', maxAgeSeconds: MAX_AGE_SECONDS });
  return {
    read(request) {
      const key = cookie.read(request);
      return key === undefined ? undefined : sha256Hex(key);
    },
    readOrCreate(request, reply) {
      const known = cookie.read(request);
      if (known !== undefined) return sha256Hex(known);
      const key = random.secret();
      cookie.write(reply, key);
      return sha256Hex(key);
    },
  };
}
