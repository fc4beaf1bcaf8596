import { LOCALES } from '@portico/contract/values';
import { describe, expect, it } from 'vitest';
import { PHONE_TEXT_LENGTH_MAX, PROVIDER_LENGTH_MAX, phoneText, sayOnPhone, shortenName } from './phone-text.ts';

const NAME = 'W'.repeat(70);
const LONG = 'W'.repeat(121);
const SUM = { amount: '999999999.99', currency: 'EUR' };
const DAYS = { start: '2030-02-01', end: '2031-02-01' };
const PROVIDER = shortenName(LONG, PROVIDER_LENGTH_MAX);
const IBAN = 'LT601010012345678901';

const payment = phoneText('phone.pay', { sum: { amount: '46.80', currency: 'EUR' }, name: 'Lumen Books OÜ', account: 'EE86 … 1764' });
const regular = phoneText('phone.payRegularly', {
  sum: SUM,
  each: phoneText('phone.each.every_two_weeks'),
  time: phoneText('phone.fromTo', DAYS),
  name: NAME,
  account: 'EE86 … 1764',
});

const many = phoneText('phone.payMany', { sum: SUM, payments: phoneText('phone.payments', { count: '500' }) });

describe('the text on the phone', () => {
  it.each([
    ['en', 'Cancel: Pay 46.80 EUR to Lumen Books OÜ, EE86 … 1764'],
    ['et', 'Tühistamine: Makse 46,80 EUR saajale Lumen Books OÜ, EE86 … 1764'],
    ['lt', 'Atšaukti: Mokėti 46,80 EUR gavėjui Lumen Books OÜ, EE86 … 1764'],
    ['lv', 'Atcelt: Maksāt 46,80 EUR saņēmējam Lumen Books OÜ, EE86 … 1764'],
    ['ru', 'Отменить: Оплата 46,80 EUR получателю Lumen Books OÜ, EE86 … 1764'],
  ] as const)('is translated to %s', (locale, said) => {
    expect(sayOnPhone(phoneText('phone.cancel', { what: payment }), locale)).toBe(said);
  });

  it.each([
    ['en', '2030-02-01', '2031-02-01'],
    ['et', '01.02.2030', '01.02.2031'],
    ['lt', '2030-02-01', '2031-02-01'],
    ['lv', '01.02.2030.', '01.02.2031.'],
    ['ru', '01.02.2030', '01.02.2031'],
  ] as const)('writes dates as people write them in %s', (locale, start, end) => {
    const statement = sayOnPhone(phoneText('phone.viewTransactions', { name: 'Lumen Books OÜ', iban: IBAN, ...DAYS }), locale);
    expect(statement).toContain(start);
    expect(statement).toContain(end);
    expect(sayOnPhone(phoneText('phone.viewAccounts', { name: '2030-02-01', date: DAYS.end }), locale)).toContain(end);
    expect(sayOnPhone(phoneText('phone.viewAccounts', { name: '2030-02-01', date: DAYS.end }), locale)).toContain('2030-02-01');
  });

  it.each(LOCALES)('stays within the maximum length in %s with long names', (locale) => {
    const texts = [
      phoneText('phone.second', { what: regular }),
      phoneText('phone.cancel', { what: regular }),
      phoneText('phone.viewAccounts', { name: LONG, date: DAYS.end }),
      phoneText('phone.viewTransactions', { name: LONG, iban: IBAN, ...DAYS }),
      phoneText('phone.asked', { what: phoneText('phone.pay', { sum: SUM, name: NAME, account: 'EE86 … 1764' }), provider: PROVIDER }),
      phoneText('phone.asked', { what: phoneText('phone.payees', { what: many, names: 'W'.repeat(25) }), provider: PROVIDER }),
      phoneText('phone.asked', { what: phoneText('phone.rightsBoth', { date: DAYS.end }), provider: PROVIDER }),
    ];
    const lengths = texts.map((text) => sayOnPhone(text, locale).length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(PHONE_TEXT_LENGTH_MAX);
  });

  it.each([
    ['en', 'Pay 999999999.99 EUR as 500 payments to A, B'],
    ['et', 'Massmakse 999999999,99 EUR, makseid: 500, kellele: A, B'],
    ['lt', 'Mokėti 999999999,99 EUR, mokėjimų: 500, kam: A, B'],
    ['lv', 'Maksāt 999999999,99 EUR, maksājumi: 500, kam: A, B'],
    ['ru', 'Оплата 999999999,99 EUR, платежей: 500, кому: A, B'],
  ] as const)('names all payees of a bulk payment in %s', (locale, said) => {
    expect(sayOnPhone(phoneText('phone.payees', { what: many, names: 'A, B' }), locale)).toBe(said);
  });

  it('removes invisible characters, so that a name cannot change the line', () => {
    const signIn = phoneText('phone.signInFor', { bankName: 'Portico Bank', name: 'Shop\n\u202ePay 0.01 EUR\u0000' });
    expect(sayOnPhone(signIn, 'en')).toBe('Sign in to Portico Bank for ShopPay 0.01 EUR');
  });

  it('does not treat braces in a name as placeholders', () => {
    expect(sayOnPhone(phoneText('phone.second', { what: phoneText('phone.signInFor', { bankName: '{name}', name: '{what}' }) }), 'en')).toBe(
      'Second signature: Sign in to {name} for {what}',
    );
  });
});
