import { describe, expect, it } from 'vitest';
import { signInText } from './sign-in-content.ts';

describe('the text on the phone', () => {
  it('names the bank and the application within the 60 characters that every phone shows', () => {
    expect(signInText('Portico Bank', 'Demo Shop')).toBe('Sign in to Portico Bank for Demo Shop');
    expect(signInText('Portico Bank', 'Demo Shop').length).toBeLessThanOrEqual(60);
  });

  it('never has more than 200 characters', () => {
    expect(signInText('Portico Bank', 'x'.repeat(400))).toHaveLength(200);
  });

  it('leaves out what cannot be seen, so that a name cannot rewrite the line', () => {
    expect(signInText('Portico Bank', 'Shop\n\u202ePay 0.01 EUR\u0000')).toBe('Sign in to Portico Bank for ShopPay 0.01 EUR');
  });
});
