import { describe, expect, it } from 'vitest';
import { colourCode } from './colour-code.ts';

const coloured = (language: string, code: string) =>
  colourCode(language, code).flatMap(({ text, colour }) => (colour === undefined ? [] : [`${colour} ${text}`]));

describe('the colours of code', () => {
  it.each([
    ['sh', `TOKEN='x' # mine\ncurl "$API/v1"`, ["string 'x'", 'comment # mine', 'string "', 'key $API', 'string /v1"']],
    ['js', "const a = 'b'; // 1\nshow(1)", ['key const', "string 'b'", 'comment // 1', 'number 1']],
    ['python', "import json\na = f'{b}' # c", ['key import', 'comment # c']],
    ['json', '{ "a": "b", "c": 1, "d": true }', ['key "a"', 'string "b"', 'key "c"', 'number 1', 'key "d"', 'key true']],
  ])('tell strings, numbers, words and comments apart in %s', (language, code, expected) => {
    expect(coloured(language, code)).toEqual(expect.arrayContaining(expected));
  });

  it.each(['sh', 'js', 'python', 'json', 'http', 'text', 'unknown', ''])('leave the text of code in %j as it is', (language) => {
    for (const code of ['', '<b>&amp;</b>', `"${'{'}`, "'open", 'a\n\n\tb\r\n', '${`${`', 'Õ 🏛️ \u2028', '"""', '/*', '{"a":'])
      expect(
        colourCode(language, code)
          .map(({ text }) => text)
          .join(''),
      ).toBe(code);
  });
});
