/**
 * The value with which the customer comes back from the bank's page. It names the challenge and the audit chain of what asked, and only
 * this server can make one. The server sends it to the bank alone; the browser gets it from the bank, which proves that the browser was there
 * (docs/decisions/0109).
 */
import { equalsConstantTime, hmacSha256Hex } from '#platform/crypto/hash.ts';

export interface ReturnState {
  readonly challengeId: string;
  /** Such as `signing:aut_…`. */
  readonly chain: string;
}

const FORM = /^([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{1,200})\.([0-9a-f]{64})$/;

export function makeReturnState(secret: Buffer, { challengeId, chain }: ReturnState): string {
  const place = Buffer.from(chain).toString('base64url');
  return `${challengeId}.${place}.${sealOf(secret, challengeId, place)}`;
}

/** Undefined for a value that this server did not make. */
export function readReturnState(secret: Buffer, state: string): ReturnState | undefined {
  const [, challengeId, place, seal] = FORM.exec(state) ?? [];
  if (challengeId === undefined || place === undefined || seal === undefined) return undefined;
  if (!equalsConstantTime(seal, sealOf(secret, challengeId, place))) return undefined;
  return { challengeId, chain: Buffer.from(place, 'base64url').toString() };
}

const sealOf = (secret: Buffer, challengeId: string, place: string) => hmacSha256Hex(secret, `bank-authentication:${challengeId}.${place}`);
