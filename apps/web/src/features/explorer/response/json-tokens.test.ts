import { describe, expect, it } from 'vitest';
import { jsonTokens } from './json-tokens.ts';

describe('the colours of JSON', () => {
  it('tell keys from strings and other values', () => {
    const tokens = jsonTokens('{ "amount": "46.80", "count": -3, "isPaid": true, "at": null }').filter(({ kind }) => kind !== 'plain');
    expect(tokens.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'key "amount"',
      'string "46.80"',
      'key "count"',
      'value -3',
      'key "isPaid"',
      'value true',
      'key "at"',
      'value null',
    ]);
  });
  it.each([
    '',
    '{"a": "x \\" : \\\\"}',
    'no JSON at all',
    '{"a": "unfinished',
    '"\\',
    '[1, 2',
    '{"true": "null"}',
    '"line\nbreak": 1',
    '1e5 -0.5E-3',
  ])('never lose a character of %j', (text) => {
    expect(
      jsonTokens(text)
        .map((token) => token.text)
        .join(''),
    ).toBe(text);
  });
  it('take an escaped quote for a part of its string', () => {
    expect(jsonTokens('"a\\"b"')).toEqual([{ kind: 'string', text: '"a\\"b"' }]);
  });
});
