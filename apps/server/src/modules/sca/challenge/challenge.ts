/** A challenge as this module keeps it, and the two shapes others see: the asker's reading and the phone's view. */
import type { AuthMethod, CalculatorNumber, ChallengeState, DeviceChallenge, DeviceScenario } from '@portico/contract';
import type { Challenge } from '../sca.ts';
import { isFinalChallengeState } from './challenge-state.ts';

export interface StoredChallenge {
  readonly challengeId: string;
  readonly sandboxId: string;
  readonly customerId: string;
  readonly method: AuthMethod;
  readonly purpose: 'signIn' | 'signing';
  /** 64 hex digits. */
  readonly contentHash: string;
  readonly controlCode: string | undefined;
  readonly calculatorNumber: CalculatorNumber | undefined;
  /** What the customer's device knows itself by. */
  readonly identity: string | undefined;
  readonly state: ChallengeState;
  readonly customerName: string;
  readonly signatoryName: string;
  readonly displayText: string;
  readonly amount: { readonly amount: string; readonly currency: string } | undefined;
  readonly payee: string | undefined;
  readonly deviceKeyHash: string;
  /** The customer was signed in or had signed in before in the browser that asked. */
  readonly isKnownBrowser: boolean;
  readonly scenario: DeviceScenario;
  readonly auditChain: string | undefined;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly answersAt: Date | undefined;
  /** Database time of the reading. */
  readonly now: Date;
}

export function toChallenge(stored: StoredChallenge): Challenge {
  const { challengeId, sandboxId, customerId, customerName, signatoryName, method, state, controlCode, calculatorNumber, contentHash } = stored;
  return {
    challengeId,
    sandboxId,
    customerId,
    customerName,
    signatoryName,
    method,
    state,
    controlCode,
    calculatorNumber,
    contentHash,
    secondsLeft: secondsLeft(stored),
  };
}

/** @param response what a calculator that works by itself shows. */
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

export function secondsLeft(stored: StoredChallenge): number {
  return isFinalChallengeState(stored.state) ? 0 : secondsBetween(stored.now, stored.expiresAt);
}

function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, Math.ceil((to.getTime() - from.getTime()) / 1000));
}
