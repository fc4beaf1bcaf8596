import { expect, test } from 'vitest';
import { isoDateIn } from './iso-date-in.ts';

test('the day is the bank zone\u2019s: late evening in Lisbon is tomorrow in Tallinn', () => {
  const at = Date.UTC(2026, 10, 20, 22, 30);
  expect(isoDateIn('Europe/Lisbon', at)).toBe('2026-11-20');
  expect(isoDateIn('Europe/Tallinn', at)).toBe('2026-11-21');
});
