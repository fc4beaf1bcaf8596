/**
 * Rate limits for sign-in attempts, counted in the database across servers. A browser in which the customer has signed in before is not
 * limited by the attempts of others.
 */
import { secondsUntilAllowed, spendAllowance } from '#platform/allowances/allowance-store.ts';
import { networksOf, siteOf } from '#platform/allowances/network-of.ts';
import { hmacSha256Hex } from '#platform/crypto/hash.ts';
import { signInsThrottled } from '#platform/telemetry/instruments.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { tooManyTries } from './sign-in-refusals.ts';

const QUARTER_SECONDS = 15 * 60;
const DAY_SECONDS = 24 * 60 * 60;
const MISSES_PER_BROWSER = 10;
const MISSES_PER_NETWORK = 30;
/** With a limit per quarter of an hour alone, one network could try a million codes a year. */
const MISSES_PER_NETWORK_AND_DAY = 120;
/** For the network and the larger block around it. */
const MISSES_PER_SITE_AND_DAY = 480;
const MISSES_IN_ALL = 600;
/** Unapproved requests for one identity. The fallback interface has the same limit for one person and method. */
export const UNAPPROVED_REQUESTS = { max: 10, windowSeconds: QUARTER_SECONDS } as const;
/** Sign-ins that callers of one network may start in production; not applied in development, where all callers share one machine. */
const STARTS_PER_NETWORK = 300;

type Limits = Pick<SignInDeps, 'platform'>;
type Scope = 'browser' | 'network' | 'installation' | 'identity';

export interface Caller {
  readonly ip: string;
  readonly deviceKeyHash: string;
}

/** A digest of the typed identity: country, method and fields, whether or not the bank knows them. */
export function digestIdentity({ platform }: Pick<SignInDeps, 'platform'>, parts: readonly string[]): string {
  return hmacSha256Hex(platform.config.keys.secrets, `sign-in:${JSON.stringify(parts)}`);
}

export const identityKey = (identityDigest: string): string => `sign-in:asked:${identityDigest}`;

/**
 * Counts a failed attempt. A successful one takes the same number of statements and is not counted.
 * @throws UiRefusal 429 while too many failures count, whether or not the bank knows the identity.
 */
export async function requireTry(deps: Limits, caller: Caller, isMiss: boolean): Promise<void> {
  const { db, config } = deps.platform;
  const networks = networksOf(caller.ip).map(({ name, share }) => ({ network: hmacSha256Hex(config.keys.secrets, `network:${name}`), share }));
  const site = hmacSha256Hex(config.keys.secrets, `site:${siteOf(caller.ip)}`);
  if (config.mode === 'production') {
    for (const { network, share } of networks) {
      const starts = { key: `sign-in:started:${network}`, max: STARTS_PER_NETWORK * share, windowSeconds: QUARTER_SECONDS };
      if (!(await spendAllowance(db, starts))) refuse(deps, 'network', await secondsUntilAllowed(db, starts));
    }
  }
  const [{ network }] = networks as [(typeof networks)[number]];
  const [ofBrowser, ...wider] = (
    [
      ['browser', `browser:${caller.deviceKeyHash}`, MISSES_PER_BROWSER, QUARTER_SECONDS],
      ['network', `network:${network}`, MISSES_PER_NETWORK, QUARTER_SECONDS],
      ['network', `network-and-day:${network}`, MISSES_PER_NETWORK_AND_DAY, DAY_SECONDS],
      ['network', `site-and-day:${site}`, MISSES_PER_SITE_AND_DAY, DAY_SECONDS],
      ['installation', 'all', MISSES_IN_ALL, QUARTER_SECONDS],
    ] as const
  ).map(([scope, whose, max, windowSeconds]) => ({ scope, allowance: { key: `sign-in:missed:${whose}`, max, windowSeconds } }));
  // The wider limits are checked first: counting a browser writes a row, and a stranger can send any number of invented cookies.
  for (const { scope, allowance } of wider) {
    const seconds = await secondsUntilAllowed(db, allowance);
    if (seconds > 0) refuse(deps, scope, seconds);
  }
  for (const { scope, allowance } of ofBrowser === undefined ? wider : [ofBrowser, ...wider]) {
    if (isMiss && (await spendAllowance(db, allowance))) continue;
    const seconds = await secondsUntilAllowed(db, allowance);
    if (isMiss || seconds > 0) refuse(deps, scope, seconds);
  }
}

/** @throws UiRefusal 429: too many requests for this identity were not approved. */
export async function requireRequest(deps: Limits, identityDigest: string): Promise<void> {
  const { db } = deps.platform;
  const allowance = { key: identityKey(identityDigest), ...UNAPPROVED_REQUESTS };
  if (!(await spendAllowance(db, allowance))) refuse(deps, 'identity', await secondsUntilAllowed(db, allowance));
}

function refuse({ platform }: Limits, scope: Scope, seconds: number): never {
  signInsThrottled.add(1, { scope });
  // A log line for each refusal would let a visitor fill the log; the metric counts all of them.
  if (scope === 'installation')
    platform.log.warn({ misses: MISSES_IN_ALL }, 'Sign-ins at the bank are refused to unknown browsers: too many misses.');
  throw tooManyTries(Math.max(1, seconds));
}
