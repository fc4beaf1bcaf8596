/** Converts a challenge for the customer's device. */
import type { DeviceChallenge } from '@portico/contract';
import { isFinalChallengeState, type StoredChallenge, secondsBetween, secondsLeft } from '../sca/index.ts';

/** @param response the response that an automatic calculator shows */
export function toDeviceChallenge(stored: StoredChallenge, response?: string): DeviceChallenge {
  const isRunning = !isFinalChallengeState(stored.state);
  return {
    challengeId: stored.challengeId,
    method: stored.method,
    purpose: stored.purpose,
    state: stored.state,
    ...(stored.controlCode === undefined ? {} : { controlCode: stored.controlCode }),
    ...(stored.identity === undefined ? {} : { identity: stored.identity }),
    ...(stored.calculatorNumber === undefined ? {} : { calculatorNumber: stored.calculatorNumber }),
    ...(response === undefined ? {} : { response }),
    customerName: stored.customerName,
    displayText: stored.displayText,
    ...(stored.amount === undefined ? {} : { amount: stored.amount }),
    ...(stored.payee === undefined ? {} : { payee: stored.payee }),
    createdAt: stored.createdAt.toISOString(),
    secondsLeft: secondsLeft(stored),
    ...(isRunning && stored.answersAt !== undefined ? { answersInSeconds: secondsBetween(stored.now, stored.answersAt) } : {}),
  };
}
