/** Encrypts stored texts with AES-256-GCM and binds them to their row, so that a text copied to another row cannot be decrypted. */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Random } from '../random.ts';
import { keyObjectOf } from './hash.ts';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** `v1.{nonce}.{tag}.{ciphertext}`, base64url. `key`: 32 bytes. `boundTo`: kind and id of the row. */
export function sealText(key: Buffer, random: Pick<Random, 'bytes'>, boundTo: string, text: string): string {
  const nonce = random.bytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyObjectOf(key), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(boundTo));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [VERSION, ...[nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.');
}

/** @throws when the text was changed, belongs to another row, or was encrypted with another key. */
export function openText(key: Buffer, boundTo: string, sealed: string): string {
  const [version, nonce, tag, text, ...others] = sealed.split('.');
  if (version !== VERSION || nonce === undefined || tag === undefined || text === undefined || others.length > 0) {
    throw new Error('A sealed text has an unknown form.');
  }
  const decipher = createDecipheriv(ALGORITHM, keyObjectOf(key), Buffer.from(nonce, 'base64url'), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(boundTo));
  decipher.setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8');
}
