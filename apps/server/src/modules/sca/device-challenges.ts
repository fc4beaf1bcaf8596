/** The challenges of one browser's test device. Reading a challenge ends it if its automatic answer or its time is due. */
import type { Tx } from '#platform/db/database.ts';
import type { StoredChallenge } from './challenge/challenge.ts';
import { type ChallengeEvent, dueEvent } from './challenge/challenge-state.ts';
import { findChallenge, listDeviceChallenges, rescheduleDeviceAnswers } from './challenge/challenge-store.ts';
import { concludeChallenge } from './challenge/conclude-challenge.ts';
import type { ScaPlatform } from './deps.ts';

export interface DeviceChallenges {
  /** Newest first. */
  list(deviceKeyHash: string, limit: number): Promise<readonly StoredChallenge[]>;
  /** Undefined if there is no such challenge, or if it belongs to another device. */
  find(deviceKeyHash: string | undefined, challengeId: string): Promise<StoredChallenge | undefined>;
  /** A challenge that has already ended is returned unchanged. */
  end(challenge: StoredChallenge, event: ChallengeEvent): Promise<StoredChallenge>;
  /** The device's running challenges are answered `answersInSeconds` from now; undefined: they wait for a person. */
  reschedule(tx: Tx, deviceKeyHash: string, answersInSeconds: number | undefined): Promise<void>;
}

export function createDeviceChallenges(platform: ScaPlatform): DeviceChallenges {
  const end = async (challenge: StoredChallenge, event?: ChallengeEvent) =>
    (await concludeChallenge(platform, challenge.challengeId, event)) ?? challenge;
  const settleIfDue = async (found: StoredChallenge) => (dueEvent(found, found.now) === undefined ? found : end(found));

  return {
    async list(deviceKeyHash, limit) {
      const challenges: StoredChallenge[] = [];
      for (const found of await listDeviceChallenges(platform.db, deviceKeyHash, limit)) challenges.push(await settleIfDue(found));
      return challenges;
    },
    async find(deviceKeyHash, challengeId) {
      const found = await findChallenge(platform.db, challengeId);
      return found === undefined || deviceKeyHash === undefined || found.deviceKeyHash !== deviceKeyHash ? undefined : settleIfDue(found);
    },
    end,
    reschedule: rescheduleDeviceAnswers,
  };
}
