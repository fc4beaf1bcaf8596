/**
 * Password reset: a code by mail, then the code with a new password. A code is bound to the browser that requested it, so that another browser
 * cannot use up its attempts. Unknown addresses get the same rows, the same number of mails and the same responses.
 */
import { RESET_CODE_DIGITS } from '@portico/contract/values';
import { equalsConstantTime, hmacSha256Hex, sha256Hex } from '#platform/crypto/hash.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { Random } from '#platform/random.ts';
import { addressDigest, type Caller, requireMail } from './allowances.ts';
import { requireGoodPassword } from './check-password.ts';
import { changePassword, findDeveloper } from './developer-store.ts';
import type { IdentityDeps, IdentityPlatform } from './identity-deps.ts';
import { noAccountMail, passwordChangedMail, resetCodeMail } from './identity-mails.ts';
import { requireEmail } from './read-email.ts';
import { deleteResetCodes, hasLiveResetCode, type ResetCodeKey, tryResetCode, writeResetCode } from './reset-code-store.ts';
import { deleteSessionsOf, rememberDevice } from './session-store.ts';

/** Returns the secret of this browser's reset cookie. @throws UiRefusal 400 EMAIL_INVALID; 429. */
export async function forgotPassword({ platform, mail }: IdentityDeps, typed: string, caller: Caller): Promise<string> {
  const { config, db, random, write } = platform;
  const email = requireEmail(typed);
  await requireMail(db, config, email, caller);
  const browserSecret = random.secret();
  const key = { addressDigest: addressDigest(config, email), browserHash: sha256Hex(browserSecret) };
  const code = makeCode(random);
  await write(async (context) => {
    const isKnown = (await findDeveloper(context.tx, { email })) !== undefined;
    await writeResetCode(context.tx, key, codeDigest(config, key, code));
    await mail.enqueue(context, { to: email, ...(isKnown ? resetCodeMail(config, code) : noAccountMail(config)) });
  });
  return browserSecret;
}

export interface ResetPassword {
  readonly email: string;
  readonly code: string;
  readonly password: string;
  /** Hash of the reset cookie. */
  readonly browserHash: string | undefined;
}

/**
 * Sets the new password and ends all sessions. Returns the secret of the new device cookie. @throws UiRefusal 400 RESET_CODE_WRONG,
 * PASSWORD_INVALID.
 */
export async function resetPassword({ platform, mail, passwords }: IdentityDeps, given: ResetPassword): Promise<string> {
  const { config, db, random, write, log } = platform;
  const email = requireEmail(given.email);
  requireGoodPassword(given.password, [email, config.productName, config.bankName]);
  const key = given.browserHash === undefined ? undefined : { addressDigest: addressDigest(config, email), browserHash: given.browserHash };
  if (key === undefined || !(await hasLiveResetCode(db, key))) throw wrongCode();
  // Hashed before the transaction, which must stay short. A right code and a wrong one cost the same.
  const passwordHash = await passwords.hash(given.password);
  const deviceSecret = random.secret();
  const digest = codeDigest(config, key, given.code.trim());

  const developerId = await write(async (context) => {
    const { tx } = context;
    const expected = await tryResetCode(tx, key);
    // Must not throw: the rollback would undo the count of attempts.
    if (expected === undefined || !equalsConstantTime(digest, expected)) return undefined;
    await deleteResetCodes(tx, key.addressDigest);
    const changed = await changePassword(tx, email, passwordHash);
    if (changed === undefined) return undefined;
    await deleteSessionsOf(tx, changed);
    await rememberDevice(tx, sha256Hex(deviceSecret), changed);
    await mail.enqueue(context, { to: email, ...passwordChangedMail(config) });
    return changed;
  });
  if (developerId === undefined) throw wrongCode();
  log.info({ developerId }, 'A developer has reset the password; all sessions have ended.');
  return deviceSecret;
}

function wrongCode(): UiRefusal {
  const text = 'This code is wrong, was used already, or has expired. Check it, or ask for a new one in this browser.';
  return new UiRefusal(400, 'RESET_CODE_WRONG', text, { path: 'code' });
}

/** Keyed with the server's secret and bound to address and browser. A plain hash of the digits could be reversed by trying all codes. */
function codeDigest({ keys }: IdentityPlatform['config'], key: ResetCodeKey, code: string): string {
  return hmacSha256Hex(keys.secrets, `reset code:${key.addressDigest}:${key.browserHash}:${code}`);
}

/** A uniform code: values in the last incomplete range are drawn again. */
function makeCode(random: Pick<Random, 'bytes'>): string {
  const codes = 10 ** RESET_CODE_DIGITS;
  const fair = Math.floor(2 ** 32 / codes) * codes;
  for (;;) {
    const drawn = random.bytes(4).readUInt32BE();
    if (drawn < fair) return String(drawn % codes).padStart(RESET_CODE_DIGITS, '0');
  }
}
