/** Who a person is, where a customer id does not show it: the bank may give the id of a company or of a signatory to another person. */
import { normalizePersonalCode } from '@portico/primitives';
import type { Keys } from '#platform/config.ts';
import { hmacSha256Hex } from '#platform/crypto/hash.ts';
import type { Customer } from './bank.ts';

/** Who authenticates for this customer. */
export type Person = Pick<Customer, 'country' | 'nationalIdentityNumber'>;

/** There are few personal codes: without the key each of them could be tried. */
export function digestPerson(keys: Pick<Keys, 'secrets'>, { country, nationalIdentityNumber }: Person): string {
  return hmacSha256Hex(keys.secrets, `signatory:${country}:${normalizePersonalCode(nationalIdentityNumber)}`);
}
