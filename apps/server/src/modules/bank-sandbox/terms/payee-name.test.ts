import { describe, expect, it } from 'vitest';
import { comparePayeeName } from './payee-name.ts';

describe('the payee’s name', () => {
  it.each([
    ['Lumen Books OÜ', 'Lumen Books OÜ'],
    ['lumen books', 'Lumen Books OÜ'],
    ['OÜ Lumen Books', 'Lumen Books OÜ'],
    ['LUMEN  BOOKS, OU', 'Lumen Books OÜ'],
    ['Liis Naidis', 'Liis Näidis'],
    ['Näidis Liis', 'Liis Näidis'],
    ['Janis Paraugs', 'Jānis Paraugs'],
    ['Parauga Darbnica, SIA', 'SIA Parauga Darbnīca'],
    ['Pavyzdzio dirbtuves UAB', 'UAB Pavyzdžio dirbtuvės'],
    ['(Lumen) Books.', 'Lumen Books OÜ'],
    // Called as others’ legal forms are.
    ['AB', 'AB'],
  ])('%s matches %s', (supplied, holder) => expect(comparePayeeName(supplied, [holder])).toBe('match'));

  it.each(['OÜ', 'AS', 'MTÜ', 'FIE', 'SA', 'TÜ', 'SIA', 'IK', 'PS', 'UAB', 'AB', 'MB', 'IĮ', 'VšĮ', 'Oy', 'Oyj', 'GmbH', 'AG', 'Ltd', 'BV'])(
    'matches with and without its legal form: %s',
    (form) => expect(comparePayeeName('Lumen', [`Lumen ${form}`])).toBe('match'),
  );

  it.each([
    ['Lumen Boks OÜ', 'Lumen Books OÜ'],
    ['Lis Näidis', 'Liis Näidis'],
    ['Liiis Näidis', 'Liis Näidis'],
    ['L. Näidis', 'Liis Näidis'],
    ['Jānis Paraugz', 'Jānis Paraugs'],
  ])('%s comes close to %s', (supplied, holder) => expect(comparePayeeName(supplied, [holder])).toBe('closeMatch'));

  it.each([
    ['Lumen Books OÜ', 'Lumen Raamatud OÜ'],
    ['Lumen Books OÜ', 'Hallikivi Haldus OÜ'],
    ['Mart Proov', 'Liis Näidis'],
    ['Liis', 'Liis Näidis'],
    ['L. N.', 'Liis Näidis'],
    ['M. Näidis', 'Liis Näidis'],
    ['', 'Liis Näidis'],
    ['OÜ', 'Lumen Books OÜ'],
    ['...', 'Lumen Books OÜ'],
    ['Ann Lee', 'Jan Lee'],
    ['...', '—'],
    ['Lumen', '—'],
    ['AB', 'AS'],
    ['L', 'Lumen Books OÜ'],
    ['Lu Men', 'Lumen OÜ'],
    ['Lumeenn Books OÜ', 'Lumen Books OÜ'],
    ['', ''],
  ])('%j does not match %s', (supplied, holder) => expect(comparePayeeName(supplied, [holder])).toBe('noMatch'));

  it('that is a trade name is a close match only, so that the registered name is shown', () => {
    expect(comparePayeeName('Lumen Books OÜ', ['Lumen Raamatud OÜ', 'Lumen Books'])).toBe('closeMatch');
    expect(comparePayeeName('Lumen Raamatud', ['Lumen Raamatud OÜ', 'Lumen Books'])).toBe('match');
  });
});
