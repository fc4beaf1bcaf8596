/**
 * The interaction result of a completed sign-in, as the library stores it, and when it is valid. The person who signed in is in it, too: the library
 * passes members on that it does not know.
 */
import { APPROVAL_SECONDS } from '@portico/contract/values';
import type { InteractionResults } from 'oidc-provider';
import type { Owner } from '../bank/index.ts';
import { toAccountId } from './account-id.ts';

/** The library's request header with the hash of the browser's device cookie. The route sets it; clients cannot. */
export const DEVICE_HEADER = 'x-device-key-hash';

/** Where and when a customer signed in. */
export interface CompletedIn {
  /** Hash of the browser's device cookie. */
  readonly deviceKeyHash: string;
  /** Real time. */
  readonly completedAt: Date;
}

/**
 * `consent`: granted with the sign-in, for clients that request it by `prompt=consent`.
 *
 * @param person `digestPerson` @param completedIn undefined: no device was asked (`bypass=true`).
 */
export function signedIn(owner: Owner, authMethods: readonly string[], person: string | undefined, completedIn?: CompletedIn): InteractionResults {
  return {
    login: { accountId: toAccountId(owner), amr: [...authMethods], remember: false },
    consent: {},
    ...(person === undefined ? {} : { person }),
    ...(completedIn === undefined ? {} : { deviceKeyHash: completedIn.deviceKeyHash, completedAt: completedIn.completedAt.getTime() }),
  };
}

const NOT_RESUMED: InteractionResults = {
  error: 'access_denied',
  error_description: 'The customer came back too late, or in another browser than the one of the sign-in. Nothing was given.',
};

/**
 * The result for a browser that comes back. Cookies of the authorization server can be planted in another browser, the device cookie cannot: the
 * browser that began the authorization need not be the one that signed in. A result without a time, also of a server of an earlier version, is
 * as old as its request (`iat`).
 */
export function resultFor(result: InteractionResults, { iat = 0, deviceKeyHash, now }: ComesBack): InteractionResults {
  if (result.login === undefined) return result;
  const completedAt = typeof result.completedAt === 'number' ? result.completedAt : iat * 1000;
  const isInTime = now.getTime() - completedAt < APPROVAL_SECONDS * 1000;
  const isItsBrowser = result.deviceKeyHash === undefined || result.deviceKeyHash === deviceKeyHash;
  return isInTime && isItsBrowser ? result : NOT_RESUMED;
}

interface ComesBack {
  readonly iat: number | undefined;
  readonly deviceKeyHash: string | undefined;
  readonly now: Date;
}
