/**
 * Sign-up and verification of the address. The link in the mail creates the account; before that, only a pending sign-up exists. In the
 * browser that signed up the link is enough. In another browser it needs the password, because a stranger may have typed the address
 * (decision 0071).
 */
import { sha256Hex } from '#platform/crypto/hash.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { type Caller, requireMail } from './allowances.ts';
import { requireGoodPassword } from './check-password.ts';
import { findDeveloper, insertDeveloper } from './developer-store.ts';
import type { IdentityDeps } from './identity-deps.ts';
import { alreadyRegisteredMail, verificationMail } from './identity-mails.ts';
import { requireEmail } from './read-email.ts';
import { deleteSignUps, findSignUp, insertSignUp, takeSignUp, type WaitingSignUp } from './sign-up-store.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Does the same work and sends one mail for known and unknown addresses. @throws UiRefusal 400 EMAIL_INVALID, PASSWORD_INVALID; 429. */
export async function signUp(deps: IdentityDeps, given: Credentials, caller: Caller & { readonly browserHash: string }): Promise<void> {
  const { platform, mail, passwords } = deps;
  const { config } = platform;
  const email = requireEmail(given.email);
  requireGoodPassword(given.password, [email, config.productName, config.bankName]);
  await requireMail(platform.db, config, email, caller);
  const passwordHash = await passwords.hash(given.password);
  const token = platform.random.secret();
  await platform.write(async (context) => {
    const isKnown = (await findDeveloper(context.tx, { email })) !== undefined;
    // Also inserted for a known address, so that both cases cost the same; that token is never sent.
    await insertSignUp(context.tx, sha256Hex(token), { email, passwordHash, browserHash: caller.browserHash });
    await mail.enqueue(context, { to: email, ...(isKnown ? alreadyRegisteredMail(config) : verificationMail(config, token)) });
  });
}

/** @throws UiRefusal 400 VERIFICATION_UNKNOWN; 403 VERIFICATION_ELSEWHERE, after which the link is still valid. */
export async function verifyEmail(
  deps: Pick<IdentityDeps, 'platform'>,
  { token, browserHash }: { readonly token: string; readonly browserHash: string | undefined },
): Promise<void> {
  const waiting = await findSignUp(deps.platform.db, sha256Hex(token));
  if (waiting === undefined) throw verificationUnknown();
  if (browserHash === undefined || waiting.browserHash !== browserHash) {
    const text = 'This is not the browser in which you signed up. Log in with the password you chose there: that verifies your mail address.';
    throw new UiRefusal(403, 'VERIFICATION_ELSEWHERE', text);
  }
  await activate(deps, token, waiting);
}

/** Creates the account. @returns its id. @throws UiRefusal 400 VERIFICATION_UNKNOWN. */
export async function activate({ platform }: Pick<IdentityDeps, 'platform'>, token: string, { email, passwordHash }: WaitingSignUp): Promise<string> {
  const developerId = platform.random.id('dev');
  const isNew = await platform.write(async ({ tx }) => {
    if (!(await takeSignUp(tx, sha256Hex(token)))) return false;
    await deleteSignUps(tx, email);
    return insertDeveloper(tx, { developerId, email, passwordHash });
  });
  if (!isNew) throw verificationUnknown();
  platform.log.info({ developerId }, 'A developer has signed up.');
  return developerId;
}

function verificationUnknown(): UiRefusal {
  return new UiRefusal(400, 'VERIFICATION_UNKNOWN', 'This link was used already or has expired. Log in; if that does not work, sign up again.');
}
