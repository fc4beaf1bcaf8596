import { describe, expect, it } from 'vitest';
import { nearestName } from './nearest-name.ts';

const KNOWN = ['PORTICO_SPECS_DIR', 'PORTICO_BRAND_DIR', 'PORTICO_BANK', 'PORTICO_BANK_URL'];

describe('the nearest name', () => {
  it.each([
    ['PORTICO_SPEC_DIR', 'PORTICO_SPECS_DIR'],
    ['PORTICO_BRAND_DRI', 'PORTICO_BRAND_DIR'],
    ['PORTICO_BNAK', 'PORTICO_BANK'],
    ['PORTICO_BANK_URI', 'PORTICO_BANK_URL'],
    ['PORTICO_BANK', 'PORTICO_BANK'],
  ])('of %s is %s', (given, name) => expect(nearestName(given, KNOWN)).toBe(name));

  it.each(['', 'x', 'HTTP_PROXY', 'PORTICO_ACCESSIBILITY_STATEMENT'])('of %j is none', (given) => expect(nearestName(given, KNOWN)).toBeUndefined());

  it('is none where no name is known', () => expect(nearestName('a', [])).toBeUndefined());
});
