/**
 * Client secrets at rest: AES-256-GCM, bound to their client id, so that a sealed secret moved to another row does not open.
 * They are encrypted and not hashed because the developer may look at them again.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Random } from '#platform/random.ts';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** `v1.{nonce}.{tag}.{cipher text}`, base64url. `key`: 32 bytes. */
export function sealSecret(key: Buffer, random: Pick<Random, 'bytes'>, clientId: string, secret: string): string {
  const nonce = random.bytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(clientId));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return [VERSION, ...[nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.');
}

/** @throws when the text was changed, belongs to another client, or was sealed with another key. */
export function openSecret(key: Buffer, clientId: string, sealed: string): string {
  const [version, nonce, tag, text, ...others] = sealed.split('.');
  if (version !== VERSION || nonce === undefined || tag === undefined || text === undefined || others.length > 0) {
    throw new Error('A sealed client secret has an unknown form.');
  }
  const decipher = createDecipheriv(ALGORITHM, key, Buffer.from(nonce, 'base64url'), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(clientId));
  decipher.setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8');
}
