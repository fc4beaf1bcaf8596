/**
 * Random identities of test customers. The bank's sign-in page is open to every visitor and finds a test customer by these numbers, so
 * a visitor must not be able to compute them or read them elsewhere (docs/decisions/0058). They pass the check rules of their country.
 * The database keeps them unique; `insertCustomers` draws another identity where a number is taken.
 */
import type { AuthMethod, BankCountry } from '@portico/contract';
import { addDays, buildIban, buildLatvianCode, buildPersonalCode, sevenThreeOneDigit } from '@portico/primitives';
import type { Random } from '#platform/random.ts';
import { plainUserName } from '../seed/user-name.ts';
import { OWN_BANKS } from '../terms/bank-codes.ts';
import type { CustomerIdentity } from './customer-identity.ts';

/** Adults: born from 1 January 1920 to 31 December 2005. */
const BIRTH_DATE_FIRST = '1920-01-01';
const BIRTH_DAYS = 31_412;
const SERIALS = 1_000;
/** Latvian codes without a date: `32` and eight digits. */
const LATVIAN_SERIALS = 100_000_000;
const PHONE_DIGITS = 7;
const USER_NUMBER_DIGITS = 8;
const USER_NAME_LETTERS = 'abcdefghjkmnpqrstvwxyz23456789';
const USER_NAME_LENGTH = 8;
/** Number of digits after the bank code, without the Estonian check digit. */
const ACCOUNT_DIGITS: Readonly<Record<BankCountry, number>> = { ee: 13, lv: 13, lt: 11 };

export interface PersonToIdentify {
  readonly country: BankCountry;
  /** Encoded in the codes of Estonia and Lithuania. Absent: either. */
  readonly sex?: 'female' | 'male';
  /** The names in the user name. */
  readonly names: readonly string[];
  readonly authMethods: readonly AuthMethod[];
}

export function drawIdentity(random: Random, { country, sex, names, authMethods }: PersonToIdentify): CustomerIdentity {
  return {
    userName: plainUserName(names, drawSuffix(random)),
    ...drawSignInNumbers(random, { country, authMethods, ...(sex !== undefined && { sex }) }),
  };
}

/**
 * The identity that the bank's sign-in page asks for. No Estonian or Lithuanian phone number begins with 0 after the country code, so these are
 * unassigned.
 */
export function drawSignInNumbers(
  random: Random,
  { country, sex, authMethods }: Omit<PersonToIdentify, 'names'>,
): Omit<CustomerIdentity, 'userName'> {
  return {
    nationalIdentityNumber: country === 'lv' ? drawLatvianCode(random) : drawDatedCode(random, sex),
    phoneNumber: authMethods.includes('MOBILE_ID') ? `${country === 'ee' ? '+3720' : '+3700'}${drawDigits(random, PHONE_DIGITS)}` : undefined,
    userNumber: authMethods.includes('EPARAKSTS_MOBILE') ? drawDigits(random, USER_NUMBER_DIGITS) : undefined,
  };
}

export function drawIban(random: Random, country: BankCountry): string {
  const { bankCode } = OWN_BANKS[country];
  const number = drawDigits(random, ACCOUNT_DIGITS[country]);
  return buildIban(country.toUpperCase(), `${bankCode}${number}${country === 'ee' ? sevenThreeOneDigit(number) : ''}`);
}

function drawDatedCode(random: Random, sex: 'female' | 'male' | undefined): string {
  const drawnSex = drawBelow(random, 2) === 0 ? 'female' : 'male';
  return buildPersonalCode({
    birthDate: addDays(BIRTH_DATE_FIRST, drawBelow(random, BIRTH_DAYS)),
    sex: sex ?? drawnSex,
    serial: drawBelow(random, SERIALS),
  });
}

function drawLatvianCode(random: Random): string {
  // One serial in eleven has no check digit.
  for (;;) {
    const code = buildLatvianCode(drawBelow(random, LATVIAN_SERIALS));
    if (code !== undefined) return code;
  }
}

function drawSuffix(random: Random): string {
  return Array.from({ length: USER_NAME_LENGTH }, () => USER_NAME_LETTERS[drawBelow(random, USER_NAME_LETTERS.length)]).join('');
}

function drawDigits(random: Random, length: number): string {
  return Array.from({ length }, () => drawBelow(random, 10)).join('');
}

/** A uniform integer from 0 to `count` − 1: a value in the last incomplete range is drawn again. */
function drawBelow(random: Random, count: number): number {
  const range = 2 ** 32;
  for (;;) {
    const value = random.bytes(4).readUInt32BE();
    if (value < range - (range % count)) return value % count;
  }
}
