/** Begins a sign-in on the bank's page. No identity is typed here: the bank says who it was. */
import type { AuthMethod } from '@portico/contract';
import { BANK_PAGE_SECONDS } from '../../sca/index.ts';
import { type ShownChallenge, showDecoy } from '../decoy/decoy.ts';
import { requireTry } from '../door-limits.ts';
import { readChallenge } from '../read-sign-in.ts';
import type { SignInDeps } from '../sign-in-deps.ts';
import { signInUnknown } from '../sign-in-refusals.ts';
import { attachDecoy, type StoredSignIn } from '../sign-in-store.ts';

interface BegunVisit {
  readonly method: AuthMethod;
  readonly deviceKeyHash: string;
  readonly ip: string;
}

/** @throws UiRefusal 429 after too many failed sign-ins of this browser or network; 410. */
export async function beginVisit(deps: SignInDeps, signIn: StoredSignIn, { method, deviceKeyHash, ip }: BegunVisit): Promise<ShownChallenge> {
  const { write, random } = deps.platform;
  const earlier = signIn.decoy;
  if (earlier?.visit?.deviceKeyHash === deviceKeyHash && earlier.method === method) {
    const shown = showDecoy(earlier, signIn.now);
    if (shown.state === 'started') return shown;
  }
  await requireTry(deps, { deviceKeyHash, ip }, false);
  const createdAt = signIn.now.getTime();
  const expiresAt = createdAt + BANK_PAGE_SECONDS * 1000;
  const visit = { challengeId: random.id('chl'), nonce: random.secret(), deviceKeyHash, createdAt, isReturned: false };
  const begun = { method, identityDigest: '', answersAt: expiresAt, expiresAt, visit };
  const asked = await readChallenge(deps.sca, signIn);
  if (!(await write(({ tx }) => attachDecoy(tx, signIn, begun)))) throw signInUnknown();
  if (asked !== undefined) await deps.sca.abandon(asked.challengeId);
  return showDecoy(begun, signIn.now);
}
