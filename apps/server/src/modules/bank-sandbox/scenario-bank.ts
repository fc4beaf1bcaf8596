/** Two scenarios of a test customer are the bank's own: it answers late, or not at all. */
import { setTimeout as delay } from 'node:timers/promises';
import type { CustomerScenario } from '@portico/contract';
import { notePlayed } from '#platform/request-notes.ts';

const SLOW_MS = 5_000;

/** Waits as long as the bank takes; false: it does not answer. */
export async function reachBank(scenario: CustomerScenario): Promise<boolean> {
  if (scenario === 'bankSlow' || scenario === 'bankDown') notePlayed();
  if (scenario === 'bankSlow') await delay(SLOW_MS);
  return scenario !== 'bankDown';
}
