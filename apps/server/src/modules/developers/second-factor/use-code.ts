/** Takes a code of a developer's second factor: of the authenticator app, or a recovery code. Each code is accepted once. */
import { hmacSha256Hex } from '#platform/crypto/hash.ts';
import { openText } from '#platform/crypto/seal-text.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { type Caller, refundCodeCheck, requireCodeCheck, spendWrongCodesMail } from '../allowances.ts';
import type { Developer } from '../developers.ts';
import type { IdentityDeps } from '../identity-deps.ts';
import { recoveryCodeUsedMail, wrongCodesMail } from '../identity-mails.ts';
import { lockSecret, storeStep, takeRecoveryCode } from './factor-store.ts';
import { findStep, readCode } from './totp.ts';

type Taking = Pick<IdentityDeps, 'platform' | 'mail'>;

/** Binds a sealed secret to its account. */
export const boundTo = (developerId: string): string => `second factor:${developerId}`;

/** Keyed with a secret outside the database, as reset codes are. */
export const digestOf = ({ config }: IdentityDeps['platform'], developerId: string, code: string): string =>
  hmacSha256Hex(config.keys.secrets, `recovery code:${developerId}:${code}`);

/**
 * Runs `then` in the transaction that accepts the code. A failure of `then` leaves the code unused.
 *
 * @param typed undefined: none was given. It does not count as an attempt.
 * @throws UiRefusal 401 SECOND_FACTOR_WRONG, also where the account has no second factor any more; 429 after ten wrong codes in 15 minutes or 30 in
 * a day, after which the developer gets a mail.
 */
export async function useCode<Result>(
  deps: Taking,
  developer: Developer,
  typed: string | undefined,
  caller: Caller,
  then: (context: WriteContext) => Promise<Result>,
): Promise<Result> {
  const { platform } = deps;
  const { db, config, write } = platform;
  if (typed === undefined) throw wrongCode();
  try {
    await requireCodeCheck(db, config, developer.email, caller);
  } catch (error) {
    if (error instanceof UiRefusal && (await spendWrongCodesMail(db, config, developer.email))) {
      await write((context) => deps.mail.enqueue(context, { to: developer.email, ...wrongCodesMail(config) }));
      platform.log.warn({ developerId: developer.developerId }, 'Too many wrong codes of the second factor of a developer.');
    }
    throw error;
  }
  const result = await write(async (context) => {
    if (!(await takeCode(deps, context, developer, typed))) throw wrongCode();
    return then(context);
  });
  await refundCodeCheck(db, config, developer.email, caller);
  return result;
}

async function takeCode({ platform, mail }: Taking, context: WriteContext, { developerId, email }: Developer, typed: string): Promise<boolean> {
  const { tx } = context;
  const factor = await lockSecret(tx, developerId);
  if (factor === undefined) return false;
  const { kind, code } = readCode(typed);
  if (kind === 'app') {
    const secret = openText(platform.config.keys.secrets, boundTo(developerId), factor.secretSealed);
    const step = findStep(secret, code, await platform.clock.realNow(tx));
    if (step === undefined || step <= factor.lastStep) return false;
    await storeStep(tx, developerId, step);
    return true;
  }
  if (!(await takeRecoveryCode(tx, developerId, digestOf(platform, developerId, code)))) return false;
  await mail.enqueue(context, { to: email, ...recoveryCodeUsedMail(platform.config) });
  platform.log.info({ developerId }, 'A developer has used a recovery code.');
  return true;
}

function wrongCode(): UiRefusal {
  const text =
    'This code is wrong, was used already, or has expired. Enter the code that your authenticator app shows now, or an unused recovery code.';
  return new UiRefusal(401, 'SECOND_FACTOR_WRONG', text, { path: 'code' });
}
