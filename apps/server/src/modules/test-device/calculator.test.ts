import { describe, expect, it } from 'vitest';
import type { ScaContent } from '../sca/index.ts';
import { phoneText } from '../sca/index.ts';
import { calculatorKey, calculatorNumber, calculatorResponse, keyedNumber } from './calculator.ts';

const CONTENT: ScaContent = {
  canonical: {},
  displayText: phoneText('phone.signIn', { bankName: 'Portico Bank' }),
  amount: { amount: '46.80', currency: 'EUR' },
  payeeAccount: 'LV46PORT0011004817001',
};
const HASH = 'a'.repeat(64);
const KEY = calculatorKey(Buffer.alloc(32, 1), { sandboxId: 'sbx_1', customerId: 'cus_1' });
const digitsOf = (content: ScaContent, hash = HASH, nonce = 'n') =>
  Object.fromEntries(calculatorNumber(content, hash, nonce).map(({ meaning, digits }) => [meaning, digits]));

describe('the number for a calculator', () => {
  it('is the amount in cents, the last digits of the payee’s account, and six digits for once', () => {
    const number = calculatorNumber(CONTENT, HASH, 'n');
    expect(number.map(({ meaning }) => meaning)).toEqual(['amount', 'account', 'once']);
    expect(number[0]?.digits).toBe('4680');
    expect(number[1]?.digits).toBe('7001');
    expect(keyedNumber(number)).toMatch(/^46807001\d{6}$/);
  });

  it.each([
    ['0.01', '1'],
    ['0.50', '50'],
    ['1000.00', '100000'],
    ['999999999.99', '99999999999'],
  ])('writes %s without point and leading zeros', (amount, digits) => {
    expect(digitsOf({ ...CONTENT, amount: { amount, currency: 'EUR' } }).amount).toBe(digits);
  });

  it('leaves out what there is none of: a sign-in has neither amount nor payee', () => {
    expect(Object.keys(digitsOf({ canonical: {}, displayText: CONTENT.displayText }))).toEqual(['once']);
  });

  it('never has more digits than a calculator takes', () => {
    const largest = calculatorNumber({ ...CONTENT, amount: { amount: '999999999.99', currency: 'EUR' } }, HASH, 'n');
    expect(keyedNumber(largest).length).toBeLessThanOrEqual(24);
  });

  it('has other last digits for other content and for another challenge of the same content', () => {
    const { once } = digitsOf(CONTENT);
    expect(digitsOf(CONTENT, 'b'.repeat(64)).once).not.toBe(once);
    expect(digitsOf(CONTENT, HASH, 'm').once).not.toBe(once);
    expect(digitsOf(CONTENT).once).toBe(once);
  });

  it('has six last digits, leading zeros included', () => {
    const codes = Array.from({ length: 500 }, (_, index) => digitsOf(CONTENT, HASH, String(index)).once ?? '');
    expect(codes.filter((code) => !/^\d{6}$/.test(code))).toEqual([]);
    expect(codes.some((code) => code.startsWith('0'))).toBe(true);
  });
});

describe('the response', () => {
  it('has eight digits and belongs to one number', () => {
    const response = calculatorResponse(KEY, '46807001123456');
    expect(response).toMatch(/^\d{8}$/);
    expect(calculatorResponse(KEY, '46807001123456')).toBe(response);
    for (const other of ['46817001123456', '46807002123456', '46807001123457']) expect(calculatorResponse(KEY, other)).not.toBe(response);
  });

  it('belongs to one calculator', () => {
    const secret = Buffer.alloc(32, 1);
    const keys = [
      KEY,
      calculatorKey(secret, { sandboxId: 'sbx_1', customerId: 'cus_2' }),
      calculatorKey(secret, { sandboxId: 'sbx_2', customerId: 'cus_1' }),
      calculatorKey(Buffer.alloc(32, 2), { sandboxId: 'sbx_1', customerId: 'cus_1' }),
    ];
    expect(new Set(keys.map((key) => calculatorResponse(key, '46807001123456'))).size).toBe(4);
  });
});
