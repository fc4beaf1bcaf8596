/**
 * Personal identification codes. EE and LT: `GYYMMDDSSSC`, where G encodes sex and century, and C is a two-stage mod 11 check digit. LV:
 * `DDMMYY-CNNNN` for people registered before July 2017, and `32…` without a date since then; both with a mod 11 check digit.
 */
import { isIsoDate } from './iso-date.ts';

export type PersonalCodeCountry = 'ee' | 'lv' | 'lt';

const FIRST_WEIGHTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 1];
const SECOND_WEIGHTS = [3, 4, 5, 6, 7, 8, 9, 1, 2, 3];
const LATVIAN_WEIGHTS = [1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** True for a code of that country with a valid date (if it has one) and a valid check digit. LV with or without the hyphen. */
export function isPersonalCode(country: PersonalCodeCountry, code: string): boolean {
  return country === 'lv' ? isLatvianCode(code) : isBalticCode(code);
}

/** The form in which the bank looks codes up: without spaces and the Latvian hyphen. Not validated. */
export function normalizePersonalCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '');
}

/** The usual written form: Latvian codes have a hyphen, `DDMMYY-NNNNN`. */
export function formatPersonalCode(country: PersonalCodeCountry, code: string): string {
  const digits = normalizePersonalCode(code);
  return country === 'lv' ? `${digits.slice(0, 6)}-${digits.slice(6)}` : digits;
}

/** EE or LT code of a birth date (`YYYY-MM-DD`, 1800–2099), sex and serial number 0–999. */
export function buildPersonalCode(input: { birthDate: string; sex: 'female' | 'male'; serial: number }): string {
  const century = Number(input.birthDate.slice(0, 2)) - 18;
  const first = century * 2 + (input.sex === 'male' ? 1 : 2);
  const body = `${first}${input.birthDate.slice(2).replaceAll('-', '')}${String(input.serial).padStart(3, '0')}`;
  return body + balticDigit(body);
}

/**
 * Latvian code without a date, as issued since July 2017: `32` and a serial number 0–99 999 999, with hyphen. Undefined for one serial number in
 * eleven, which has no check digit.
 */
export function buildLatvianCode(serial: number): string | undefined {
  return completeLatvian(`32${String(serial).padStart(8, '0')}`);
}

/** Latvian code of a birth date (`YYYY-MM-DD`, 1800–2099) and serial number 0–999; undefined when it has no check digit. */
export function buildDatedLatvianCode(birthDate: string, serial: number): string | undefined {
  const [year = '', month = '', day = ''] = birthDate.split('-');
  return completeLatvian(`${day}${month}${year.slice(2)}${Number(year.slice(0, 2)) - 18}${String(serial).padStart(3, '0')}`);
}

function completeLatvian(body: string): string | undefined {
  const digit = latvianDigit(body);
  return digit === undefined ? undefined : formatPersonalCode('lv', body + digit);
}

function isBalticCode(code: string): boolean {
  if (!/^[1-8]\d{10}$/.test(code)) return false;
  const century = 18 + Math.floor((Number(code[0]) - 1) / 2);
  const date = `${century}${code.slice(1, 3)}-${code.slice(3, 5)}-${code.slice(5, 7)}`;
  return isIsoDate(date) && balticDigit(code.slice(0, 10)) === code.slice(10);
}

function isLatvianCode(typed: string): boolean {
  if (!/^\d{6}-?\d{5}$/.test(typed)) return false;
  const code = normalizePersonalCode(typed);
  if (latvianDigit(code.slice(0, 10)) !== code.slice(10)) return false;
  if (code.startsWith('32')) return true;
  const century = 18 + Number(code[6]);
  return century <= 20 && isIsoDate(`${century}${code.slice(4, 6)}-${code.slice(2, 4)}-${code.slice(0, 2)}`);
}

function balticDigit(body: string): string {
  const first = weightedSum(body, FIRST_WEIGHTS) % 11;
  if (first < 10) return String(first);
  const second = weightedSum(body, SECOND_WEIGHTS) % 11;
  return String(second < 10 ? second : 0);
}

/** 1101 minus the weighted sum, mod 11. Ten has no digit, and such codes are never issued. */
function latvianDigit(body: string): string | undefined {
  const digit = (1101 - weightedSum(body, LATVIAN_WEIGHTS)) % 11;
  return digit < 10 ? String(digit) : undefined;
}

function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);
}
