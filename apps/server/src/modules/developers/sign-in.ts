/** Sign-in by address and password. Every attempt computes one hash, so that neither response nor duration reveals which addresses are known. */
import { sha256Hex } from '#platform/crypto/hash.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { type Caller, forgetPasswordChecks, requirePasswordCheck, spendMail } from './allowances.ts';
import type { SessionStart } from './begin-session.ts';
import { findSignInCandidate, isPasswordStill, replacePasswordHash } from './developer-store.ts';
import type { Developer } from './developers.ts';
import type { IdentityDeps } from './identity-deps.ts';
import { verificationMail } from './identity-mails.ts';
import { readEmail } from './read-email.ts';
import { type Entry, enter } from './second-factor/enter.ts';
import { activate, type Credentials } from './sign-up.ts';
import { findSignUp, insertSignUp, type WaitingSignUp } from './sign-up-store.ts';

/**
 * @param given `verification`: token of a link that was opened in another browser than the sign-up's. With the password of that sign-up, the call
 * creates the account.
 * @returns a half sign-in instead of a session for an account with a second factor.
 * @throws UiRefusal 401 CREDENTIALS_WRONG; 403 EMAIL_NOT_VERIFIED after a new mail was sent; 429.
 */
export async function signIn(
  deps: IdentityDeps,
  { email: typed, password, verification }: Credentials & { readonly verification?: string },
  caller: Caller & Pick<SessionStart, 'earlierSessionHash' | 'browser'> & { readonly browserHash: string | undefined },
): Promise<{ developer: Developer; entry: Entry }> {
  const { platform, passwords } = deps;
  const email = readEmail(typed);
  await requirePasswordCheck(platform.db, platform.config, email ?? typed, caller);
  const opened = verification === undefined ? undefined : await findSignUp(platform.db, sha256Hex(verification));
  const known = email === undefined ? undefined : await findSignInCandidate(platform.db, email);
  const isVerifying = known?.developerId === undefined && opened !== undefined && opened.email === email;
  const candidate = isVerifying ? { developerId: undefined, passwordHash: opened.passwordHash } : known;
  const match = await passwords.match(candidate?.passwordHash, password);
  if (match === 'no' || email === undefined || candidate?.passwordHash === undefined) {
    throw credentialsWrong();
  }
  const { passwordHash } = candidate;
  const developerId = isVerifying && verification !== undefined ? await activate(deps, verification, opened) : candidate.developerId;
  if (developerId === undefined) {
    await sendFreshLink(deps, { email, passwordHash, browserHash: caller.browserHash }, caller);
    throw new UiRefusal(403, 'EMAIL_NOT_VERIFIED', 'Please verify your mail address.');
  }
  const newHash = match === 'otherForm' ? await passwords.hash(password) : undefined;
  const entry = await platform.write(async ({ tx }) => {
    // A reset that was committed since the password was read has ended all sessions; this must not begin another one.
    if (!(await isPasswordStill(tx, developerId, passwordHash))) throw credentialsWrong();
    if (newHash !== undefined) await replacePasswordHash(tx, developerId, passwordHash, newHash);
    return enter(platform, tx, { developerId, ...caller });
  });
  await forgetPasswordChecks(platform.db, platform.config, email, caller);
  const what = 'session' in entry ? 'A developer has signed in with a password.' : 'A developer has given the password and is asked for a code.';
  platform.log.info({ developerId, knownBrowser: caller.knownDeviceHash !== undefined }, what);
  return { developer: { developerId, email }, entry };
}

function credentialsWrong(): UiRefusal {
  return new UiRefusal(401, 'CREDENTIALS_WRONG', 'Incorrect username or password!');
}

/** The caller has proved the password of the pending sign-up. */
async function sendFreshLink({ platform, mail }: IdentityDeps, waiting: WaitingSignUp, caller: Caller): Promise<void> {
  if (!(await spendMail(platform.db, platform.config, waiting.email, caller))) return;
  const token = platform.random.secret();
  await platform.write(async (context) => {
    await insertSignUp(context.tx, sha256Hex(token), waiting);
    await mail.enqueue(context, { to: waiting.email, ...verificationMail(platform.config, token) });
  });
}
