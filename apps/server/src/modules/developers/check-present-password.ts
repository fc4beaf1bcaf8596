/** Asks a signed-in developer for the password once more, and for a code where the account has a second factor, before something that cannot be undone: the session may be in the wrong hands. */
import { UiRefusal } from '#platform/http/refusal.ts';
import { type Caller, forgetPasswordChecks, isPasswordGiven, requirePasswordCheck } from './allowances.ts';
import { findPasswordHash } from './developer-store.ts';
import type { Developer } from './developers.ts';
import type { IdentityDeps } from './identity-deps.ts';
import { findSecondFactor } from './second-factor/factor-store.ts';

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
    throw refusal('This is not the password of your account. Nothing was changed. Check it and try again.');
  }
  await forgetPasswordChecks(db, config, email, caller);
}

/** For a call whose address and body the specification fixes: the session has given password and code. @throws UiRefusal 401 CREDENTIALS_WRONG. */
export async function requirePasswordGiven(
  { db, config }: Pick<IdentityDeps['platform'], 'db' | 'config'>,
  { developerId }: Developer,
  sessionHash: string,
): Promise<void> {
  if (await isPasswordGiven(db, config, sessionHash)) return;
  const hasPassword = (await findPasswordHash(db, developerId)) !== undefined;
  if (!hasPassword && (await findSecondFactor(db, developerId)) === undefined) return;
  throw refusal(
    'This needs the password of your account, and a code where it has a second factor, given in the last five minutes. Nothing was deleted. Enter them and try again.',
  );
}

const refusal = (text: string) => new UiRefusal(401, 'CREDENTIALS_WRONG', text, { path: 'password' });
