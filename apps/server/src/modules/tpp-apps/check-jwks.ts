/** Validates the public keys of `private_key_jwt` (RFC 7517). Keys come by value: Portico fetches no address of a provider. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { hasOrdinaryExponent } from '#platform/crypto/rsa-limits.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { JwkSet } from './tpp-apps.ts';

type Jwk = JwkSet['keys'][number];

const KEYS_MAX = 10;
const RSA_BITS_MIN = 2048;
const RSA_BITS_MAX = 4096;
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];
/** Members that are stored; others, such as `x5c`, decide nothing. */
const KEPT_MEMBERS = ['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'use', 'alg'];
const KID = /^[\x21-\x7e]{1,128}$/;

/** Algorithms of FAPI 2.0 Security Profile §5.4.1 for each type of key. */
const ALGORITHMS: Readonly<Record<string, readonly string[]>> = { RSA: ['PS256'], EC: ['ES256'], OKP: ['EdDSA', 'Ed25519'] };

/** Returns the set with the members that count. @throws UiRefusal 400 FORMAT_ERROR with the path of the key. */
export function checkJwks({ keys }: JwkSet): JwkSet {
  if (keys.length === 0 || keys.length > KEYS_MAX) throw refusal('jwks.keys', `A key set has 1 to ${KEYS_MAX} keys. Leave jwks out to have none.`);
  for (const [place, key] of keys.entries()) {
    const flaw = flawOf(key, keys);
    if (flaw !== undefined) throw refusal(`jwks.keys[${place}]`, flaw);
  }
  return { keys: keys.map((key) => Object.fromEntries(KEPT_MEMBERS.filter((name) => key[name] !== undefined).map((name) => [name, key[name]]))) };
}

function flawOf(key: Jwk, keys: readonly Jwk[]): string | undefined {
  const secret = PRIVATE_MEMBERS.find((name) => name in key);
  if (secret !== undefined)
    return `The key holds the private member ${secret}. Send public members only, and replace the key if you have sent it elsewhere.`;
  const { kty, kid, use, alg } = key;
  if (kid === undefined && keys.length > 1) return 'The key has no kid. Give each key of a set its name.';
  if (kid !== undefined && (typeof kid !== 'string' || !KID.test(kid))) return 'kid is a text of 1 to 128 visible ASCII characters.';
  if (kid !== undefined && keys.some((other) => other !== key && other.kid === kid)) return `Two keys have the kid ${kid}. Give each its name.`;
  if (use !== undefined && use !== 'sig') return 'use must be sig.';
  const algorithms = typeof kty === 'string' && Object.hasOwn(ALGORITHMS, kty) ? ALGORITHMS[kty] : undefined;
  if (algorithms === undefined) return 'kty must be RSA, EC or OKP.';
  if (alg !== undefined && !algorithms.some((known) => known === alg)) return `alg of such a key must be ${algorithms.join(' or ')}.`;
  return strengthFlaw(key);
}

function strengthFlaw(key: Jwk): string | undefined {
  const read = readKey(key);
  if (read === undefined) return 'The key cannot be read. Send the members of RFC 7518 for its kty.';
  const { asymmetricKeyType: type, asymmetricKeyDetails: { modulusLength = 0, namedCurve } = {} } = read;
  if (type === 'rsa' && (modulusLength < RSA_BITS_MIN || modulusLength > RSA_BITS_MAX)) {
    return `The key has ${modulusLength} bits. RSA keys have ${RSA_BITS_MIN} to ${RSA_BITS_MAX}.`;
  }
  if (!hasOrdinaryExponent(read)) return 'e of the key has more than 64 bits. Use 65537 (AQAB), which is usual.';
  if (type === 'ec' && namedCurve !== 'prime256v1') return 'crv must be P-256.';
  return type === 'rsa' || type === 'ec' || type === 'ed25519' ? undefined : 'crv must be Ed25519.';
}

function readKey(key: Jwk): KeyObject | undefined {
  try {
    return createPublicKey({ key: { ...key }, format: 'jwk' });
  } catch {
    return undefined;
  }
}

function refusal(path: string, text: string): UiRefusal {
  return new UiRefusal(400, 'FORMAT_ERROR', `${text} Nothing was changed.`, { path });
}
