/** The test device of one browser: what it shows, how it answers, and whether it answers by itself. */
import type { CalculatorDisplay, DeviceAnswerBody, DeviceChallenge, DeviceState } from '@portico/contract';
import { DEVICE_ANSWERS_OF } from '@portico/contract/values';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import { type DeviceChallenges, noResponseAwaited, type StoredChallenge } from '../sca/index.ts';
import { keyedNumber, responseOf } from './calculator.ts';
import { isDeviceAutomatic, writeDevicePreference } from './device-preference-store.ts';
import { toDeviceChallenge } from './device-view.ts';

const SHOWN_MAX = 20;

export interface DeviceDeps {
  readonly platform: Pick<Platform, 'config' | 'db' | 'write'>;
  readonly challenges: DeviceChallenges;
}

/** A challenge, and the hash of the asking browser's device key; undefined if the browser has no key, whose device is empty. */
interface Asked {
  readonly deviceKeyHash: string | undefined;
  readonly challengeId: string;
}

export async function readDevice(deps: DeviceDeps, deviceKeyHash: string | undefined): Promise<DeviceState> {
  if (deviceKeyHash === undefined) return { automatic: true, challenges: [] };
  const automatic = await isDeviceAutomatic(deps.platform.db, deviceKeyHash);
  const challenges = await deps.challenges.list(deviceKeyHash, SHOWN_MAX);
  return { automatic, challenges: challenges.map((challenge) => shownOnDevice(deps, challenge)) };
}

/**
 * Answers one challenge of this device. An answer to a challenge that has already ended changes nothing; what it ended as is answered.
 * @throws UiRefusal 404 CHALLENGE_UNKNOWN, alike for another device's challenge and for none; 400 for an answer that its method has not.
 */
export async function answerOnDevice(deps: DeviceDeps, asked: Asked, answer: DeviceAnswerBody['answer']): Promise<DeviceChallenge> {
  const challenge = await requireOwn(deps, asked);
  const accepted = DEVICE_ANSWERS_OF[challenge.method];
  if (!accepted.includes(answer)) {
    throw new UiRefusal(400, 'FORMAT_ERROR', `A device of this method answers: ${accepted.join(', ')}. Nothing was confirmed.`, { path: 'answer' });
  }
  return shownOnDevice(deps, await deps.challenges.end(challenge, answer));
}

/**
 * What the calculator of a challenge's customer shows for the number that was keyed in, right or wrong.
 * @throws UiRefusal 404 CHALLENGE_UNKNOWN, 409 SIGNING_STATE_INVALID: its method is no calculator, or it is over.
 */
export async function keyIntoCalculator(deps: DeviceDeps, asked: Asked, number: string): Promise<CalculatorDisplay> {
  const challenge = await requireOwn(deps, asked);
  if (challenge.calculatorNumber === undefined || challenge.state !== 'started') throw noResponseAwaited();
  return { response: responseOf(deps.platform.config.keys.secrets, challenge, number) };
}

async function requireOwn({ challenges }: DeviceDeps, { deviceKeyHash, challengeId }: Asked): Promise<StoredChallenge> {
  const found = await challenges.find(deviceKeyHash, challengeId);
  if (found !== undefined) return found;
  const text = 'This request is not on this device, nothing was confirmed. Start again from the page that sent you here.';
  throw new UiRefusal(404, 'CHALLENGE_UNKNOWN', text);
}

/** A calculator that works by itself has had the number keyed in when its moment has come; where the scenario says so, with a wrong digit. */
function shownOnDevice({ platform }: DeviceDeps, challenge: StoredChallenge): DeviceChallenge {
  const { calculatorNumber, state, answersAt, now, dueAnswer } = challenge;
  if (calculatorNumber === undefined || state !== 'started' || answersAt === undefined || now < answersAt) return toDeviceChallenge(challenge);
  const number = keyedNumber(calculatorNumber);
  const keyed = dueAnswer === 'wrongCode' ? mistyped(number) : number;
  return toDeviceChallenge(challenge, responseOf(platform.config.keys.secrets, challenge, keyed));
}

function mistyped(number: string): string {
  return `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`;
}

/** Switches the automatic answer; running challenges follow at once. */
export async function setDeviceMode(deps: DeviceDeps, deviceKeyHash: string, automatic: boolean): Promise<DeviceState> {
  const { platform, challenges } = deps;
  await platform.write(async ({ tx }) => {
    await writeDevicePreference(tx, deviceKeyHash, automatic);
    await challenges.reschedule(tx, deviceKeyHash, automatic ? platform.config.deviceAnswerSeconds : undefined);
  });
  return readDevice(deps, deviceKeyHash);
}
