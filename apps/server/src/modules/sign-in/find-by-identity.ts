/** Finds the customer who belongs to the identity that a method asks for. */
import type { BankCountry, StartAuthenticationBody } from '@portico/contract';
import { IDENTITY_FIELDS, IDENTITY_FIELDS_OF } from '@portico/contract/values';
import { isPersonalCode, normalizePersonalCode } from '@portico/primitives';
import type { Customer } from '../bank/index.ts';
import { normalizePhoneNumber } from './phone-number.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { fieldMissing, fieldUnknown } from './sign-in-refusals.ts';
import type { StoredSignIn } from './sign-in-store.ts';

type Identity = Omit<StartAuthenticationBody, 'method'>;

/**
 * @param isOnBankPage no identity is asked for here
 * @throws UiRefusal 400 FORMAT_ERROR with the path of a field that the method requires and is missing, or that the method does not use.
 */
export function checkIdentityFields(identity: StartAuthenticationBody, isOnBankPage: boolean): void {
  const asked = isOnBankPage ? [] : IDENTITY_FIELDS_OF[identity.method];
  for (const field of IDENTITY_FIELDS) {
    if (asked.includes(field) && identity[field] === undefined) throw fieldMissing(field);
    if (!asked.includes(field) && identity[field] !== undefined) throw fieldUnknown(field);
  }
}

/** The typed identity in the normal form that is looked up. */
export function normalizedIdentity(country: BankCountry, { nationalIdentityNumber, phoneNumber, userNumber }: Identity): readonly string[] {
  return [
    nationalIdentityNumber === undefined ? '' : normalizePersonalCode(nationalIdentityNumber),
    phoneNumber === undefined ? '' : normalizePhoneNumber(phoneNumber, country),
    userNumber === undefined ? '' : userNumber.replaceAll(/\s/g, ''),
  ];
}

/** False for an identity that is invalid by its format. The rules are public, so the result reveals nothing about customers. */
export function couldBeIdentity(country: BankCountry, identity: Identity): boolean {
  const [code = '', phone = '', number = ''] = normalizedIdentity(country, identity);
  return (
    (identity.nationalIdentityNumber === undefined || isPersonalCode(country, code)) &&
    (identity.phoneNumber === undefined || /^\+\d{8,15}$/.test(phone)) &&
    (identity.userNumber === undefined || /^\d{8}$/.test(number))
  );
}

/** The customer of this country for whom every typed field is right; undefined when any field is wrong. */
export async function findByIdentity(
  { bank }: Pick<SignInDeps, 'bank'>,
  { bankCountry }: Pick<StoredSignIn, 'bankCountry'>,
  { nationalIdentityNumber, phoneNumber, userNumber }: Identity,
): Promise<Customer | undefined> {
  if (userNumber !== undefined) return bank.findCustomerByUserNumber(bankCountry, userNumber.replaceAll(/\s/g, ''));
  if (nationalIdentityNumber === undefined) return undefined;
  const customer = await bank.findCustomerByIdentity(bankCountry, normalizePersonalCode(nationalIdentityNumber));
  if (phoneNumber === undefined) return customer;
  return customer?.phoneNumber === normalizePhoneNumber(phoneNumber, bankCountry) ? customer : undefined;
}
