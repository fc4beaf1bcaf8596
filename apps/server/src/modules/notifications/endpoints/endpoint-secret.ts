/** The secrets of endpoints: 32 bytes, written as `whsec_` and base64 (Standard Webhooks 1.0.0). Stored sealed. */
import { openText, sealText } from '#platform/crypto/seal-text.ts';
import type { Random } from '#platform/random.ts';

const PREFIX = 'whsec_';
const BYTES = 32;
const boundTo = (endpointId: string): string => `notification-endpoint:${endpointId}`;

interface NewSecret {
  /** Shown to the developer once. */
  readonly secret: string;
  readonly sealed: string;
}

/** @param key of the server's stored secrets. */
export function newEndpointSecret(key: Buffer, random: Pick<Random, 'bytes'>, endpointId: string): NewSecret {
  const secret = `${PREFIX}${random.bytes(BYTES).toString('base64')}`;
  return { secret, sealed: sealText(key, random, boundTo(endpointId), secret) };
}

/** The keys of the signature. @throws where a text was sealed for another endpoint or with another key. */
export function endpointKeys(key: Buffer, endpointId: string, sealed: readonly string[]): readonly Buffer[] {
  return sealed.map((text) => Buffer.from(openText(key, boundTo(endpointId), text).slice(PREFIX.length), 'base64'));
}
