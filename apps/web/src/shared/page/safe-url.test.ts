import { expect, test } from 'vitest';
import { safeLocation, safeUrl } from './safe-url.ts';

test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '/relative', '//host', '', 'blob:https://a/b'])(
  '%s is never followed',
  (url) => {
    expect(safeUrl(url)).toBeUndefined();
  },
);

test('http and https addresses are followed unchanged', () => {
  expect(safeUrl('https://shop.example/a?b=c%20d')).toBe('https://shop.example/a?b=c%20d');
  expect(safeUrl('http://127.0.0.1:3001/back')).toBe('http://127.0.0.1:3001/back');
});

test('a path of the same server is a location', () => {
  expect(safeLocation('/bank/sca/abc?d=e')).toBe('/bank/sca/abc?d=e');
});

test.each(['//evil.example', '/\\evil.example', 'javascript:alert(1)', 'bank/sca', ''])('%s is not a location', (location) => {
  expect(safeLocation(location)).toBeUndefined();
});
