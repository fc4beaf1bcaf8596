/**
 * The library's record of used proofs and assertions. It asks whether one was used and then stores it, in two steps; here the question itself
 * stores it. The same statement reads the database's time, by which the times in both are checked (FAPI 2.0 SP §5.3.2.1).
 */
import { decodeJwt } from 'jose';
import { type Adapter, errors, Provider } from 'oidc-provider';
import type { Db } from '#platform/db/database.ts';
import { useProof } from './proof-store.ts';

/** Times of a proof may be this far ahead; a DPoP proof is valid for as long. */
const AHEAD_SECONDS = 60;
/** The longest life of an assertion. Used ones are kept a little longer than the library would accept them. */
const ASSERTION_SECONDS = 3600;
const KEPT_SECONDS = ASSERTION_SECONDS + 2 * AHEAD_SECONDS;

export function createReplayAdapter(db: Db): Adapter {
  const nothing = async () => undefined;
  return {
    async find(id) {
      const { isNew, now } = await useProof(db, id, KEPT_SECONDS);
      checkTimes(now);
      return isNew ? undefined : { jti: id, kind: 'ReplayDetection' };
    },
    upsert: nothing,
    consume: nothing,
    destroy: nothing,
    revokeByGrantId: nothing,
    findByUid: nothing,
    findByUserCode: nothing,
  };
}

function checkTimes(now: number): void {
  const { ctx } = Provider;
  const assertion = ctx?.oidc.params?.client_assertion;
  if (typeof assertion === 'string') {
    const { exp = 0, iat, nbf } = decodeJwt(assertion);
    const isEarly = [iat, nbf].some((time) => time !== undefined && time > now + AHEAD_SECONDS);
    if (isEarly || exp > now + ASSERTION_SECONDS + AHEAD_SECONDS) throw new errors.InvalidClientAuth('times of the client_assertion');
  }
  const proof = ctx?.get('dpop') ?? '';
  if (proof !== '') {
    const { iat = 0 } = readProof(proof);
    if (Math.abs(now - iat) > AHEAD_SECONDS) throw new errors.InvalidDpopProof('DPoP proof iat is not recent enough');
  }
}

/** The library verifies the proof later than the assertion that comes with it. */
function readProof(proof: string): ReturnType<typeof decodeJwt> {
  try {
    return decodeJwt(proof);
  } catch {
    throw new errors.InvalidDpopProof('the header DPoP is no JWT');
  }
}
