/** Asks a signed-in developer for the password once more, before something that cannot be undone: the session may be in the wrong hands. */
import { UiRefusal } from '#platform/http/refusal.ts';
import { type Caller, forgetPasswordChecks, requirePasswordCheck } from './allowances.ts';
import { findPasswordHash } from './developer-store.ts';
import type { Developer } from './developers.ts';
import type { IdentityDeps } from './identity-deps.ts';

/**
 * Does nothing for an account without a password.
 *
 * @throws UiRefusal 401 CREDENTIALS_WRONG, also without a password; 429, in the same limits as the sign-in.
 */
export async function checkPresentPassword(
  { platform, passwords }: Pick<IdentityDeps, 'platform' | 'passwords'>,
  { developerId, email }: Developer,
  password: string | undefined,
  caller: Caller,
): Promise<void> {
  const { db, config } = platform;
  const passwordHash = await findPasswordHash(db, developerId);
  if (passwordHash === undefined) return;
  await requirePasswordCheck(db, config, email, caller);
  if (password === undefined || !(await passwords.verify(passwordHash, password))) {
    const text = 'This is not the password of your account. Nothing was deleted. Check it and try again.';
    throw new UiRefusal(401, 'CREDENTIALS_WRONG', text, { path: 'password' });
  }
  await forgetPasswordChecks(db, config, email, caller);
}
