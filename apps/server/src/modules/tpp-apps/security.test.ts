/** The security settings of applications: profile, signatures and the public keys of `private_key_jwt`. */
import { generateKeyPairSync } from 'node:crypto';
import type { SecurityProfile } from '@portico/contract/values';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import type { AuditEntry, RunWrite } from '#platform/db/run-write.ts';
import { createWriteDoor } from '#platform/db/run-write-door.ts';
import { createRandom } from '#platform/random.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { checkJwks } from './check-jwks.ts';
import { createTppApps, type TppApps } from './index.ts';

const random = createRandom();
const keys = { audit: Buffer.alloc(32), secrets: Buffer.alloc(32, 7), cookies: [], jwks: { keys: [] } };
const OWNER = { developerId: 'dev_one' };
const publicJwk = (type: 'ec' | 'rsa' | 'ed25519', size: string | number = 'P-256') => {
  if (type === 'rsa') return generateKeyPairSync('rsa', { modulusLength: Number(size) }).publicKey.export({ format: 'jwk' });
  if (type === 'ec') return generateKeyPairSync('ec', { namedCurve: String(size) }).publicKey.export({ format: 'jwk' });
  return generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
};
const EC = publicJwk('ec');
const RSA = publicJwk('rsa', 2048);

let database: OpenedDatabase;
let apps: TppApps;
let write: RunWrite;
const audited: AuditEntry[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  await database.query(`insert into sandbox (id, name) values ('sbx_one', 'One')`);
  apps = createTppApps({ db: database.db, config: { mode: 'development', keys }, random });
  write = createWriteDoor({ db: database.db, appendAudit: async (_tx, entries) => void audited.push(...entries), log: pino({ level: 'silent' }) });
  const app = {
    ...OWNER,
    sandboxId: 'sbx_one',
    clientName: 'Lumen',
    registeredName: 'Lumen OÜ',
    redirectUris: ['https://lumen.example/cb'],
    contacts: [],
  };
  await write((context) => apps.create(context, app));
  await database.query(
    `insert into provider (provider_id, organization_id, name) values ('prv_one', 'PSDEE-SANDBOX-1', 'Lumen OÜ (sandbox)') on conflict do nothing`,
  );
});
afterAll(() => database.close());

const own = async () => {
  const app = await apps.findByDeveloper(database.db, OWNER);
  if (app === undefined) throw new Error('There is no application.');
  return app;
};
const set = (profile: SecurityProfile, more: object = {}) =>
  write((context) => apps.setSecurity(context, OWNER, { profile, signsRequests: false, ...more }));

describe('the security of an application', () => {
  it('is basic at first', async () => {
    expect((await own()).security).toEqual({ profile: 'basic', signsRequests: false, providerId: undefined, jwks: undefined });
  });

  it('changes with an audit entry, and the look-up of clients reads it', async () => {
    audited.length = 0;
    const jwks = { keys: [{ ...EC, kid: 'one', use: 'sig', x5c: ['ignored'] }] };
    const changed = await set('fapi2', { signsRequests: true, jwks, providerId: 'prv_one' });
    const stored = { keys: [{ ...EC, kid: 'one', use: 'sig' }] };
    expect(changed.security).toEqual({ profile: 'fapi2', signsRequests: true, providerId: 'prv_one', jwks: stored });
    expect((await apps.openClient(changed.clientId))?.security).toEqual({ profile: 'fapi2', signsRequests: true, jwks: stored });
    expect(audited).toMatchObject([
      { event: 'application.security-changed', ids: { clientId: changed.clientId, profile: 'fapi2' }, content: { signsRequests: true, keys: 1 } },
    ]);
  });

  it('keeps the provider and loses the keys that a change leaves out', async () => {
    expect((await set('mtls')).security).toEqual({ profile: 'mtls', signsRequests: false, providerId: 'prv_one', jwks: undefined });
  });

  it('of another developer does not exist', async () => {
    const other = write((context) => apps.setSecurity(context, { developerId: 'dev_two' }, { profile: 'basic', signsRequests: false }));
    await expect(other).rejects.toMatchObject({ status: 404 });
  });

  it('stays as it was when a key is refused', async () => {
    await expect(set('fapi2', { jwks: { keys: [{ ...EC, d: 'AAAA' }] } })).rejects.toMatchObject({ status: 400, code: 'FORMAT_ERROR' });
    expect((await own()).security.profile).toBe('mtls');
  });
});

describe('a key set', () => {
  it.each([
    ['P-256', EC],
    ['RSA of 2048 bits', RSA],
    ['Ed25519', publicJwk('ed25519')],
    ['P-256 with its algorithm', { ...EC, alg: 'ES256', use: 'sig', kid: 'k' }],
  ])('may hold %s', (_what, key) => {
    expect(checkJwks({ keys: [key] })).toEqual({ keys: [key] });
  });

  it.each([
    ['no key', [], 'jwks.keys', '1 to 10 keys'],
    ['eleven keys', Array.from({ length: 11 }, (_, n) => ({ ...EC, kid: `k${n}` })), 'jwks.keys', '1 to 10 keys'],
    ['a private key', [{ ...EC, d: 'AAAA' }], 'jwks.keys[0]', 'private member d'],
    ['a private RSA key', [{ ...RSA, p: 'AAAA' }], 'jwks.keys[0]', 'private member p'],
    ['a shared secret', [{ kty: 'oct', k: 'AAAA' }], 'jwks.keys[0]', 'private member k'],
    ['another type', [{ kty: 'AKP', pub: 'AAAA' }], 'jwks.keys[0]', 'kty must be'],
    ['no type', [{}], 'jwks.keys[0]', 'kty must be'],
    ['a short RSA key', [publicJwk('rsa', 1024)], 'jwks.keys[0]', 'has 1024 bits'],
    [
      'another curve',
      [
        { ...EC, kid: 'a' },
        { ...publicJwk('ec', 'P-384'), kid: 'b' },
      ],
      'jwks.keys[1]',
      'crv must be P-256',
    ],
    ['a key for agreement', [{ kty: 'OKP', crv: 'X25519', x: 'A'.repeat(43) }], 'jwks.keys[0]', 'crv must be Ed25519'],
    ['RS256', [{ ...RSA, alg: 'RS256' }], 'jwks.keys[0]', 'must be PS256'],
    ['a key for encryption', [{ ...RSA, use: 'enc' }], 'jwks.keys[0]', 'use must be sig'],
    ['a point off the curve', [{ ...EC, x: 'A'.repeat(43) }], 'jwks.keys[0]', 'cannot be read'],
    ['members of another type', [{ kty: 'EC', crv: 7, x: {} }], 'jwks.keys[0]', 'cannot be read'],
    ['two keys without names', [EC, RSA], 'jwks.keys[0]', 'no kid'],
    [
      'two keys of one name',
      [
        { ...EC, kid: 'a' },
        { ...RSA, kid: 'a' },
      ],
      'jwks.keys[0]',
      'Two keys have the kid a',
    ],
    ['a name that is no text', [{ ...EC, kid: 7 }], 'jwks.keys[0]', 'kid is a text'],
  ])('has not %s', (_what, given, path, text) => {
    expect(() => checkJwks({ keys: given })).toThrow(
      expect.objectContaining({ message: expect.stringContaining(text), options: expect.objectContaining({ path }) }),
    );
  });
});
