import { expect, test } from 'vitest';
import { refusalUrl, successUrl } from './way-back.ts';

const tppSuccessUrl = 'https://shop.example/paid?order=7&state=a%20b';
const tppFailureUrl = 'https://shop.example/not-paid?order=7';

test('cancel goes to the failure URL if present', () => {
  expect(refusalUrl({ tppSuccessUrl, tppFailureUrl })).toBe(tppFailureUrl);
});

test('cancel goes to the success URL when there is no failure URL', () => {
  expect(refusalUrl({ tppSuccessUrl })).toBe(tppSuccessUrl);
});

test('the query of the provider survives unchanged', () => {
  expect(successUrl({ tppSuccessUrl })).toBe(tppSuccessUrl);
});

test('a bad failure URL falls back to the success URL, and two bad ones to nothing', () => {
  expect(refusalUrl({ tppSuccessUrl, tppFailureUrl: 'javascript:1' })).toBe(tppSuccessUrl);
  expect(refusalUrl({ tppFailureUrl: 'javascript:1' })).toBeUndefined();
});
