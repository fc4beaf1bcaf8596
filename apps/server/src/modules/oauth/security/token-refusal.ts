/** Refusals of access tokens, with the challenge of RFC 6750 §3 or RFC 9449 §7.1. */
import type { TppErrorCode } from '@portico/contract/values';
import { TppRefusal } from '#platform/http/refusal.ts';
import { PROOF_ALGORITHMS } from './dpop-proof.ts';

export interface TokenFault {
  readonly code: TppErrorCode;
  readonly text: string;
  /** Of the challenge; without credentials it names none. */
  readonly error?: 'invalid_request' | 'invalid_token' | 'invalid_dpop_proof';
  /** Default: `header:Authorization`. */
  readonly path?: string;
  /** Default: Bearer. */
  readonly scheme?: 'Bearer' | 'DPoP';
}

export function tokenRefusal({ code, text, error, path = 'header:Authorization', scheme = 'Bearer' }: TokenFault): TppRefusal {
  const realm = scheme === 'DPoP' ? `DPoP realm="psd2", algs="${PROOF_ALGORITHMS.join(' ')}"` : 'Bearer realm="psd2"';
  const challenge = error === undefined ? realm : `${realm}, error="${error}"`;
  return new TppRefusal(401, code, text, { path, headers: { 'www-authenticate': challenge } });
}
