/** Two scenarios of a test customer concern the bank itself: it responds late, or not at all. */
import { setTimeout as delay } from 'node:timers/promises';
import type { CustomerScenario } from '@portico/contract';
import { notePlayed } from '#platform/request-notes.ts';

const SLOW_MS = 5_000;

/** Waits for the bank's response time; false: the bank does not respond. */
export async function reachBank(scenario: CustomerScenario): Promise<boolean> {
  if (scenario === 'bankSlow' || scenario === 'bankDown') notePlayed();
  if (scenario === 'bankSlow') await delay(SLOW_MS);
  return scenario !== 'bankDown';
}
