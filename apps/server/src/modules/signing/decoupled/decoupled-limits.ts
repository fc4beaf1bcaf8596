/**
 * Limits on decoupled requests that no customer approved (docs/decisions/0082). They count every start, whether or not its `PSU-ID` was right,
 * so that reaching one reveals nothing about it.
 */
import { type Allowance, refundAllowance, spendAllowance } from '#platform/allowances/allowance-store.ts';
import { networksOf } from '#platform/allowances/network-of.ts';
import type { Config } from '#platform/config.ts';
import { hmacSha256Hex } from '#platform/crypto/hash.ts';
import type { Tx } from '#platform/db/database.ts';

const QUARTER_SECONDS = 15 * 60;
const DAY_SECONDS = 24 * 60 * 60;
const UNAPPROVED_PER_CUSTOMER = 5;
const UNAPPROVED_PER_CUSTOMER_AND_DAY = 15;
const UNAPPROVED_PER_APPLICATION = 100;
const UNAPPROVED_PER_NETWORK = 300;

export interface Starter {
  /** Who is asked (`digestPerson`). */
  readonly person: string;
  readonly appId: string;
  readonly ip: string;
}

/** Counts a start. @returns false when a limit is reached. */
export async function spendStart(tx: Tx, allowances: readonly Allowance[]): Promise<boolean> {
  for (const allowance of allowances) if (!(await spendAllowance(tx, allowance))) return false;
  return true;
}

/** Gives a start back by the keys of its allowances, because the customer has approved it. */
export async function refundStart(tx: Tx, keys: readonly string[]): Promise<void> {
  for (const key of keys) await refundAllowance(tx, key);
}

export function allowancesOf({ keys }: Pick<Config, 'keys'>, { person, appId, ip }: Starter): readonly Allowance[] {
  const key = (scope: string, whose: string) => `decoupled:${scope}:${hmacSha256Hex(keys.secrets, `decoupled:${scope}:${whose}`)}`;
  return [
    { key: key('customer', person), max: UNAPPROVED_PER_CUSTOMER, windowSeconds: QUARTER_SECONDS },
    { key: key('customer-and-day', person), max: UNAPPROVED_PER_CUSTOMER_AND_DAY, windowSeconds: DAY_SECONDS },
    { key: key('application', appId), max: UNAPPROVED_PER_APPLICATION, windowSeconds: QUARTER_SECONDS },
    ...networksOf(ip).map(({ name, share }) => ({ key: key('network', name), max: UNAPPROVED_PER_NETWORK * share, windowSeconds: QUARTER_SECONDS })),
  ];
}
