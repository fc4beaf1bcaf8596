import { describe, expect, it } from 'vitest';
import { maskAccount, maskName, maskText } from './mask.ts';

describe('a masked value', () => {
  it.each([
    ['Liis Tamm', 'Liis T•••'],
    ['Anna  Maria Kask', 'Anna M••• K•••'],
    ['Lumen', 'L•••'],
    ['Лиис Тамм', 'Лиис Т•••'],
    ['𝐋iis', '𝐋•••'],
    ['', '•••'],
  ])('of the name %j is %j', (name, masked) => {
    expect(maskName(name)).toBe(masked);
  });

  it.each([
    ['EE471000001020145685', 'EE47 •••• 5685'],
    ['EE47 1000 0010 2014 5685', 'EE47 •••• 5685'],
    ['EE4710', '••••'],
    ['', '••••'],
  ])('of the account %j is %j', (iban, masked) => {
    expect(maskAccount(iban)).toBe(masked);
  });

  it('of a text shows nothing of it', () => {
    expect(maskText()).toBe('••••');
  });
});
