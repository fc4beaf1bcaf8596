/** Sign-up and its second half, the link in the mail. An account begins with the link; what was typed before only waits for it. */
import { sha256Hex } from '#platform/crypto/hash.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { type Caller, requireMail } from './allowances.ts';
import { requireGoodPassword } from './check-password.ts';
import { findDeveloper, insertDeveloper } from './developer-store.ts';
import type { IdentityDeps } from './identity-deps.ts';
import { alreadyRegisteredMail, verificationMail } from './identity-mails.ts';
import { requireEmail } from './read-email.ts';
import { deleteSignUps, insertSignUp, takeSignUp } from './sign-up-store.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** The same work and one mail, whether the address is known or not. @throws UiRefusal 400 EMAIL_INVALID, PASSWORD_INVALID; 429. */
export async function signUp(deps: IdentityDeps, given: Credentials, caller: Caller): Promise<void> {
  const { platform, mail, passwords } = deps;
  const { config } = platform;
  const email = requireEmail(given.email);
  requireGoodPassword(given.password, [email, config.productName, config.bankName]);
  await requireMail(platform.db, config, email, caller);
  const passwordHash = await passwords.hash(given.password);
  const token = platform.random.secret();
  await platform.write(async (context) => {
    const isKnown = (await findDeveloper(context.tx, { email })) !== undefined;
    // For a known address too, so that both cost the same; its token is sent to nobody.
    await insertSignUp(context.tx, sha256Hex(token), { email, passwordHash });
    await mail.enqueue(context, { to: email, ...(isKnown ? alreadyRegisteredMail(config) : verificationMail(config, token)) });
  });
}

/** @throws UiRefusal 400 VERIFICATION_UNKNOWN. */
export async function verifyEmail({ platform }: Pick<IdentityDeps, 'platform'>, token: string): Promise<void> {
  const developerId = platform.random.id('dev');
  const isNew = await platform.write(async ({ tx }) => {
    const waiting = await takeSignUp(tx, sha256Hex(token));
    if (waiting === undefined) return false;
    await deleteSignUps(tx, waiting.email);
    return insertDeveloper(tx, { developerId, ...waiting });
  });
  if (!isNew) {
    const text = 'This link was used already or has expired. Log in; if that does not work, sign up again.';
    throw new UiRefusal(400, 'VERIFICATION_UNKNOWN', text);
  }
  platform.log.info({ developerId }, 'A developer has signed up.');
}
