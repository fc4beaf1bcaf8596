/**
 * Rotates the keys of tokens and cookies in three phases. Each phase writes a new file that every server reads at its restart. In every phase each
 * server verifies the signatures of servers in the phase before and after, so the order of restarts does not matter.
 * - publish: the new keys verify, the present ones sign;
 * - use: the new keys sign, the old ones verify;
 * - retire: the old keys are removed.
 */
import type { Keys } from './config.ts';
import { type KeysFileContent, makeKeysText, parseKeysFile } from './keys.ts';

type RotationPhase = 'publish' | 'use' | 'retire';

const HOUR_MS = 60 * 60_000;
/** The longest time for which applications cache the JWKS before they look for an unknown key. */
const PUBLISHED_MS_MIN = HOUR_MS;
/**
 * The longest validity of a signature with the old key: 24 hours for a cookie of a sign-in, one hour for an ID token. One more hour for the restarts.
 */
const USED_MS_MIN = 26 * HOUR_MS;

export interface RotatedKeys {
  readonly phase: RotationPhase;
  /** Text of the new file. */
  readonly text: string;
  /** Key id of the key that signs ID tokens. */
  readonly signingKid: string;
  /** The earliest time of the next phase; undefined after the last one. */
  readonly nextAt: Date | undefined;
}

export type Rotation =
  | RotatedKeys
  | { readonly refused: 'noKeys' }
  | { readonly refused: 'tooEarly'; readonly phase: RotationPhase; readonly nextAt: Date };

/** @param isForced runs a phase before its time, for keys that have leaked. Sign-ins in progress may then fail. */
export function rotateKeys(text: string, now: Date, isForced = false): Rotation {
  const present = parseKeysFile(text);
  if (present === undefined) return { refused: 'noKeys' };
  const phase = nextPhase(present);
  const nextAt = earliest(present);
  if (nextAt !== undefined && now < nextAt && !isForced) return { refused: 'tooEarly', phase, nextAt };
  const rotated = PHASES[phase](present, now.toISOString());
  return { phase, text: `${JSON.stringify(rotated, null, 2)}\n`, signingKid: signingKid(rotated), nextAt: earliest(rotated) };
}

/** Returns the id of the first key: the authorization server and the cookies sign with the first key that fits. */
export function signingKid({ jwks }: Pick<Keys, 'jwks'>): string {
  return String(jwks.keys[0]?.kid ?? '');
}

function nextPhase({ rotation }: KeysFileContent): RotationPhase {
  if (rotation === undefined) return 'publish';
  return rotation.phase === 'published' ? 'use' : 'retire';
}

function earliest({ rotation }: KeysFileContent): Date | undefined {
  if (rotation === undefined) return undefined;
  return new Date(Date.parse(rotation.since) + (rotation.phase === 'published' ? PUBLISHED_MS_MIN : USED_MS_MIN));
}

const PHASES: Readonly<Record<RotationPhase, (present: KeysFileContent, since: string) => KeysFileContent>> = {
  publish(present, since) {
    const fresh = parseKeysFile(makeKeysText());
    if (fresh === undefined) throw new Error('A new set of keys is not one.');
    // A file of the previous version still lists keys that have signed nothing since its last rotation. They are removed now.
    const [keys, cookies] = [present.jwks.keys.slice(0, fresh.jwks.keys.length), present.cookies.slice(0, fresh.cookies.length)];
    return {
      ...present,
      cookies: [...cookies, ...fresh.cookies],
      jwks: { keys: [...keys, ...fresh.jwks.keys] },
      rotation: { phase: 'published', since },
    };
  },
  use(present, since) {
    return {
      ...present,
      cookies: swapHalves(present.cookies),
      jwks: { keys: swapHalves(present.jwks.keys) },
      rotation: { phase: 'used', since },
    };
  },
  retire({ rotation: _over, ...present }) {
    return { ...present, cookies: firstHalf(present.cookies), jwks: { keys: firstHalf(present.jwks.keys) } };
  },
};

/** During a rotation a list contains two generations of the same length. */
const firstHalf = <Key>(keys: readonly Key[]): Key[] => keys.slice(0, Math.ceil(keys.length / 2));
const swapHalves = <Key>(keys: readonly Key[]): Key[] => [...keys.slice(Math.ceil(keys.length / 2)), ...firstHalf(keys)];
