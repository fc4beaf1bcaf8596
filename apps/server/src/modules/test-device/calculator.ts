/**
 * The code calculator turns a number into a response. The number contains amount and account, so that its owner keys them in
 * personally (RTS (EU) 2018/389 Art. 5(1)(a)). Its last digits are bound to the whole content and to this challenge.
 */
import { hash } from 'node:crypto';
import type { CalculatorNumber } from '@portico/contract';
import { CALCULATOR_RESPONSE_DIGITS } from '@portico/contract/values';
import { hmacSha256Hex } from '#platform/crypto/hash.ts';
import type { ScaContent } from '../sca/index.ts';
import { numericQuestion, type OcraSuite, ocra } from './ocra.ts';

/** 24 digits hold 11 of an amount, 4 of an account, and 6 one-time digits. */
const SUITE: OcraSuite = { name: 'OCRA-1:HOTP-SHA256-8:QN24', hash: 'sha256', digits: CALCULATOR_RESPONSE_DIGITS };
const ACCOUNT_DIGITS = 4;
const ONCE_DIGITS = 6;

/** @param nonce new for each challenge, so that a response is valid for one challenge only. */
export function calculatorNumber(content: ScaContent, contentHash: string, nonce: string): CalculatorNumber {
  const { amount, payeeAccount } = content;
  return [
    ...(amount === undefined ? [] : [{ meaning: 'amount', digits: digitsOf(amount.amount).replace(/^0+/, '') } as const]),
    ...(payeeAccount === undefined ? [] : [{ meaning: 'account', digits: digitsOf(payeeAccount).slice(-ACCOUNT_DIGITS) } as const]),
    { meaning: 'once', digits: onceDigits(contentHash, nonce) },
  ];
}

/** The keyed-in number: all parts, one after another. */
export function keyedNumber(number: CalculatorNumber): string {
  return number.map(({ digits }) => digits).join('');
}

/** @param number the keyed-in number, digits only. */
export function calculatorResponse(key: Buffer, number: string): string {
  return ocra(SUITE, key, numericQuestion(number));
}

/** The key of each customer's calculator is derived from the installation's secret; the database stores none. */
export function calculatorKey(secret: Buffer, owner: { readonly sandboxId: string; readonly customerId: string }): Buffer {
  return Buffer.from(hmacSha256Hex(secret, `calculator:${owner.sandboxId}:${owner.customerId}`), 'hex');
}

/** The response of this customer's calculator to `number`. */
export function responseOf(secret: Buffer, owner: { readonly sandboxId: string; readonly customerId: string }, number: string): string {
  return calculatorResponse(calculatorKey(secret, owner), number);
}

function onceDigits(contentHash: string, nonce: string): string {
  const number = hash('sha256', `${contentHash}:${nonce}`, 'buffer').readUIntBE(0, 6);
  return String(number % 10 ** ONCE_DIGITS).padStart(ONCE_DIGITS, '0');
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}
