/** The hashing itself, at its real cost. */
import { argon2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createRandom } from '#platform/random.ts';
import { createPasswords } from './passwords.ts';

const PASSWORD = 'Vihmane-Teisip4ev';

describe('a password hash', () => {
  it('is Argon2id with 19 MiB, two passes, one lane and a random salt', async () => {
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
  ])('is verified correctly against %s', async (_what, given, isRight) => {
    const passwords = createPasswords(createRandom());
    expect(await passwords.verify(await passwords.hash(PASSWORD), given)).toBe(isRight);
  });

  // NIST SP 800-63B §3.1.1.2. Review of 25 November 2026, O6.
  const composed = 'Tänav-Öösel-Šõit é'.normalize('NFC');
  it.each([
    ['composed', composed],
    ['in parts', composed.normalize('NFD')],
    ['half of it in parts', `${composed.slice(0, 8)}${composed.slice(8).normalize('NFD')}`],
  ])('of a password typed %s matches every Unicode form of the password', async (_form, typed) => {
    const passwords = createPasswords(createRandom());
    const hash = await passwords.hash(typed);
    for (const form of [composed, composed.normalize('NFD'), typed]) expect(await passwords.match(hash, form)).toBe('yes');
    expect(await passwords.verify(hash, composed.replace('é', 'e'))).toBe(false);
  });

  it.each([
    ['in parts, with the composed form', composed.normalize('NFD'), composed, 'otherForm'],
    ['in parts, with the same form', composed.normalize('NFD'), composed.normalize('NFD'), 'otherForm'],
    ['half of it in parts, with the same form', `Ä${'ä'.normalize('NFD')}`, `Ä${'ä'.normalize('NFD')}`, 'otherForm'],
    ['composed, with the form in parts', composed, composed.normalize('NFD'), 'yes'],
    ['in parts, with another password', composed.normalize('NFD'), PASSWORD, 'no'],
  ] as const)('from an earlier version of a password %s returns %s', async (_what, stored, given, expected) => {
    const nonce = Buffer.alloc(16, 7);
    const cost = { parallelism: 1, tagLength: 32, memory: 8_192, passes: 1 };
    const hash = argon2Sync('argon2id', { message: stored, nonce, ...cost });
    const text = `$argon2id$v=19$m=8192,t=1,p=1$${nonce.toString('base64url')}$${hash.toString('base64url')}`;
    expect(await createPasswords(createRandom()).match(text, given)).toBe(expected);
  });

  it('depends on the last character of a long password', async () => {
    const passwords = createPasswords(createRandom());
    const long = 'x'.repeat(255);
    const hash = await passwords.hash(`${long}a`);
    expect(await passwords.verify(hash, `${long}b`)).toBe(false);
    expect(await passwords.verify(hash, `${long}a`)).toBe(true);
  });

  it('that does not exist never matches', async () => {
    expect(await createPasswords(createRandom()).verify(undefined, PASSWORD)).toBe(false);
  });

  it('with another cost is verified, and one in an unknown format throws an error', async () => {
    const passwords = createPasswords(createRandom());
    const nonce = Buffer.alloc(16, 7);
    const hash = argon2Sync('argon2id', { message: PASSWORD, nonce, parallelism: 1, tagLength: 32, memory: 8_192, passes: 1 });
    const stored = `$argon2id$v=19$m=8192,t=1,p=1$${nonce.toString('base64url')}$${hash.toString('base64url')}`;
    expect(await passwords.verify(stored, PASSWORD)).toBe(true);
    await expect(passwords.verify('plain text', PASSWORD)).rejects.toThrow('unknown form');
  });
});

describe('a flood of sign-ins', () => {
  it('is queued up to a limit, and further ones are refused with 503', async () => {
    const passwords = createPasswords(createRandom());
    const all = Array.from({ length: 70 }, () => passwords.verify(undefined, PASSWORD));
    const settled = await Promise.allSettled(all);
    const refused = settled.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(8);
    expect(refused[0]).toMatchObject({ reason: { status: 503, code: 'UNAVAILABLE' } });
    expect(await passwords.verify(undefined, PASSWORD)).toBe(false);
  });
});
