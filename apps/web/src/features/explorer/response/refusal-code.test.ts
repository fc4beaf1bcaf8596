import { describe, expect, it } from 'vitest';
import { refusalCode } from './refusal-code.ts';

describe('the code of a refusal', () => {
  it.each([
    ['{"tppMessages":[{"category":"ERROR","code":"TOKEN_EXPIRED"}]}', 'TOKEN_EXPIRED'],
    ['{"errors":[{"code":"NOT_FOUND","text":"x"}],"message":"x"}', 'NOT_FOUND'],
    ['{"error":"invalid_grant"}', 'invalid_grant'],
  ])('of %s is %s', (text, code) => {
    expect(refusalCode(text)).toBe(code);
  });
  it.each([undefined, '', '<html>', 'null', '[]', '{"tppMessages":[]}', '{"tppMessages":"x"}', '{"errors":[{"code":7}]}', '{"error":{}}'])(
    'is not in %j',
    (text) => {
      expect(refusalCode(text)).toBeUndefined();
    },
  );
});
