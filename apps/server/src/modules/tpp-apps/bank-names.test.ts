import { describe, expect, it } from 'vitest';
import { createBankNameCheck } from './bank-names.ts';

const isBank = createBankNameCheck(['Portico Bank', 'Portico Bank AS (fictitious)', 'Portico']);

describe('a name that passes for the bank', () => {
  it.each([
    ['the name of the bank', 'Portico Bank'],
    ['the name of the product', 'Portico'],
    ['small letters', 'portico bank'],
    ['no space', 'PorticoBank'],
    ['other signs between', 'Portico-Bank.'],
    ['more words around', 'My Portico Bank Payments'],
    ['a word that begins with it', 'Porticobanking'],
    ['figures', 'P0rt1co 8ank'],
    ['a capital I for an l, and back', 'Portlco Bank'],
    ['a dotless i', 'Portıco'],
    ['marks', 'Pórticò Bånk'],
    ['a doubled letter', 'Porttico Bank'],
    ['Cyrillic letters that look alike', 'Рогтісо Банк'],
    ['Cyrillic letters that sound alike', 'Портико Банк'],
    ['Greek letters that look alike', 'Ροrtιco'],
    ['Ukrainian letters that sound alike', 'Портіко Банк'],
    ['Cyrillic letters of which some look and some sound alike', 'Рогтико'],
    ['the other ones that look and sound alike', 'Портисо Банк'],
    ['capitals of such letters', 'РОГТИКО БАНК'],
    ['a sound in the middle', 'Рортіко'],
    ['Greek letters of which some look and some sound alike', 'Πορτιςο'],
    ['Greek capitals of which some look and some sound alike', 'ΡΟΓΤΙΚΟ'],
    ['both and a doubled letter', 'Рогттико'],
    ['both and signs between', 'Рог-ти.ко'],
    ['a bracket for one letter and another for none', 'P(rti(o) Bank'],
    ['a plus for a t', 'Por+ico'],
    ['brackets for letters', 'P()rti(o Bank'],
    ['Icelandic and Sami letters', 'Þorŧico'],
    ['an at sign for an a', 'Portico B@nk'],
  ])('is found with %s: %s', (_what, name) => {
    expect(isBank(name)).toBe(true);
  });
  it.each([
    ...['Lumen Books', 'Port of Tallinn', 'Portfolio', 'Bank of Books', 'Порт', 'Icoport', ''],
    ...['UAB „Žalioji banga“', 'Uosto krovos terminalas', 'Portas ir kompanija', 'Kauno kredito unija'],
    ...['SIA Čiekurs un dēli', 'Rīgas porta pakalpojumi', 'Latvijas Banka', 'Portāls 24'],
    ...['Tartu Hoiu-laenuühistu', 'Eesti Pank', 'AS Portaal', 'Pordi kohvik OÜ'],
    ...['Портной и сыновья', 'Спортивный магазин', 'Портал платежей', 'Рога и копыта', 'Банк книг', 'Портфель'],
  ])('is not %j', (name) => {
    expect(isBank(name)).toBe(false);
  });
  it('is not found beyond what the operator can judge: another word of the same sense, or letters left out', () => {
    expect(['Porch Bank', 'Portco', 'Porti'].map((name) => isBank(name))).toEqual([false, false, false]);
  });
  it.each([
    ['rn for m', 'Meridian', 'rneridian'],
    ['vv for w', 'Westwall', 'VVestvvall'],
    ['a dollar for an s', 'Westwall', 'We$twall'],
    ['a bar for an l', 'Westwall', 'Westwa||'],
    ['m for rn', 'Corner', 'Comer'],
    ['Cyrillic letters of both kinds', 'Meridian', 'Мегидиан'],
    ['Greek capitals of both kinds', 'Henrys', 'ΗΕΝΡΥΣ'],
    ['an at sign for an a', 'Westwall', 'Westw@ll'],
  ])('is found with %s', (_what, own, name) => {
    expect(createBankNameCheck([own])(name)).toBe(true);
  });
  it('is found in longer names only if the bank’s name is no part of ordinary words', () => {
    const check = createBankNameCheck(['Pay']);
    expect(['Pay', 'PAY.', 'Pay!', 'рау', 'Lumen Payments', 'Pa', 'My Pay'].map((name) => check(name))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
  it('is none where a bank’s name has no letters', () => {
    expect(createBankNameCheck(['…'])('Lumen Books')).toBe(false);
  });
});
