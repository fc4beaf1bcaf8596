/** Review of 25 November 2026, S16: different contents must never have the same text. Vectors: RFC 8785, sections 3.2.2 to 3.2.4 and appendix B. */
import { describe, expect, it } from 'vitest';
import { canonicalJson, NotPlainJson } from './canonical-json.ts';
import { sha256Hex } from './hash.ts';

const hex = (text: string) => Buffer.from(text, 'utf8').toString('hex');
/** The number with these 64 bits in IEEE 754 format. */
function numberOf(bits: string): number {
  return Buffer.from(bits, 'hex').readDoubleBE();
}

/** Section 3.2.4. */
const BYTES =
  '7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c226e756d62657273223a5b3333333333333333332e333333333333332c31652b33302c342e352c302e3030322c' +
  '31652d32375d2c22737472696e67223a22e282ac245c75303030665c6e4127425c225c5c5c5c5c222f227d';

describe('the canonical form of RFC 8785', () => {
  it('of the sample of section 3.2.2 is that of section 3.2.3, byte by byte those of section 3.2.4', () => {
    const sample = JSON.parse(
      String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
    );
    const text = String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`;
    expect(canonicalJson(sample)).toBe(text);
    expect(hex(canonicalJson(sample))).toBe(BYTES);
  });

  it('sorts members as section 3.2.3 says, by code units of UTF-16', () => {
    const sample = JSON.parse(
      String.raw`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`,
    );
    expect(Object.values(JSON.parse(canonicalJson(sample).replaceAll('"1"', '"one"')))).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  it.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('of the number %s is %s (appendix B)', (bits, text) => {
    expect(canonicalJson(numberOf(bits))).toBe(text);
  });

  it.each(['7fffffffffffffff', '7ff0000000000000', 'fff0000000000000'])('does not exist for the number %s (appendix B)', (bits) => {
    expect(() => canonicalJson(numberOf(bits))).toThrow(NotPlainJson);
  });

  it('leaves out members that are undefined, also in objects without a prototype', () => {
    expect(canonicalJson({ b: undefined, a: { c: undefined } })).toBe('{"a":{}}');
    expect(canonicalJson(Object.assign(Object.create(null), { b: 1, a: 2 }))).toBe('{"a":2,"b":1}');
  });

  it('keeps a member named __proto__', () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1},"b":1}');
  });
});

class Money {
  readonly cents = 100;
}
class List extends Array<number> {}
const sparse: number[] = [1];
sparse[2] = 3;

describe('a value that is no plain JSON', () => {
  it.each<[what: string, value: unknown]>([
    ['a date', new Date(0)],
    ['an invalid date', new Date(Number.NaN)],
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['minus infinity', Number.NEGATIVE_INFINITY],
    ['a large integer', 10n],
    ['a symbol', Symbol('a')],
    ['a function', () => 1],
    ['a map', new Map([['a', 1]])],
    ['a set', new Set([1])],
    ['a weak map', new WeakMap()],
    ['an expression', /a/],
    ['an error', new Error('a')],
    ['an address', new URL('https://bank.example')],
    ['a buffer', Buffer.from('a')],
    ['a typed array', new Uint8Array([1])],
    ['an array buffer', new ArrayBuffer(1)],
    ['a boxed number', Object(1)],
    ['a boxed text', Object('a')],
    ['a boxed boolean', Object(true)],
    ['an instance of a class', new Money()],
    ['an object with a prototype of its own', Object.create({ a: 1 })],
    ['an array of a class', List.from([1])],
    ['an array with a hole', sparse],
    ['an array with further properties', Object.assign([1], { more: 1 })],
    ['an array with undefined', [1, undefined]],
    ['a member with a symbol for a name', { [Symbol('a')]: 1 }],
    ['a hidden member', Object.defineProperty({}, 'a', { value: 1 })],
    ['an object that says its own JSON', { toJSON: () => ({ a: 1 }) }],
    ['a promise', Promise.resolve(1)],
    ['the first half of a pair', '\ud800'],
    ['the second half of a pair', 'a\udc00b'],
    ['halves in the wrong order', '\ude00\ud83d'],
  ])('is refused with its place: %s', (_what, value) => {
    expect(() => canonicalJson(value)).toThrow(NotPlainJson);
    expect(() => canonicalJson({ order: [{ amount: value }] })).toThrow(/order\[0\]\.amount.* is /);
    expect(() => canonicalJson([[value]])).toThrow(NotPlainJson);
  });

  it('is refused: undefined alone, and a name with half a pair', () => {
    expect(() => canonicalJson(undefined)).toThrow(NotPlainJson);
    expect(() => canonicalJson({ '\ud800': 1 })).toThrow(NotPlainJson);
  });

  it('is refused with its place: an object or an array that holds itself', () => {
    const circle: Record<string, unknown> = {};
    circle.self = { again: circle };
    expect(() => canonicalJson(circle)).toThrow(new NotPlainJson('an object that holds itself', 'self.again'));
    const list: unknown[] = [1];
    list.push(list);
    expect(() => canonicalJson({ list })).toThrow(new NotPlainJson('an object that holds itself', 'list[1]'));
  });

  it('is not: one object in two places', () => {
    const twice = { a: [1] };
    expect(canonicalJson({ b: twice, c: [twice, twice] })).toBe('{"b":{"a":[1]},"c":[{"a":[1]},{"a":[1]}]}');
  });
});

/** Hashes that earlier versions stored in audit logs, signatures and receipts. The version before this file refused any value computed them. */
describe('what was hashed before', () => {
  it.each<[value: unknown, hash: string]>([
    [
      { b: 1, a: [1, 'ä', null, true], c: { z: 0.1, y: -0, x: 1e21 }, '10': 1, '9': undefined },
      'ab17c3ecb698d41ada21287fb5b6ece8f890f46660d4f428d945f27b42a44b5e',
    ],
    [
      { chain: 'payment:pay_1', position: 1, ids: { paymentId: 'pay_1' }, contentDigest: null, recordedAt: '2026-11-22T07:30:00.000Z' },
      '742990bb451b854de80b976e3d4f21cb06d9fa4fc8e27a9855eda3c1e7d196a1',
    ],
    [
      [{ transactionStatus: 'ACSC', creditorName: 'Żaneta "Ž" \n\u007f\u2028', amountCents: 9_007_199_254_740_991 }],
      '7e5c036e90bdb8aac0ef1bd657d35aa552806e645441958798001f22b7d5e76d',
    ],
    ['ok', 'c48b5b1a9776c84602de2306d7903a7241158a5077e7a8519af75c33441b8334'],
    [null, '74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b'],
  ])('has the same hash: %j', (value, hash) => {
    expect(sha256Hex(canonicalJson(value))).toBe(hash);
  });
});
