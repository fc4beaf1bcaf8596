/** The test device of one browser: what it shows, how it answers, and whether it answers by itself. */
import type { DeviceAnswerBody, DeviceChallenge, DeviceState } from '@portico/contract';
import { UiRefusal } from '#platform/http/refusal.ts';
import { dueEvent } from './challenge-state.ts';
import { findChallenge, listDeviceChallenges, rescheduleDeviceAnswers } from './challenge-store.ts';
import { isDeviceAutomatic, writeDevicePreference } from './device-preference-store.ts';
import { type ScaPlatform, settleChallenge } from './settle-challenge.ts';
import { type StoredChallenge, toDeviceChallenge } from './stored-challenge.ts';

const SHOWN_MAX = 20;

/** A browser without a device key has a device that has seen nothing. */
export async function readDevice(platform: ScaPlatform, deviceKeyHash: string | undefined): Promise<DeviceState> {
  if (deviceKeyHash === undefined) return { automatic: true, challenges: [] };
  const automatic = await isDeviceAutomatic(platform.db, deviceKeyHash);
  const challenges: DeviceChallenge[] = [];
  for (const found of await listDeviceChallenges(platform.db, deviceKeyHash, SHOWN_MAX)) {
    challenges.push(toDeviceChallenge(await settleIfDue(platform, found)));
  }
  return { automatic, challenges };
}

/**
 * Answers one challenge of this device. An answer to a challenge that has already ended changes nothing; what it ended as is answered.
 * @throws UiRefusal 404 CHALLENGE_UNKNOWN, alike for another device's challenge and for none.
 */
export async function answerOnDevice(
  platform: ScaPlatform,
  input: { deviceKeyHash: string | undefined; challengeId: string; answer: DeviceAnswerBody['answer'] },
): Promise<DeviceChallenge> {
  const found = await findChallenge(platform.db, input.challengeId);
  const isOwn = found !== undefined && input.deviceKeyHash !== undefined && found.deviceKeyHash === input.deviceKeyHash;
  const answered = isOwn ? await settleChallenge(platform, input.challengeId, input.answer) : undefined;
  if (answered === undefined) {
    throw new UiRefusal(
      404,
      'CHALLENGE_UNKNOWN',
      'This request is not on this device, nothing was confirmed. Start again from the page that sent you here.',
    );
  }
  return toDeviceChallenge(answered);
}

/** Switches the automatic answer; running challenges follow at once. */
export async function setDeviceMode(platform: ScaPlatform, deviceKeyHash: string, automatic: boolean): Promise<DeviceState> {
  await platform.write(async ({ tx }) => {
    await writeDevicePreference(tx, deviceKeyHash, automatic);
    await rescheduleDeviceAnswers(tx, deviceKeyHash, automatic ? platform.config.deviceAnswerSeconds : undefined);
  });
  return readDevice(platform, deviceKeyHash);
}

async function settleIfDue(platform: ScaPlatform, found: StoredChallenge): Promise<StoredChallenge> {
  if (dueEvent(found, found.now) === undefined) return found;
  return (await settleChallenge(platform, found.challengeId)) ?? found;
}
