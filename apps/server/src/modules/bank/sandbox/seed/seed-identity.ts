/**
 * Personal codes, account, phone and user numbers and user names of seeded customers: valid by their check rules, the same at every run, and unique
 * in the installation because they are derived from the sandbox's number. No register gives out these numbers to anybody here.
 */
import type { AuthMethod, BankCountry } from '@portico/contract';
import { addDays, buildIban, buildLatvianCode, buildPersonalCode, sevenThreeOneDigit } from '@portico/primitives';
import { OWN_BANKS } from '../bank-codes.ts';

/** Serial numbers above 900 are practically never reached by the registers. */
const SERIAL_FIRST = 900;
const SERIALS_PER_DAY = 100;
/** Sandbox 1 begins in the middle, so that its first customer has the code that Smart-ID's own test environment uses. */
const SERIAL_OFFSET = 89;
/** Birth dates of the seeded customers lie further apart than this; it bounds the number of sandboxes. */
const DAYS_PER_CUSTOMER = 1000;

const CUSTOMERS_PER_COUNTRY = 16;
const LATVIAN_FIRST = 90_000_000;
const LATVIAN_PER_SANDBOX = 64;
const LATVIAN_PER_CUSTOMER = 4;
/** Of men; older than every seeded one. Those who sign for developers' own companies are the oldest. */
const CO_SIGNER_BIRTH_DATE = '1930-01-01';
const SANDBOXES_MAX = Math.min(DAYS_PER_CUSTOMER * SERIALS_PER_DAY - SERIAL_OFFSET, (100_000_000 - LATVIAN_FIRST) / LATVIAN_PER_SANDBOX);

export interface SeedPosition {
  readonly sandboxNumber: number;
  readonly country: BankCountry;
  /** Place in the country's list of seeded customers, 0–15. */
  readonly customerIndex: number;
}

export function seedPersonalCode(position: SeedPosition, person: { birthDate: string; sex: 'female' | 'male' }): string {
  assertInRange(position);
  if (position.country === 'lv') return latvianCodes(position)[0] ?? '';
  const slot = position.sandboxNumber + SERIAL_OFFSET;
  return buildPersonalCode({
    birthDate: addDays(person.birthDate, Math.floor(slot / SERIALS_PER_DAY)),
    sex: person.sex,
    serial: SERIAL_FIRST + (slot % SERIALS_PER_DAY),
  });
}

/** Of the second signatory of the company at this place. */
export function coSignerPersonalCode(position: SeedPosition): string {
  assertInRange(position);
  if (position.country === 'lv') return latvianCodes(position).at(-1) ?? '';
  const place = (position.customerIndex + CUSTOMERS_PER_COUNTRY / 2) % CUSTOMERS_PER_COUNTRY;
  return seedPersonalCode(position, { birthDate: addDays(CO_SIGNER_BIRTH_DATE, place * DAYS_PER_CUSTOMER), sex: 'male' });
}

/** Account `accountIndex` (0–9) of the customer. */
export function seedIban(position: SeedPosition, accountIndex: number): string {
  assertInRange(position);
  // A permutation of the six-digit numbers: neighbouring sandboxes get numbers that look apart.
  const sandbox = String((position.sandboxNumber * 7919 + 123_457) % 1_000_000).padStart(6, '0');
  const customer = String(position.customerIndex + 11);
  const { bankCode } = OWN_BANKS[position.country];
  switch (position.country) {
    case 'ee': {
      const body = `00${customer}${sandbox}00${accountIndex + 1}`;
      return buildIban('EE', `${bankCode}${body}${sevenThreeOneDigit(body)}`);
    }
    case 'lv':
      return buildIban('LV', `${bankCode}00${customer}${sandbox}00${accountIndex + 1}`);
    case 'lt':
      return buildIban('LT', `${bankCode}${customer}${sandbox}00${accountIndex + 1}`);
  }
}

/**
 * By what Mobile-ID and eParaksts mobile find a customer who holds them. No Estonian or Lithuanian number begins with 0 after the
 * country code, so nobody's phone rings.
 */
export function seedMethodNumbers(
  position: SeedPosition,
  authMethods: readonly AuthMethod[],
): { phoneNumber: string | undefined; userNumber: string | undefined } {
  const digits = String(position.sandboxNumber * CUSTOMERS_PER_COUNTRY + position.customerIndex).padStart(7, '0');
  const prefix = position.country === 'ee' ? '+3720' : '+3700';
  return {
    phoneNumber: authMethods.includes('MOBILE_ID') ? `${prefix}${digits}` : undefined,
    userNumber: authMethods.includes('EPARAKSTS_MOBILE') ? `9${digits}` : undefined,
  };
}

/** `liis.naidis.1`: the name without diacritics and the sandbox's number. */
export function seedUserName(sandboxNumber: number, ...names: readonly string[]): string {
  const plain = names.map((name) =>
    name
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, '-'),
  );
  return [...plain, sandboxNumber].join('.');
}

/** The first is the customer's, the last that of a company's second signatory. @throws when two people cannot be told apart. */
function latvianCodes({ sandboxNumber, customerIndex }: SeedPosition): readonly string[] {
  const first = LATVIAN_FIRST + (sandboxNumber - 1) * LATVIAN_PER_SANDBOX + customerIndex * LATVIAN_PER_CUSTOMER;
  const codes = Array.from({ length: LATVIAN_PER_CUSTOMER }, (_, index) => buildLatvianCode(first + index)).filter((code) => code !== undefined);
  if (codes.length > 1) return codes;
  throw new Error(`No two Latvian personal codes exist from serial ${first} to ${first + LATVIAN_PER_CUSTOMER - 1}.`);
}

function assertInRange({ sandboxNumber, customerIndex }: SeedPosition): void {
  if (!Number.isInteger(sandboxNumber) || sandboxNumber < 1 || sandboxNumber > SANDBOXES_MAX) {
    throw new RangeError(`Sandbox number ${sandboxNumber} has no personal codes; the highest is ${SANDBOXES_MAX}.`);
  }
  if (customerIndex < 0 || customerIndex >= CUSTOMERS_PER_COUNTRY)
    throw new RangeError(`A country has at most 16 seeded customers, not ${customerIndex + 1}.`);
}
