/**
 * Identities of the development demonstration: the same in every installation, so that the printed logins, the guides and the journeys can
 * name them. Only a development server has these customers. Every other test customer gets an identity from `draw-identity.ts`.
 */
import type { AuthMethod, BankCountry } from '@portico/contract';
import { addDays, buildIban, buildLatvianCode, buildPersonalCode, sevenThreeOneDigit } from '@portico/primitives';
import type { CustomerIdentity } from '../customers/customer-identity.ts';
import { OWN_BANKS } from '../terms/bank-codes.ts';
import { plainUserName } from './user-name.ts';

/** The first Estonian customer has the code of Smart-ID's own test environment. */
const SERIAL = 990;
const CUSTOMERS_PER_COUNTRY = 16;
const LATVIAN_FIRST = 90_000_000;
const LATVIAN_PER_CUSTOMER = 4;
/** Second signatories are older than every seeded customer. */
const CO_SIGNER_BIRTH_DATE = '1930-01-01';
const CO_SIGNER_DAYS_APART = 1000;
const IBAN_PART = '131376';

export interface PublishedPosition {
  readonly country: BankCountry;
  /** Index in the country's list of seeded customers, 0–15. */
  readonly customerIndex: number;
}

interface Person {
  readonly birthDate: string;
  readonly sex: 'female' | 'male';
  readonly names: readonly string[];
  readonly authMethods: readonly AuthMethod[];
}

export function publishedIdentity(position: PublishedPosition, { birthDate, sex, names, authMethods }: Person): CustomerIdentity {
  const { country, customerIndex } = position;
  const digits = String(CUSTOMERS_PER_COUNTRY + customerIndex).padStart(7, '0');
  return {
    userName: plainUserName(names, '1'),
    nationalIdentityNumber: country === 'lv' ? (latvianCodes(customerIndex)[0] ?? '') : buildPersonalCode({ birthDate, sex, serial: SERIAL }),
    phoneNumber: authMethods.includes('MOBILE_ID') ? `${country === 'ee' ? '+3720' : '+3700'}${digits}` : undefined,
    userNumber: authMethods.includes('EPARAKSTS_MOBILE') ? `9${digits}` : undefined,
  };
}

/** Identity of the second signatory of the company at this position. */
export function publishedCoSigner({ country, customerIndex }: PublishedPosition, names: readonly string[]): CustomerIdentity {
  const place = (customerIndex + CUSTOMERS_PER_COUNTRY / 2) % CUSTOMERS_PER_COUNTRY;
  const birthDate = addDays(CO_SIGNER_BIRTH_DATE, place * CO_SIGNER_DAYS_APART);
  return {
    userName: `${plainUserName(names, '1')}.${country}${customerIndex}`,
    nationalIdentityNumber:
      country === 'lv' ? (latvianCodes(customerIndex).at(-1) ?? '') : buildPersonalCode({ birthDate, sex: 'male', serial: SERIAL }),
    phoneNumber: undefined,
    userNumber: undefined,
  };
}

/** IBAN of account `accountIndex` (0–9) of the customer. */
export function publishedIban({ country, customerIndex }: PublishedPosition, accountIndex: number): string {
  const { bankCode } = OWN_BANKS[country];
  const number = `${customerIndex + 11}${IBAN_PART}00${accountIndex + 1}`;
  switch (country) {
    case 'ee':
      return buildIban('EE', `${bankCode}00${number}${sevenThreeOneDigit(`00${number}`)}`);
    case 'lv':
      return buildIban('LV', `${bankCode}00${number}`);
    case 'lt':
      return buildIban('LT', `${bankCode}${number}`);
  }
}

/** The first code is the customer's, the last one that of a company's second signatory. */
function latvianCodes(customerIndex: number): readonly string[] {
  const first = LATVIAN_FIRST + customerIndex * LATVIAN_PER_CUSTOMER;
  return Array.from({ length: LATVIAN_PER_CUSTOMER }, (_, index) => buildLatvianCode(first + index)).filter((code) => code !== undefined);
}
