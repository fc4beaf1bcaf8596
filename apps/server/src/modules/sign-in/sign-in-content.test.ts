import { LOCALES } from '@portico/contract/values';
import { describe, expect, it } from 'vitest';
import { PHONE_TEXT_LENGTH_MAX, sayOnPhone } from '../sca/index.ts';
import { signInText } from './sign-in-content.ts';

describe('the text on the phone', () => {
  it('names the bank and the application within the 60 characters that every phone shows', () => {
    expect(sayOnPhone(signInText('Portico Bank', 'Demo Shop'), 'en')).toBe('Sign in to Portico Bank for Demo Shop');
    const lengths = LOCALES.map((locale) => sayOnPhone(signInText('Portico Bank', 'Demo Shop'), locale).length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(60);
  });

  it('names the bank alone on its own pages', () => {
    expect(sayOnPhone(signInText('Portico Bank'), 'lt')).toBe('Prisijungimas prie banko Portico Bank');
  });

  it.each(LOCALES)('stays within the maximum length in %s with long names of bank and application', (locale) => {
    expect(sayOnPhone(signInText('B'.repeat(400), 'x'.repeat(400)), locale).length).toBeLessThanOrEqual(PHONE_TEXT_LENGTH_MAX);
  });

  it('removes invisible characters, so that a name cannot change the line', () => {
    expect(sayOnPhone(signInText('Portico Bank', 'Shop\n\u202ePay 0.01 EUR\u0000'), 'en')).toBe('Sign in to Portico Bank for ShopPay 0.01 EUR');
  });
});
