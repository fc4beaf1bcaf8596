/** Rate limits in the database, which survive restarts and hold across servers. */
import { forgetAllowance, refundAllowance, secondsUntilAllowed, spendAllowance, wasSpent } from '#platform/allowances/allowance-store.ts';
import { networksOf } from '#platform/allowances/network-of.ts';
import type { Config } from '#platform/config.ts';
import { hmacSha256Hex } from '#platform/crypto/hash.ts';
import type { Db } from '#platform/db/database.ts';
import { UiRefusal } from '#platform/http/refusal.ts';

const HOUR_SECONDS = 60 * 60;
const QUARTER_SECONDS = 15 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const MAILS_PER_ADDRESS = 3;
const CHECKS_PER_ACCOUNT = 10;
/** Wrong codes of a second factor. A code has six digits and three are valid: at 30 a day, a year of guessing succeeds with 3 percent. */
const CODES_PER_QUARTER = 10;
const CODES_PER_DAY = 30;
/** Password checks of one network in a quarter of an hour, for each mail that it may cause in an hour. */
const CHECKS_PER_MAIL = 10;
const MAILS_PER_NETWORK = 10;
const PASSWORD_GIVEN_SECONDS = 5 * 60;
/** More than the checks of passwords allow in that time; each of them begins it again. */
const GIVEN_MAX = 1000;

type Settings = Pick<Config, 'keys' | 'mailsPerNetworkPerHour'>;

/** The properties of a caller that matter for limits. */
export interface Caller {
  readonly ip: string;
  /** Hash of the device cookie of a browser in which this account has signed in; undefined for any other browser. */
  readonly knownDeviceHash: string | undefined;
}

/** Replaces an address where only equality matters. */
export function addressDigest(config: Pick<Config, 'keys'>, email: string): string {
  return hmacSha256Hex(config.keys.secrets, `address:${email}`);
}

/** True: this caller may cause one mail to this address. Known browsers have a separate limit. */
export async function spendMail(db: Db, config: Settings, email: string, caller: Caller): Promise<boolean> {
  const perNetwork = config.mailsPerNetworkPerHour ?? MAILS_PER_NETWORK;
  const ofMailbox = { key: `mail:${keyOfAccount(config, mailboxOf(email), caller)}`, max: MAILS_PER_ADDRESS, windowSeconds: HOUR_SECONDS };
  return (
    (await spendForNetworks(db, config, caller, { what: 'mail', max: perNetwork, windowSeconds: HOUR_SECONDS })) &&
    (await spendAllowance(db, ofMailbox))
  );
}

/** @throws UiRefusal 429, the same for known and unknown addresses. */
export async function requireMail(db: Db, config: Settings, email: string, caller: Caller): Promise<void> {
  if (await spendMail(db, config, email, caller)) return;
  const text = 'Too many mails were asked for. Look into your mailbox, spam included, or try again in an hour.';
  throw new UiRefusal(429, 'RATE_LIMITED', text, { headers: { 'retry-after': String(HOUR_SECONDS) } });
}

/** @param account the address, or the typed text. @throws UiRefusal 429, the same for known and unknown addresses. */
export async function requirePasswordCheck(db: Db, config: Settings, account: string, caller: Caller): Promise<void> {
  const perNetwork = CHECKS_PER_MAIL * (config.mailsPerNetworkPerHour ?? MAILS_PER_NETWORK);
  const isAllowed =
    (await spendForNetworks(db, config, caller, { what: 'check', max: perNetwork, windowSeconds: QUARTER_SECONDS })) &&
    (await spendAllowance(db, {
      key: `check:${keyOfAccount(config, account, caller)}`,
      max: CHECKS_PER_ACCOUNT,
      windowSeconds: QUARTER_SECONDS,
    }));
  if (isAllowed) return;
  const text = 'Too many attempts to sign in. Wait 15 minutes and try again, or reset your password.';
  throw new UiRefusal(429, 'RATE_LIMITED', text, { headers: { 'retry-after': String(QUARTER_SECONDS) } });
}

/** After a right password in a known browser, its attempts no longer count. */
export async function forgetPasswordChecks(db: Db, config: Settings, account: string, caller: Caller): Promise<void> {
  if (caller.knownDeviceHash !== undefined) await forgetAllowance(db, `check:${keyOfAccount(config, account, caller)}`);
}

/** @throws UiRefusal 429, after ten wrong codes in a quarter of an hour or 30 in a day. Call {@link refundCodeCheck} after a right code. */
export async function requireCodeCheck(db: Db, config: Settings, account: string, caller: Caller): Promise<void> {
  const spent: string[] = [];
  for (const check of codeChecks(config, account, caller)) {
    if (await spendAllowance(db, check)) {
      spent.push(check.key);
      continue;
    }
    for (const each of spent) await refundAllowance(db, each);
    const text = 'Too many wrong codes. Try again later, or enter the code in a browser in which you have logged in before.';
    throw new UiRefusal(429, 'RATE_LIMITED', text, { headers: { 'retry-after': String(Math.max(1, await secondsUntilAllowed(db, check))) } });
  }
}

/** Only wrong codes count. */
export async function refundCodeCheck(db: Db, config: Settings, account: string, caller: Caller): Promise<void> {
  for (const { key } of codeChecks(config, account, caller)) await refundAllowance(db, key);
}

/** True once a day: the mail tells the developer that another person may have the password. */
export function spendWrongCodesMail(db: Db, config: Settings, account: string): Promise<boolean> {
  return spendAllowance(db, { key: `code-mail:account:${addressDigest(config, account)}`, max: 1, windowSeconds: DAY_SECONDS });
}

const codeChecks = (config: Settings, account: string, caller: Caller) =>
  [
    { key: `code-day:${keyOfAccount(config, account, caller)}`, max: CODES_PER_DAY, windowSeconds: DAY_SECONDS },
    { key: `code:${keyOfAccount(config, account, caller)}`, max: CODES_PER_QUARTER, windowSeconds: QUARTER_SECONDS },
  ] as const;

/** The session counts as one in which the password, and the code where the account has a second factor, was given for the next five minutes. */
export async function notePasswordGiven(db: Db, config: Settings, sessionHash: string): Promise<void> {
  await spendAllowance(db, { key: keyOfGiven(config, sessionHash), max: GIVEN_MAX, windowSeconds: PASSWORD_GIVEN_SECONDS });
}

export function isPasswordGiven(db: Db, config: Settings, sessionHash: string): Promise<boolean> {
  return wasSpent(db, keyOfGiven(config, sessionHash));
}

const keyOfGiven = ({ keys }: Settings, sessionHash: string) => `password-given:${hmacSha256Hex(keys.secrets, `password-given:${sessionHash}`)}`;

function keyOfAccount(config: Settings, account: string, { knownDeviceHash }: Caller): string {
  const whose = knownDeviceHash === undefined ? account : `${account} in ${knownDeviceHash}`;
  return `account:${addressDigest(config, whose)}`;
}

/** The address without its sub-address (`name+anything@…`, RFC 5233): mail servers deliver both to one person. Accounts never use it. */
function mailboxOf(email: string): string {
  return email.replace(/^([^+@]+)\+[^@]*/, '$1');
}

/** Spends one for each network of the caller, the smallest first, so that a caller beyond their own limit uses up no other. */
async function spendForNetworks(
  db: Db,
  { keys }: Settings,
  { ip }: Caller,
  { what, max, windowSeconds }: { readonly what: 'mail' | 'check'; readonly max: number; readonly windowSeconds: number },
): Promise<boolean> {
  for (const { name, share } of networksOf(ip)) {
    const key = `${what}:network:${hmacSha256Hex(keys.secrets, `network:${name}`)}`;
    if (!(await spendAllowance(db, { key, max: max * share, windowSeconds }))) return false;
  }
  return true;
}
