/** The response of a calculator that no customer holds is wrong, once, like every wrong response. */
import { noResponseAwaited } from '../../sca/index.ts';
import type { SignInPlatform } from '../sign-in-deps.ts';
import { signInUnknown } from '../sign-in-refusals.ts';
import type { Decoy } from '../sign-in-store.ts';
import { attachDecoy, type StoredSignIn } from '../sign-in-store.ts';
import { type ShownChallenge, showDecoy } from './decoy.ts';

/** @throws UiRefusal 409 SIGNING_STATE_INVALID: no calculator is asked; 410. */
export async function answerDecoy({ write }: Pick<SignInPlatform, 'write'>, signIn: StoredSignIn, decoy: Decoy): Promise<ShownChallenge> {
  if (decoy.calculatorNumber === undefined) throw noResponseAwaited();
  const shown = showDecoy(decoy, signIn.now);
  if (shown.state !== 'started') return shown;
  const answered: Decoy = { ...decoy, isWrong: true };
  if (!(await write(({ tx }) => attachDecoy(tx, signIn, answered)))) throw signInUnknown();
  return showDecoy(answered, signIn.now);
}
