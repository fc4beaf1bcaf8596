/** The hashing itself, at its real cost. */
import { argon2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createRandom } from '#platform/random.ts';
import { createPasswords } from './passwords.ts';

const PASSWORD = 'Vihmane-Teisip4ev';

describe('a password hash', () => {
  it('is Argon2id with 19 MiB, two passes and one lane, and a salt of its own', async () => {
    const passwords = createPasswords(createRandom());
    const [one, two] = await Promise.all([passwords.hash(PASSWORD), passwords.hash(PASSWORD)]);
    expect(one).not.toBe(two);
    const [, algorithm, version, cost, salt = '', hash] = one.split('$');
    expect([algorithm, version, cost]).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1']);
    const nonce = Buffer.from(salt, 'base64url');
    const expected = argon2Sync('argon2id', { message: PASSWORD, nonce, parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 });
    expect(hash).toBe(expected.toString('base64url'));
  });

  it.each([
    ['the password', PASSWORD, true],
    ['another one', 'Kuiv-Kolmapa3ev', false],
    ['nothing', '', false],
    ['the password with a space', `${PASSWORD} `, false],
    ['the password in another case', PASSWORD.toUpperCase(), false],
  ])('answers %s rightly', async (_what, given, isRight) => {
    const passwords = createPasswords(createRandom());
    expect(await passwords.verify(await passwords.hash(PASSWORD), given)).toBe(isRight);
  });

  it('tells long passwords apart to the last character', async () => {
    const passwords = createPasswords(createRandom());
    const long = 'x'.repeat(255);
    const hash = await passwords.hash(`${long}a`);
    expect(await passwords.verify(hash, `${long}b`)).toBe(false);
    expect(await passwords.verify(hash, `${long}a`)).toBe(true);
  });

  it('that does not exist is never right', async () => {
    expect(await createPasswords(createRandom()).verify(undefined, PASSWORD)).toBe(false);
  });

  it('of another cost still opens, one of an unknown form is our mistake and said loudly', async () => {
    const passwords = createPasswords(createRandom());
    const nonce = Buffer.alloc(16, 7);
    const hash = argon2Sync('argon2id', { message: PASSWORD, nonce, parallelism: 1, tagLength: 32, memory: 8_192, passes: 1 });
    const stored = `$argon2id$v=19$m=8192,t=1,p=1$${nonce.toString('base64url')}$${hash.toString('base64url')}`;
    expect(await passwords.verify(stored, PASSWORD)).toBe(true);
    await expect(passwords.verify('plain text', PASSWORD)).rejects.toThrow('unknown form');
  });
});

describe('a flood of sign-ins', () => {
  it('is hashed two at a time, bounded in length, and answers 503 beyond', async () => {
    const passwords = createPasswords(createRandom());
    const all = Array.from({ length: 70 }, () => passwords.verify(undefined, PASSWORD));
    const settled = await Promise.allSettled(all);
    const refused = settled.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(8);
    expect(refused[0]).toMatchObject({ reason: { status: 503, code: 'UNAVAILABLE' } });
    expect(await passwords.verify(undefined, PASSWORD)).toBe(false);
  });
});
