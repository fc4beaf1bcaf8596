/** The database stores a fingerprint of the keys of its contents, which are unreadable with other keys. */
import type { Keys } from '../config.ts';
import { hmacSha256Hex } from '../crypto/hash.ts';
import type { Db } from './database.ts';

type InstallationTables = { installation: { singleton: boolean; keys_fingerprint: string } };

export class KeysMismatch extends Error {
  override readonly name = 'KeysMismatch';
}

/**
 * Stores the fingerprint in a new database, and compares it in others. Cookie and token keys may be rotated; the keys of client secrets and of the
 * audit log may not.
 * @throws KeysMismatch when the database belongs to other keys.
 */
export async function checkKeys(db: Db, keys: Pick<Keys, 'audit' | 'secrets'>): Promise<void> {
  const fingerprint = hmacSha256Hex(keys.secrets, `portico keys ${hmacSha256Hex(keys.audit, 'portico audit key')}`);
  const tables = db.withTables<InstallationTables>();
  await tables
    .insertInto('installation')
    .values({ singleton: true, keys_fingerprint: fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const known = await tables.selectFrom('installation').select('keys_fingerprint').executeTakeFirstOrThrow();
  if (known.keys_fingerprint === fingerprint) return;
  throw new KeysMismatch(
    'This database was made with other keys: client secrets and audit contents in it cannot be read with the present ones. ' +
      'Put the keys file that belongs to it back (PORTICO_KEYS_FILE; in development the file beside the data folder), or correct DATABASE_URL or PORTICO_DATA_DIR if it is another database that was meant.',
  );
}
