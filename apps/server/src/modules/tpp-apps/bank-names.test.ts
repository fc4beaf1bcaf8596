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
    ['a plus for a t', 'Por+ico'],
    ['brackets for letters', 'P()rti(o Bank'],
    ['Icelandic and Sami letters', 'Þorŧico'],
    ['an at sign for an a', 'Portico B@nk'],
  ])('is found with %s: %s', (_what, name) => {
    expect(isBank(name)).toBe(true);
  });
  it.each(['Lumen Books', 'Port of Tallinn', 'Portfolio', 'Bank of Books', 'Порт', 'Icoport', ''])('is not %j', (name) => {
    expect(isBank(name)).toBe(false);
  });
  it.each([
    ['rn for m', 'Meridian', 'rneridian'],
    ['vv for w', 'Westwall', 'VVestvvall'],
    ['a dollar for an s', 'Westwall', 'We$twall'],
    ['a bar for an l', 'Westwall', 'Westwa||'],
    ['an at sign for an a', 'Westwall', 'Westw@ll'],
  ])('is found with %s', (_what, own, name) => {
    expect(createBankNameCheck([own])(name)).toBe(true);
  });
  it('is found in longer names only if the bank’s name is no part of ordinary words', () => {
    const check = createBankNameCheck(['Pay']);
    expect([check('Pay'), check('PAY.'), check('Lumen Payments')]).toEqual([true, true, false]);
  });
  it('is none where a bank’s name has no letters', () => {
    expect(createBankNameCheck(['…'])('Lumen Books')).toBe(false);
  });
});
