/** DPoP proofs of API calls (RFC 9449 §4.3). Used ones are kept in the memory of this server: another server would accept one again for a minute. */
import { calculateJwkThumbprint, EmbeddedJWK, errors, type JWTHeaderParameters, jwtVerify } from 'jose';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { keepValues } from '#platform/kept-values.ts';

/** FAPI 2.0 SP §5.4.1; EdDSA by both of its names. */
export const PROOF_ALGORITHMS = ['PS256', 'ES256', 'EdDSA', 'Ed25519'] as const;

export interface ProvenCall {
  /** The header `DPoP`. */
  readonly proof: unknown;
  readonly token: string;
  /** Thumbprint of the key to which the token is bound. */
  readonly jkt: string;
  readonly method: string;
  /** Addresses of the call without query, each as its caller may know it. */
  readonly addresses: readonly string[];
  /** Database time, in milliseconds. */
  readonly nowMs: number;
}

const IAT_SECONDS = 60;
const JTI_LENGTH_MAX = 256;
/** Bounds the memory; the oldest leaves first. */
const KEPT_MAX = 50_000;

/** The function returns what is wrong with a proof, for the caller's developer; undefined: it proves the call. */
export function createProofCheck(): (call: ProvenCall) => Promise<string | undefined> {
  const used = createUsedProofs();
  return async ({ proof, token, jkt, method, addresses, nowMs }) => {
    if (typeof proof !== 'string') return 'The header DPoP is missing. Send a proof with each call (RFC 9449).';
    const read = await verify(proof, nowMs);
    if (typeof read === 'string') return read;
    const { payload, thumbprint } = read;
    const { jti, iat, htm, htu, ath, nonce } = payload;
    if (thumbprint !== jkt) return 'The proof is signed with another key than the one to which the token is bound.';
    if (htm !== method) return `htm of the proof must be ${method}.`;
    if (typeof htu !== 'string' || !addresses.includes(withoutQuery(htu))) return `htu of the proof must be ${addresses[0] ?? ''}.`;
    if (ath !== sha256Url(token)) return 'ath of the proof must be the base64url SHA-256 of the access token.';
    if (typeof iat !== 'number' || Math.abs(nowMs / 1000 - iat) > IAT_SECONDS) {
      return `iat of the proof is more than ${IAT_SECONDS} s away from the time of this server. Make a proof for each call.`;
    }
    if (nonce !== undefined) return 'This server gives no nonce. Leave nonce out of the proof.';
    if (typeof jti !== 'string' || jti === '' || jti.length > JTI_LENGTH_MAX)
      return `jti of the proof is a text of 1 to ${JTI_LENGTH_MAX} characters.`;
    return used.isNew(sha256Hex(`${thumbprint} ${jti}`), nowMs) ? undefined : 'The proof was used before. Make a proof for each call.';
  };
}

/** A client signs its proofs with one key, and reading the key costs more than verifying the proof. */
const KEYS_MAX = 1_000;

interface ProofKey {
  readonly key: Awaited<ReturnType<typeof EmbeddedJWK>>;
  readonly thumbprint: string;
}

/** By the algorithm and the key as the header of a proof has them. The library refuses private and symmetric keys, and keys of another algorithm. */
const keyOf = keepValues(KEYS_MAX, async (text): Promise<ProofKey> => {
  const { alg, jwk } = JSON.parse(text);
  const key = await EmbeddedJWK({ alg, jwk });
  return { key, thumbprint: await calculateJwkThumbprint(jwk) };
});

async function verify(proof: string, nowMs: number) {
  try {
    let thumbprint = '';
    const findKey = async ({ alg, jwk }: JWTHeaderParameters) => {
      const found = await keyOf(JSON.stringify({ alg, jwk }));
      thumbprint = found.thumbprint;
      return found.key;
    };
    const { payload } = await jwtVerify(proof, findKey, {
      algorithms: [...PROOF_ALGORITHMS],
      typ: 'dpop+jwt',
      currentDate: new Date(nowMs),
      clockTolerance: IAT_SECONDS,
    });
    return { payload, thumbprint };
  } catch (error) {
    if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'typ') return 'typ of the proof must be dpop+jwt.';
    if (error instanceof errors.JOSEAlgNotAllowed) return `alg of the proof must be ${PROOF_ALGORITHMS.slice(0, -1).join(', ')}.`;
    return 'The header DPoP is no proof that can be verified. Send a JWT that is signed with the key in its header.';
  }
}

function withoutQuery(htu: string): string {
  const url = URL.parse(htu);
  return url === null ? '' : `${url.origin}${url.pathname}`;
}

const sha256Url = (text: string): string => Buffer.from(sha256Hex(text), 'hex').toString('base64url');

function createUsedProofs() {
  /** By the time until which a proof could be used again; the oldest first. */
  const until = new Map<string, number>();
  return {
    isNew(id: string, nowMs: number): boolean {
      for (const [old, end] of until) {
        if (end > nowMs && until.size < KEPT_MAX) break;
        until.delete(old);
      }
      if (until.has(id)) return false;
      // A proof may be dated ahead, so it could come again during twice the time.
      until.set(id, nowMs + 2 * IAT_SECONDS * 1000);
      return true;
    },
  };
}
