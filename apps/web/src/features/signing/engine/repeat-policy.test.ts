import { expect, test } from 'vitest';
import { repeatDelayMs } from './repeat-policy.ts';

const status = (code: number, retryAfterSeconds?: number, word?: string) =>
  ({ kind: 'status', status: code, code: word, retryAfterSeconds }) as const;

test('a lost connection is repeated', () => {
  expect(repeatDelayMs({ kind: 'lost' }, 0)).toBe(500);
});

test.each([502, 503, 504])('%i is repeated', (code) => {
  expect(repeatDelayMs(status(code), 0)).toBe(500);
});

test('Retry-After is honoured in seconds', () => {
  expect(repeatDelayMs(status(503, 1), 0)).toBe(1000);
  expect(repeatDelayMs(status(503, 7), 4)).toBe(7000);
});

test('the wait grows to five seconds and no further', () => {
  expect([0, 1, 2, 3, 4, 40].map((before) => repeatDelayMs({ kind: 'lost' }, before))).toEqual([500, 1000, 2000, 4000, 5000, 5000]);
});

test.each([400, 404, 409, 410, 422, 500])('%i is an answer and is not repeated', (code) => {
  expect(repeatDelayMs(status(code), 0)).toBeUndefined();
});

test('a 503 that says MAINTENANCE is an answer and is not repeated', () => {
  expect(repeatDelayMs(status(503, 60, 'MAINTENANCE'), 0)).toBeUndefined();
});
