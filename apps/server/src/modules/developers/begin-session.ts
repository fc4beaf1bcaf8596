/** A new session, in the transaction of the proof that allows it; never one that the browser brought along. */
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { Tx } from '#platform/db/database.ts';
import type { IdentityPlatform } from './identity-deps.ts';
import { deleteSession, insertSession, rememberDevice } from './session-store.ts';

export interface BegunSession {
  readonly sessionSecret: string;
  /** For a browser that is not known yet. */
  readonly deviceSecret: string | undefined;
}

export interface SessionStart {
  readonly developerId: string;
  /** Hash of the device cookie of a browser that this developer used before. */
  readonly knownDeviceHash: string | undefined;
  /** The session this browser had, whoever's it was: it ends. */
  readonly earlierSessionHash: string | undefined;
}

export async function beginSession(
  { random }: Pick<IdentityPlatform, 'random'>,
  tx: Tx,
  { developerId, knownDeviceHash, earlierSessionHash }: SessionStart,
): Promise<BegunSession> {
  const sessionSecret = random.secret();
  const deviceSecret = knownDeviceHash === undefined ? random.secret() : undefined;
  if (earlierSessionHash !== undefined) await deleteSession(tx, earlierSessionHash);
  await insertSession(tx, sha256Hex(sessionSecret), developerId);
  await rememberDevice(tx, knownDeviceHash ?? sha256Hex(deviceSecret ?? ''), developerId);
  return { sessionSecret, deviceSecret };
}
