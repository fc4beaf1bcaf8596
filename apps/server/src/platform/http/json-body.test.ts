import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { readJsonBody } from './json-body.ts';
import { JSON_VALUES_MAX } from './limits.ts';
import { InvalidRequest } from './validation.ts';

const bytes = (text: string) => Buffer.from(text);

function refusalOf(body: Buffer): unknown {
  try {
    return { read: readJsonBody(body) };
  } catch (error) {
    if (error instanceof InvalidRequest) return error.entries[0];
    throw error;
  }
}

describe('a JSON body', () => {
  it('is read as JSON.parse reads it', () => {
    const names = fc.string().filter((name) => !['__proto__', 'constructor'].includes(name) && name.isWellFormed() && !name.includes('\0'));
    const texts = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        texts,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value')),
        fc.dictionary(names, tie('value')),
      ),
    }));
    fc.assert(
      fc.property(value, fc.boolean(), (given, isSpaced) => {
        const text = JSON.stringify(given, undefined, isSpaced ? 1 : 0);
        expect(readJsonBody(bytes(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('may be absent: the specified DELETE sends the content type and nothing else', () => {
    expect(readJsonBody(bytes(''))).toBeUndefined();
    expect(readJsonBody(bytes(' \r\n'))).toBeUndefined();
  });

  it('is refused with a repeated field name, at any depth and in any spelling', () => {
    const twice: readonly [body: string, path: string][] = [
      ['{"a":1,"a":1}', 'a'],
      ['{"a":{"iban":"x","currency":"EUR","iban":"y"}}', 'a.iban'],
      ['[{"a":1},{"b":[[],{"a":[","],"\\u0061":2}]}]', '[1].b[1].a'],
      ['{"a":{},"b":{"a":1},"a":2}', 'a'],
      ['{"a\\"":1,"a\\"":2}', 'a"'],
      ['{ "a" : "{" , "a" : "}" }', 'a'],
      ['{"":1,"":2}', ''],
    ];
    for (const [body, path] of twice) expect(refusalOf(bytes(body)), body).toEqual({ path, text: 'This field comes twice. Send it once.' });
  });

  it.each(['{"a":"a","b":"a"}', '[{"a":1},{"a":1}]', '{"a":{"a":{"a":1}}}', '["a","a"]', '{"a":["a","b",{"a":1}],"b":"\\"a\\":1"}'])(
    '%s repeats no field name in one object and is read',
    (body) => {
      expect(refusalOf(bytes(body))).toEqual({ read: JSON.parse(body) });
    },
  );

  it('is refused with __proto__ or constructor as a field name', () => {
    const reaching: readonly [body: string, path: string][] = [
      ['{"__proto__":{"isAdmin":true}}', '__proto__'],
      ['{"creditorAccount":{"\\u005f_proto__":{}}}', 'creditorAccount.__proto__'],
      ['{"constructor":{"prototype":{"isAdmin":true}}}', 'constructor'],
      ['{"a":[{"constructor":1}]}', 'a[0].constructor'],
    ];
    for (const [body, path] of reaching) expect(refusalOf(bytes(body)), body).toEqual({ path, text: 'This field is unknown. Leave it out.' });
    expect(Object.prototype).not.toHaveProperty('isAdmin');
  });

  it.each<[what: string, body: Buffer, text: string]>([
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), 'The body is not UTF-8. Send JSON in UTF-8.'],
    ['a surrogate written in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'The body is not UTF-8. Send JSON in UTF-8.'],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le'), 'The body is not valid JSON'],
    ['a byte order mark', bytes('\ufeff{}'), 'The body is not valid JSON'],
    ['a raw line break in a text', bytes('{"a":"\n"}'), 'The body is not valid JSON'],
    ['NaN', bytes('{"a":NaN}'), 'The body is not valid JSON'],
    ['a comment', bytes('{"a":1}//'), 'The body is not valid JSON'],
    ['two values', bytes('{} {}'), 'The body is not valid JSON'],
    ['a name without end', bytes('{"a'), 'The body is not valid JSON'],
    ['a name with a broken escape', bytes('{"\\u00":1}'), 'The body is not valid JSON'],
    ['brackets only', bytes('}]}],,'), 'The body is not valid JSON'],
    ['33 levels', bytes(`${'['.repeat(33)}${']'.repeat(33)}`), 'The body is nested deeper than 32 levels'],
    ['too many items', bytes(`[${'0,'.repeat(JSON_VALUES_MAX)}0]`), `The body holds more than ${JSON_VALUES_MAX} values`],
  ])('of %s is refused', (_what, body, text) => {
    expect(refusalOf(body)).toEqual({ text: expect.stringContaining(text) });
  });

  it('at its bounds is read', () => {
    expect(refusalOf(bytes(`${'['.repeat(32)}${']'.repeat(32)}`))).toHaveProperty('read');
    expect(refusalOf(bytes(`[${'0,'.repeat(JSON_VALUES_MAX - 2)}0]`))).toHaveProperty('read');
  });

  it('beyond its bounds is refused before it is parsed', () => {
    const parse = vi.spyOn(JSON, 'parse');
    const bombs: readonly [body: string, text: string][] = [
      ['['.repeat(500_000), 'nested deeper than 32 levels'],
      ['{"a":'.repeat(200_000), 'nested deeper than 32 levels'],
      [`[${'0,'.repeat(500_000)}0]`, 'more than 50000 values'],
      [`{"k0":1${Array.from({ length: 70_000 }, (_, index) => `,"k${index + 1}":1`).join('')}}`, 'more than 50000 values'],
    ];
    for (const [body, text] of bombs) expect(refusalOf(bytes(body))).toEqual({ text: expect.stringContaining(text) });
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });
});
