/** The challenges of one browser's test device. Reading a challenge ends it if its automatic answer or its time is due. */
import type { Tx } from '#platform/db/database.ts';
import { type StoredChallenge, shownOnDevice } from './challenge/challenge.ts';
import { type ChallengeEvent, dueEvent } from './challenge/challenge-state.ts';
import { findChallenge, listDeviceChallenges, rescheduleDeviceAnswers } from './challenge/challenge-store.ts';
import { concludeChallenge } from './challenge/conclude-challenge.ts';
import { openLink } from './challenge/device-link-store.ts';
import type { ScaPlatform } from './deps.ts';

export interface DeviceChallenges {
  /** Newest first. */
  list(deviceKeyHash: string, limit: number): Promise<readonly StoredChallenge[]>;
  /** Undefined if there is no such challenge, or if it belongs to another device. */
  find(deviceKeyHash: string | undefined, challengeId: string): Promise<StoredChallenge | undefined>;
  /** A challenge that has a link, opened or not; undefined if there is none of this id. */
  findLinked(challengeId: string): Promise<StoredChallenge | undefined>;
  /** The device that opens a link first shows its challenge. False: another one did, or the challenge has ended. */
  open(tx: Tx, opened: { challengeId: string; deviceKeyHash: string; answersInSeconds: number | undefined }): Promise<boolean>;
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
      return found === undefined || deviceKeyHash === undefined || shownOnDevice(found) !== deviceKeyHash ? undefined : settleIfDue(found);
    },
    async findLinked(challengeId) {
      const found = await findChallenge(platform.db, challengeId);
      return found?.link === undefined ? undefined : settleIfDue(found);
    },
    open: openLink,
    end,
    reschedule: rescheduleDeviceAnswers,
  };
}
