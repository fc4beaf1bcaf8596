/**
 * Argon2id (RFC 9106; OWASP: 19 MiB, 2 passes, 1 lane). A process computes two hashes at a time, because hashing is expensive and a flood of
 * sign-ins must not delay signatures. A check takes the same time with and without a stored hash.
 */
import { argon2 } from 'node:crypto';
import { promisify } from 'node:util';
import { equalsConstantTime } from '#platform/crypto/hash.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { Random } from '#platform/random.ts';
import { createRunLimit } from '#platform/threads/run-limit.ts';

const derive = promisify(argon2);
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const SALT_BYTES = 16;
const RUNNING_MAX = 2;
/** About two seconds of work; a longer queue is refused with 503. */
const WAITING_MAX = 60;
const FORM = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9_-]{22})\$([A-Za-z0-9_-]{43})$/;

export interface Passwords {
  /** `$argon2id$v=19$m=…,t=…,p=…${salt}${hash}`, base64url. */
  hash(password: string): Promise<string>;
  /** False without a hash, after the same work. */
  verify(hash: string | undefined, password: string): Promise<boolean>;
  /** As {@link verify}; `otherForm`: the stored hash was made of another Unicode form of the password and must be replaced. */
  match(hash: string | undefined, password: string): Promise<'no' | 'yes' | 'otherForm'>;
}

export function createPasswords(random: Pick<Random, 'bytes'>): Passwords {
  const limit = createRunLimit({ runningMax: RUNNING_MAX, waitingMax: WAITING_MAX }, tooMany);
  const nobodys = write(COST, random.bytes(SALT_BYTES), random.bytes(COST.tagLength));
  return {
    async hash(password) {
      const salt = random.bytes(SALT_BYTES);
      return write(COST, salt, await limit(() => derive('argon2id', { message: password.normalize('NFC'), nonce: salt, ...COST })));
    },
    verify: async (hash, password) => (await match(hash, password)) !== 'no',
    match,
  };

  async function match(hash: string | undefined, password: string): Promise<'no' | 'yes' | 'otherForm'> {
    const { cost, salt, expected } = read(hash ?? nobodys);
    for (const [index, message] of formsOf(password).entries()) {
      const actual = await limit(() => derive('argon2id', { message, nonce: salt, ...cost }));
      if (equalsConstantTime(actual.toString('base64url'), expected) && hash !== undefined) return index === 0 ? 'yes' : 'otherForm';
    }
    return 'no';
  }
}

/**
 * NIST SP 800-63B §3.1.1.2: keyboards send composed or decomposed characters, so passwords are normalised to NFC, the first form here. Older
 * hashes were made of the unnormalised text.
 */
const formsOf = (password: string): readonly string[] => [...new Set([password.normalize('NFC'), password, password.normalize('NFD')])];

function write({ memory, passes, parallelism }: typeof COST, salt: Buffer, hash: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

function read(text: string): { cost: typeof COST; salt: Buffer; expected: string } {
  const [, memory, passes, parallelism, salt = '', expected = ''] = FORM.exec(text) ?? [];
  if (expected === '') throw new Error('A stored password hash has an unknown form.');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: COST.tagLength };
  return { cost, salt: Buffer.from(salt, 'base64url'), expected };
}

function tooMany(): UiRefusal {
  return new UiRefusal(503, 'UNAVAILABLE', 'Too many people sign in at this moment. Wait a few seconds and try again.', {
    headers: { 'retry-after': '3' },
  });
}
