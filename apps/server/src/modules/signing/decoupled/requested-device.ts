/** The method that a decoupled request asks for, and whether its `PSU-ID` is the customer's. */
import type { AuthMethod } from '@portico/contract';
import { DECOUPLED_METHODS, IDENTITY_FIELDS_OF } from '@portico/contract/values';
import type { Customer } from '#modules/bank/index.ts';
import { couldBeIdentity, normalizedIdentity } from '#modules/sign-in/index.ts';
import type { DeviceWish } from '#modules/tpp-apps/index.ts';
import { equalsConstantTime } from '#platform/crypto/hash.ts';

export interface RequestedDevice {
  readonly method: AuthMethod;
  /** False: the response must not differ from that for the right identity. */
  readonly isTheirs: boolean;
}

/**
 * Without `PSU-ID-Type` the first phone method that is identified by a personal code. Undefined: the customer has no such method, or the text
 * cannot be an identity; both do not depend on whether it is this customer's.
 */
export function requestedDevice(
  { psuId, psuIdType }: Pick<DeviceWish, 'psuId' | 'psuIdType'>,
  customer: Customer,
  isOffered: (method: AuthMethod) => boolean,
): RequestedDevice | undefined {
  const asked = DECOUPLED_METHODS.filter((method) => (psuIdType === undefined ? fieldOf(method) === 'nationalIdentityNumber' : method === psuIdType));
  const method = asked.find((each) => customer.authMethods.includes(each) && isOffered(each));
  if (method === undefined) return undefined;
  const field = fieldOf(method);
  const given = { [field]: psuId };
  if (!couldBeIdentity(customer.country, given)) return undefined;
  const normal = (identity: typeof given) => JSON.stringify(normalizedIdentity(customer.country, identity));
  const own = customer[field];
  return { method, isTheirs: own !== undefined && equalsConstantTime(normal(given), normal({ [field]: own })) };
}

/** The customer of the token has one phone, so a phone number identifies nothing more. */
function fieldOf(method: AuthMethod): 'nationalIdentityNumber' | 'userNumber' {
  return IDENTITY_FIELDS_OF[method].includes('userNumber') ? 'userNumber' : 'nationalIdentityNumber';
}
