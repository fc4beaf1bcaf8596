/** Identifies a person independently of the customer id, because the bank may give the id of a company or signatory to another person. */
import { normalizePersonalCode } from '@portico/primitives';
import type { Keys } from '#platform/config.ts';
import { hmacSha256Hex } from '#platform/crypto/hash.ts';
import type { Customer } from './bank.ts';

/** The person who authenticates for this customer. */
export type Person = Pick<Customer, 'country' | 'nationalIdentityNumber'>;

/** Keyed, because there are few personal codes: without the key an attacker could try all of them. */
export function digestPerson(keys: Pick<Keys, 'secrets'>, { country, nationalIdentityNumber }: Person): string {
  return hmacSha256Hex(keys.secrets, `signatory:${country}:${normalizePersonalCode(nationalIdentityNumber)}`);
}
