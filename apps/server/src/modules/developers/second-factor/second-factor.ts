/** Switches a developer's second factor on and off, and makes recovery codes (decision 0124). */
import { RECOVERY_CODES } from '@portico/contract/values';
import { openText, sealText } from '#platform/crypto/seal-text.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { Developer } from '../developers.ts';
import type { IdentityDeps } from '../identity-deps.ts';
import { secondFactorOffMail, secondFactorOnMail } from '../identity-mails.ts';
import { endOtherSessions } from '../session-store.ts';
import {
  deleteSecondFactor,
  deleteSetup,
  findSecondFactor,
  findSetup,
  insertSecondFactor,
  lockForSwitch,
  replaceRecoveryCodes,
  writeSetup,
} from './factor-store.ts';
import { findStep, makeRecoveryCode, makeSecret, readCode, toAddress } from './totp.ts';
import { boundTo, digestOf } from './use-code.ts';

const SETUP_SECONDS = 10 * 60;

type Switching = Pick<IdentityDeps, 'platform' | 'mail'>;

/** The browser in which the developer is signed in. */
export interface OwnSession {
  readonly sessionHash: string;
  readonly deviceHash: string | undefined;
}

export interface BegunSetup {
  /** Base32. */
  readonly secret: string;
  /** `otpauth://totp/…` for a QR code. */
  readonly address: string;
}

/** The secret counts after {@link confirmSetup} only. @throws UiRefusal 409 SECOND_FACTOR_ON. */
export async function beginSetup({ platform }: Pick<Switching, 'platform'>, developer: Developer, sessionHash: string): Promise<BegunSetup> {
  const { config, random, write } = platform;
  const { developerId, email } = developer;
  const secret = makeSecret(random);
  await write(async ({ tx }) => {
    if ((await findSecondFactor(tx, developerId)) !== undefined) throw isOn();
    await writeSetup(tx, sessionHash, sealText(config.keys.secrets, random, boundTo(developerId), secret), SETUP_SECONDS);
  });
  return { secret, address: toAddress(secret, { issuer: config.productName, label: email }) };
}

/**
 * Ends the other sessions, because one of them may be in the wrong hands. @returns the recovery codes, which nothing can show again.
 * @throws UiRefusal 401 SECOND_FACTOR_WRONG; 409 SECOND_FACTOR_ON, SECOND_FACTOR_EXPIRED for the set-up of another session.
 */
export async function confirmSetup(
  { platform, mail }: Switching,
  { developerId, email }: Developer,
  { sessionHash, deviceHash }: OwnSession,
  typed: string,
): Promise<readonly string[]> {
  const { config, clock, log, write } = platform;
  const { kind, code } = readCode(typed);
  const codes = await write(async (context) => {
    const { tx } = context;
    await lockForSwitch(tx, developerId);
    if ((await findSecondFactor(tx, developerId)) !== undefined) throw isOn();
    const sealed = await findSetup(tx, sessionHash);
    if (sealed === undefined) throw setupExpired();
    const secret = openText(config.keys.secrets, boundTo(developerId), sealed);
    const step = kind === 'app' ? findStep(secret, code, await clock.realNow(tx)) : undefined;
    if (step === undefined) throw wrongFirstCode();
    if (!(await insertSecondFactor(tx, developerId, sealed, step))) throw isOn();
    await deleteSetup(tx, sessionHash);
    await endOtherSessions(tx, developerId, { sessionHash, deviceHash });
    await mail.enqueue(context, { to: email, ...secondFactorOnMail(config) });
    return writeRecoveryCodes(platform, context, developerId);
  });
  log.info({ developerId }, 'A developer has switched on the second factor.');
  return codes;
}

/** Replaces all recovery codes. Call it in the transaction that has checked the developer. */
export async function writeRecoveryCodes(platform: IdentityDeps['platform'], { tx }: WriteContext, developerId: string): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => makeRecoveryCode(platform.random));
  const digests = codes.map((each) => digestOf(platform, developerId, readCode(each).code));
  await replaceRecoveryCodes(tx, developerId, digests);
  return codes;
}

/** Call it in the transaction that has checked the developer, or for an operator. @returns false: it was off already. */
export async function switchOff({ platform, mail }: Switching, context: WriteContext, { developerId, email }: Developer): Promise<boolean> {
  if (!(await deleteSecondFactor(context.tx, developerId))) return false;
  await mail.enqueue(context, { to: email, ...secondFactorOffMail(platform.config) });
  context.afterCommit(() => platform.log.info({ developerId }, 'The second factor of a developer was switched off.'));
  return true;
}

/** @throws UiRefusal 409 SECOND_FACTOR_OFF. */
export async function requireSecondFactor({ db }: Pick<IdentityDeps['platform'], 'db'>, { developerId }: Developer): Promise<void> {
  if ((await findSecondFactor(db, developerId)) !== undefined) return;
  throw new UiRefusal(409, 'SECOND_FACTOR_OFF', 'The second factor of your account is off. Load the page again.');
}

function isOn(): UiRefusal {
  return new UiRefusal(409, 'SECOND_FACTOR_ON', 'The second factor of your account is on already. Load the page again.');
}

/** There are no recovery codes yet. */
function wrongFirstCode(): UiRefusal {
  const text = 'This is not the code that your app shows now. Check that the app has this key and that its clock is right, then enter its next code.';
  return new UiRefusal(401, 'SECOND_FACTOR_WRONG', text, { path: 'code' });
}

function setupExpired(): UiRefusal {
  const text = 'This set-up has expired, or it began in another browser. Nothing was changed. Start again and scan the new code.';
  return new UiRefusal(409, 'SECOND_FACTOR_EXPIRED', text);
}
