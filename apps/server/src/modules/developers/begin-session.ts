/** Starts a new session in the transaction of the authentication. A session id from the browser is never reused (session fixation). */
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { Tx } from '#platform/db/database.ts';
import type { IdentityPlatform } from './identity-deps.ts';
import { deleteSession, insertSession, rememberDevice } from './session-store.ts';

export interface BegunSession {
  readonly sessionSecret: string;
  /** Secret of the new device cookie, for an unknown browser. */
  readonly deviceSecret: string | undefined;
}

export interface SessionStart {
  readonly developerId: string;
  /** Hash of the device cookie of a browser that this developer used before. */
  readonly knownDeviceHash: string | undefined;
  /** The browser's earlier session, of any developer; it ends. */
  readonly earlierSessionHash: string | undefined;
  /** Its name, for the list of sessions. */
  readonly browser: string | undefined;
}

export async function beginSession(
  { random }: Pick<IdentityPlatform, 'random'>,
  tx: Tx,
  { developerId, knownDeviceHash, earlierSessionHash, browser }: SessionStart,
): Promise<BegunSession> {
  const sessionSecret = random.secret();
  const deviceSecret = knownDeviceHash === undefined ? random.secret() : undefined;
  if (earlierSessionHash !== undefined) await deleteSession(tx, earlierSessionHash);
  await insertSession(tx, { sessionHash: sha256Hex(sessionSecret), sessionId: random.id('dse'), developerId, browser });
  await rememberDevice(tx, knownDeviceHash ?? sha256Hex(deviceSecret ?? ''), developerId);
  return { sessionSecret, deviceSecret };
}
