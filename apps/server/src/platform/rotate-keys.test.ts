/** Review of 25 November 2026, B4: a server never signs with a key that another server does not know yet. */
import { describe, expect, it } from 'vitest';
import { type KeysFileContent, makeKeysText, parseKeysFile } from './keys.ts';
import { type RotatedKeys, rotateKeys } from './rotate-keys.ts';

const NOW = new Date('2026-11-25T10:00:00Z');
const later = (hours: number) => new Date(NOW.getTime() + hours * 60 * 60_000);

function read(text: string): KeysFileContent {
  const content = parseKeysFile(text);
  if (content === undefined) throw new Error('The text is no set of keys.');
  return content;
}

function rotated(text: string, now: Date, isForced = false): RotatedKeys {
  const rotation = rotateKeys(text, now, isForced);
  if ('refused' in rotation) throw new Error(`The rotation was refused: ${rotation.refused}`);
  return rotation;
}

const kids = ({ jwks }: KeysFileContent) => jwks.keys.map(({ kid }) => kid);

describe('a rotation of keys', () => {
  const first = makeKeysText();
  const published = rotated(first, NOW);
  const used = rotated(published.text, later(1));
  const retired = rotated(used.text, later(27));
  const files = [first, published.text, used.text, retired.text].map(read);
  const [before, inPublish, inUse, after] = files;

  it('runs the phases publish, use and retire, and returns when the next may run', () => {
    expect([published, used, retired].map(({ phase, nextAt }) => [phase, nextAt?.toISOString()])).toEqual([
      ['publish', '2026-11-25T11:00:00.000Z'],
      ['use', '2026-11-26T13:00:00.000Z'],
      ['retire', undefined],
    ]);
    expect([published, used, retired].map(({ signingKid }) => signingKid)).toEqual(
      [inPublish, inUse, after].map((file) => kids(file ?? read(''))[0]),
    );
  });

  it.each([
    ['tokens', kids],
    ['cookies', ({ cookies }: KeysFileContent) => cookies],
  ] as const)('lets servers of neighbouring phases verify what the others sign: %s', (_what, keysOf) => {
    for (const [index, file] of files.entries()) {
      const neighbour = files[index + 1];
      if (neighbour === undefined) continue;
      expect(keysOf(neighbour)).toContain(keysOf(file)[0]);
      expect(keysOf(file)).toContain(keysOf(neighbour)[0]);
    }
  });

  it('signs with the old keys, then with the new ones, and has removed the old ones at the end', () => {
    const [old] = [kids(before ?? read(''))];
    expect(kids(inPublish ?? read('')).slice(0, 2)).toEqual(old);
    expect(kids(inUse ?? read('')).slice(2)).toEqual(old);
    expect(kids(after ?? read(''))).toEqual(kids(inUse ?? read('')).slice(0, 2));
    expect(after?.cookies).toEqual([inPublish?.cookies[1]]);
    expect(after?.rotation).toBeUndefined();
    for (const file of files) expect(file.jwks.keys[0]).toMatchObject({ kty: 'RSA', alg: 'RS256' });
  });

  it('makes RSA keys of 3072 bits', () => {
    const modulus = String(inUse?.jwks.keys[0]?.n);
    expect(Buffer.from(modulus, 'base64url').length * 8).toBe(3072);
  });

  it('keeps the keys of the audit log and of stored secrets', () => {
    for (const file of files) expect([file.audit, file.secrets]).toEqual([before?.audit, before?.secrets]);
  });

  it.each([
    ['use', published.text, 0.99, 1],
    ['retire', used.text, 26.99, 27],
  ])('refuses the phase %s before it is due, unless it is forced', (phase, text, early, inTime) => {
    expect(rotateKeys(text, later(early))).toMatchObject({ refused: 'tooEarly', phase, nextAt: later(inTime) });
    expect(rotated(text, later(inTime)).phase).toBe(phase);
    expect(rotated(text, later(early), true).phase).toBe(phase);
  });

  it('starts again with the publish phase after the last phase', () => {
    const again = rotated(retired.text, later(28));
    expect(again.phase).toBe('publish');
    expect(kids(read(again.text)).slice(0, 2)).toEqual(kids(read(retired.text)));
  });

  it('starts with the signing keys of a file of an earlier version, which listed old keys after them', () => {
    const [present, old] = [read(makeKeysText(2048)), read(makeKeysText(2048))];
    const file = { ...present, cookies: [...present.cookies, ...old.cookies], jwks: { keys: [...present.jwks.keys, ...old.jwks.keys] } };
    const begun = read(rotated(JSON.stringify(file), NOW).text);
    expect(kids(begun).slice(0, 2)).toEqual(kids(present));
    expect(kids(begun)).toHaveLength(4);
    expect(kids(begun)).not.toContain(kids(old)[0]);
    expect(begun.cookies).toHaveLength(2);
  });

  it.each([
    '',
    'no JSON',
    '{}',
    '{"audit":"short"}',
    JSON.stringify({ ...read(first), more: 1 }),
    JSON.stringify({ ...read(first), rotation: { phase: 'begun', since: NOW.toISOString() } }),
    JSON.stringify({ ...read(first), rotation: { phase: 'used', since: 'yesterday' } }),
  ])('is refused for an invalid keys file: %j', (text) => {
    expect(rotateKeys(text, NOW)).toEqual({ refused: 'noKeys' });
  });
});
