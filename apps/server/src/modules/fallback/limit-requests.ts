/** Limits how often a person's device is asked without an approval, for sign-ins and payments together (decision 0069). */
import type { AuthMethod } from '@portico/contract';
import { refundAllowance, secondsUntilAllowed, spendAllowance } from '#platform/allowances/allowance-store.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { UNAPPROVED_REQUESTS } from '../sign-in/index.ts';
import { tooManyUnapproved } from './fallback-refusals.ts';

export interface Asked {
  readonly customerId: string;
  /** `digestPerson`; undefined of a request that an earlier version made. */
  readonly person?: string | undefined;
  readonly authMethod: AuthMethod;
}

/** The device belongs to the person, who may act for several customers. */
const keyOf = ({ customerId, person = customerId, authMethod }: Asked): string => `fallback:asked:${person}:${authMethod}`;

/** Call in the transaction that stores the challenge. @throws UiRefusal 429: too many requests to this device were not approved. */
export async function requireRequest(tx: Tx, asked: Asked): Promise<void> {
  const allowance = { key: keyOf(asked), ...UNAPPROVED_REQUESTS };
  if (!(await spendAllowance(tx, allowance))) throw tooManyUnapproved(await secondsUntilAllowed(tx, allowance));
}

/** An approved request does not count. */
export const refundRequest = (db: Db, asked: Asked): Promise<void> => refundAllowance(db, keyOf(asked));
