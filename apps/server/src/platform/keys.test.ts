import { describe, expect, it } from 'vitest';
import { makeKeysText, rotateKeysText } from './keys.ts';

interface KeySet {
  readonly audit: string;
  readonly secrets: string;
  readonly cookies: readonly string[];
  readonly jwks: { readonly keys: readonly { readonly kid: string; readonly kty: string; readonly n?: string; readonly d?: string }[] };
}

const read = (text: string | undefined): KeySet => JSON.parse(text ?? '');
const kids = ({ jwks }: KeySet) => jwks.keys.map(({ kid }) => kid);

describe('a rotated set of keys', () => {
  const first = makeKeysText();
  const [before, after] = [read(first), read(rotateKeysText(first))];

  it('signs with new keys and still accepts what the present ones signed', () => {
    expect(kids(after)).toHaveLength(4);
    expect(kids(after).slice(2)).toEqual(kids(before));
    expect(kids(before)).not.toContain(kids(after)[0]);
    expect(after.jwks.keys[0]?.kty).toBe('RSA');
    expect(after.cookies).toEqual([expect.any(String), before.cookies[0]]);
    expect(after.cookies[0]).not.toBe(before.cookies[0]);
  });

  it('signs with RSA of 3072 bits', () => {
    const moduli = [before, after].map(({ jwks }) => Buffer.from(jwks.keys[0]?.n ?? '', 'base64url').length * 8);
    expect(moduli).toEqual([3072, 3072]);
  });

  it('keeps what the database cannot be read without', () => {
    expect([after.audit, after.secrets]).toEqual([before.audit, before.secrets]);
  });

  it('forgets at the next rotation what the one before signed', () => {
    const twice = read(rotateKeysText(JSON.stringify(after)));
    expect(kids(twice)).toHaveLength(4);
    expect(kids(twice)).toEqual([...kids(twice).slice(0, 2), ...kids(after).slice(0, 2)]);
    expect(twice.cookies).toHaveLength(2);
  });

  it.each(['', 'no JSON', '{}', '{"audit":"short"}', JSON.stringify({ ...before, more: 1 })])('is not made of what is no set: %j', (text) => {
    expect(rotateKeysText(text)).toBeUndefined();
  });
});
