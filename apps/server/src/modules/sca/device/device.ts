/** The test device of one browser: what it shows, how it answers, and whether it answers by itself. */
import type { CalculatorDisplay, DeviceAnswerBody, DeviceChallenge, DeviceState } from '@portico/contract';
import { DEVICE_ANSWERS_OF } from '@portico/contract/values';
import { UiRefusal } from '#platform/http/refusal.ts';
import { type StoredChallenge, toDeviceChallenge } from '../challenge/challenge.ts';
import { dueEvent } from '../challenge/challenge-state.ts';
import { findChallenge, listDeviceChallenges, rescheduleDeviceAnswers } from '../challenge/challenge-store.ts';
import { concludeChallenge, type ScaPlatform } from '../challenge/conclude-challenge.ts';
import { noResponseAwaited, responseTo } from './answer-response.ts';
import { keyedNumber } from './calculator.ts';
import { isDeviceAutomatic, writeDevicePreference } from './device-preference-store.ts';

const SHOWN_MAX = 20;

/** A browser without a device key has a device that has seen nothing. */
export async function readDevice(platform: ScaPlatform, deviceKeyHash: string | undefined): Promise<DeviceState> {
  if (deviceKeyHash === undefined) return { automatic: true, challenges: [] };
  const automatic = await isDeviceAutomatic(platform.db, deviceKeyHash);
  const challenges: DeviceChallenge[] = [];
  for (const found of await listDeviceChallenges(platform.db, deviceKeyHash, SHOWN_MAX)) {
    challenges.push(shownOnDevice(platform, await settleIfDue(platform, found)));
  }
  return { automatic, challenges };
}

/**
 * Answers one challenge of this device. An answer to a challenge that has already ended changes nothing; what it ended as is answered.
 * @throws UiRefusal 404 CHALLENGE_UNKNOWN, alike for another device's challenge and for none; 400 for an answer that its method has not.
 */
export async function answerOnDevice(
  platform: ScaPlatform,
  input: { deviceKeyHash: string | undefined; challengeId: string; answer: DeviceAnswerBody['answer'] },
): Promise<DeviceChallenge> {
  const found = await findOwnChallenge(platform, input);
  const accepted = DEVICE_ANSWERS_OF[found.method];
  if (!accepted.includes(input.answer)) {
    throw new UiRefusal(400, 'FORMAT_ERROR', `A device of this method answers: ${accepted.join(', ')}. Nothing was confirmed.`, { path: 'answer' });
  }
  const answered = await concludeChallenge(platform, input.challengeId, input.answer);
  if (answered === undefined) throw challengeUnknown();
  return shownOnDevice(platform, answered);
}

/**
 * What the calculator of a challenge's customer shows for the number that was keyed in, right or wrong.
 * @throws UiRefusal 404 CHALLENGE_UNKNOWN, 409 SIGNING_STATE_INVALID: its method is no calculator, or it is over.
 */
export async function keyIntoCalculator(
  platform: ScaPlatform,
  input: { deviceKeyHash: string | undefined; challengeId: string; number: string },
): Promise<CalculatorDisplay> {
  const challenge = await settleIfDue(platform, await findOwnChallenge(platform, input));
  if (challenge.calculatorNumber === undefined || challenge.state !== 'started') throw noResponseAwaited();
  return { response: responseTo(platform, challenge, input.number) };
}

async function findOwnChallenge(
  platform: ScaPlatform,
  { deviceKeyHash, challengeId }: { deviceKeyHash: string | undefined; challengeId: string },
): Promise<StoredChallenge> {
  const found = await findChallenge(platform.db, challengeId);
  if (found === undefined || deviceKeyHash === undefined || found.deviceKeyHash !== deviceKeyHash) throw challengeUnknown();
  return found;
}

function challengeUnknown(): UiRefusal {
  const text = 'This request is not on this device, nothing was confirmed. Start again from the page that sent you here.';
  return new UiRefusal(404, 'CHALLENGE_UNKNOWN', text);
}

/** A calculator that works by itself has had the number keyed in when its moment has come; where the scenario says so, with a wrong digit. */
function shownOnDevice(platform: ScaPlatform, challenge: StoredChallenge): DeviceChallenge {
  const { calculatorNumber, state, answersAt, now, scenario } = challenge;
  if (calculatorNumber === undefined || state !== 'started' || answersAt === undefined || now < answersAt) return toDeviceChallenge(challenge);
  const number = keyedNumber(calculatorNumber);
  return toDeviceChallenge(challenge, responseTo(platform, challenge, scenario === 'wrongCode' ? mistyped(number) : number));
}

function mistyped(number: string): string {
  return `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`;
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
  return (await concludeChallenge(platform, found.challengeId)) ?? found;
}
