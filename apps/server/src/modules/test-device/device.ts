/** The test device of one browser: what it shows, how it responds, and whether it responds automatically. */
import type { CalculatorDisplay, DeviceAnswerBody, DeviceChallenge, DeviceState } from '@portico/contract';
import { DEVICE_ANSWERS_OF } from '@portico/contract/values';
import { noteSandbox } from '#platform/db/turns.ts';
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

/** A challenge, and the hash of the device key of the browser that sends the call. Undefined: the browser has no key, and its device is empty. */
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
 * Answers one challenge of this device. A challenge that has already ended stays unchanged; the call returns its result.
 * @throws UiRefusal 404 CHALLENGE_UNKNOWN, the same for another device's challenge; 400 for an answer that the method does not have.
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
 * Returns the response that the calculator of the challenge's customer shows for a right or wrong number.
 * @throws UiRefusal 404 CHALLENGE_UNKNOWN; 409 SIGNING_STATE_INVALID: the method is not a calculator, or the challenge has ended.
 */
export async function keyIntoCalculator(deps: DeviceDeps, asked: Asked, number: string): Promise<CalculatorDisplay> {
  const challenge = await requireOwn(deps, asked);
  if (challenge.calculatorNumber === undefined || challenge.state !== 'started') throw noResponseAwaited();
  return { response: responseOf(deps.platform.config.keys.secrets, challenge, number) };
}

async function requireOwn({ challenges }: DeviceDeps, { deviceKeyHash, challengeId }: Asked): Promise<StoredChallenge> {
  const found = await challenges.find(deviceKeyHash, challengeId);
  if (found === undefined) {
    const text = 'This request is not on this device, nothing was confirmed. Start again from the page that sent you here.';
    throw new UiRefusal(404, 'CHALLENGE_UNKNOWN', text);
  }
  noteSandbox(found.sandboxId);
  return found;
}

/** An automatic calculator shows its response at the time when the scenario answers; the scenario may mistype one digit. */
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

/** Switches the automatic response on or off; it applies to open challenges at once. */
export async function setDeviceMode(deps: DeviceDeps, deviceKeyHash: string, automatic: boolean): Promise<DeviceState> {
  const { platform, challenges } = deps;
  await platform.write(async ({ tx }) => {
    await writeDevicePreference(tx, deviceKeyHash, automatic);
    await challenges.reschedule(tx, deviceKeyHash, automatic ? platform.config.deviceAnswerSeconds : undefined);
  });
  return readDevice(deps, deviceKeyHash);
}
