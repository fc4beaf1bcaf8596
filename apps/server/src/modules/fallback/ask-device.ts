/** The challenge on the customer's device, as the application reads it. */
import type { FallbackChallenge } from '@portico/contract';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { Challenge } from '../sca/index.ts';
import type { TppApp } from '../tpp-apps/index.ts';

/** How long a call waits for the device before it responds without an answer. Real time; shorter than the timeouts of proxies. */
export const HOLD_MS = 20_000;

/**
 * The provider's server sends the call, not a browser of the customer. The device answers according to the customer's scenario, and no browser
 * shows it; the challenge has no privilege of a known browser (decision 0069).
 */
export const deviceKeyOf = ({ appId }: Pick<TppApp, 'appId'>): string => sha256Hex(`fallback ${appId}`);

export function toChallengeAnswer({ state, method, controlCode, secondsLeft }: Challenge): FallbackChallenge {
  return { state, method, ...(controlCode === undefined ? {} : { controlCode }), secondsLeft };
}
