/**
 * The code calculator: a number goes in, a response comes out. The number says what is approved, so that its owner keys in amount and
 * account with his own hands (RTS (EU) 2018/389 Art. 5(1)(a)); its last digits are bound to the whole content and to this challenge.
 */
import { hash } from 'node:crypto';
import type { CalculatorNumber } from '@portico/contract';
import { CALCULATOR_RESPONSE_DIGITS } from '@portico/contract/values';
import { hmacSha256Hex } from '#platform/crypto/hash.ts';
import type { ScaContent } from '../sca/index.ts';
import { numericQuestion, type OcraSuite, ocra } from './ocra.ts';

/** 11 digits of an amount, 4 of an account and 6 for once fit into 24. */
const SUITE: OcraSuite = { name: 'OCRA-1:HOTP-SHA256-8:QN24', hash: 'sha256', digits: CALCULATOR_RESPONSE_DIGITS };
const ACCOUNT_DIGITS = 4;
const ONCE_DIGITS = 6;

/** @param nonce fresh for each challenge: a response never fits a second one. */
export function calculatorNumber(content: ScaContent, contentHash: string, nonce: string): CalculatorNumber {
  const { amount, payeeAccount } = content;
  return [
    ...(amount === undefined ? [] : [{ meaning: 'amount', digits: digitsOf(amount.amount).replace(/^0+/, '') } as const]),
    ...(payeeAccount === undefined ? [] : [{ meaning: 'account', digits: digitsOf(payeeAccount).slice(-ACCOUNT_DIGITS) } as const]),
    { meaning: 'once', digits: onceDigits(contentHash, nonce) },
  ];
}

/** What is keyed in: all parts, one after the other. */
export function keyedNumber(number: CalculatorNumber): string {
  return number.map(({ digits }) => digits).join('');
}

/** @param number what was keyed in, digits only. */
export function calculatorResponse(key: Buffer, number: string): string {
  return ocra(SUITE, key, numericQuestion(number));
}

/** Each customer's calculator has a key of its own, made from the installation's secret; the database holds none. */
export function calculatorKey(secret: Buffer, owner: { readonly sandboxId: string; readonly customerId: string }): Buffer {
  return Buffer.from(hmacSha256Hex(secret, `calculator:${owner.sandboxId}:${owner.customerId}`), 'hex');
}

/** What the calculator of this customer shows for `number`. */
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
