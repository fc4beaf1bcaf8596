import { describe, expect, it } from 'vitest';
import { requireGoodPassword } from './check-password.ts';

const CONTEXT = ['mari.maasikas@example.com', 'Portico', 'Lumenia Bank'];
const check = (password: string) => () => requireGoodPassword(password, CONTEXT);

describe('a new password', () => {
  it.each([
    ['Ab1!xyz', 'It needs at least 8 characters.'],
    ['VIHMANE-TEISIP4EV', 'It needs a lowercase letter.'],
    ['vihmane-teisip4ev', 'It needs a capital letter.'],
    ['Vihmane-Teisipaev', 'It needs a number.'],
    ['VihmaneTeisip4ev', 'It needs a special character.'],
    ['Vihmane Teisip4ev', 'It needs a special character.'],
    ['💧💧Aa1!', 'It needs at least 8 characters.'],
    [`Aa1!${'x'.repeat(253)}`, 'It may have at most 256 characters.'],
    ['Õä1!xyz'.normalize('NFD'), 'It needs at least 8 characters.'],
    ['VihmaneTeisipäev4'.normalize('NFD'), 'It needs a special character.'],
  ])('%j is invalid: %s', (password, reason) => {
    expect(check(password)).toThrow(`Invalid password! ${reason}`);
  });

  it.each([
    'Password1!',
    'P@ssw0rd123',
    'Welcome2026!',
    'Qwerty123!',
    'Summer#2026',
    'Adm1n!strator',
    'Letme1n!!!',
    'Iloveyou1!',
    'Changeme-1',
    'Monkey.123',
  ])('%j meets the rules and is refused as one that is tried first', (password) => {
    expect(check(password)).toThrow(/^Invalid password! It is easy to guess, because it is little more than "\w+"\. Choose another one\.$/);
  });

  it.each(['Portico2026!', 'P0rtico-1', 'Maasikas#1', 'Mari.Maasikas1', 'Lumenia_99', 'Example.com1'])(
    '%j is made of words that belong here',
    (password) => {
      expect(check(password)).toThrow('It is easy to guess');
    },
  );

  it.each([
    'Vihmane-Teisip4ev',
    'xK9!mPq2',
    'Õhtu-Ämber7',
    `Aa1!${'x'.repeat(60)}`,
    `Aa1!${'x'.repeat(252)}`,
    `Aa1!${'õ'.repeat(252)}`.normalize('NFD'),
    'Password-Dragon-Monkey-1',
    'Tere päev, Läti! 7',
  ])('%j is accepted', (password) => {
    expect(check(password)).not.toThrow();
  });
});
