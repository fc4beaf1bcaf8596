import { describe, expect, it } from 'vitest';
import { formatJson } from './wire-json.ts';

describe('formatted', () => {
  it('is JSON with two spaces per level', () => {
    expect(formatJson('{"a":[1,{"b":null}]}')).toBe('{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ]\n}');
  });
  it.each(['9007199254740993', '1.00', '-0.10', '1e400', '"\\u0000123"'])('keeps every digit of %s', (text) => {
    expect(formatJson(`[${text}]`)).toBe(`[\n  ${text}\n]`);
  });
  it.each(['01', '', '<html>', '{"a":1', "{'a':1}", 'undefined'])('is not %j', (text) => {
    expect(formatJson(text)).toBeUndefined();
  });
});
