/** From what was measured to a word. The thresholds stand in the contract, because the page states them. */
import { DEGRADED, type ServiceState } from '@portico/contract/values';
import { isDown, type UnansweredRun } from '#modules/request-log/index.ts';

/** Requests of a stretch of time. */
export interface Tally {
  readonly requests: number;
  readonly failed: number;
  readonly slow: number;
}

export interface Now {
  /** Of the last {@link DEGRADED.minutes}. */
  readonly tally: Tally;
  readonly run: UnansweredRun;
  readonly isMaintained: boolean;
}

export function isDegraded({ requests, failed, slow }: Tally): boolean {
  return requests > 0 && (failed * 100 >= requests * DEGRADED.failedPercent || slow * 100 >= requests * DEGRADED.slowPercent);
}

/** Who is silent is never operational; who was down and is silent is still down. */
export function stateNow({ tally, run, isMaintained }: Now): ServiceState {
  if (isMaintained) return 'maintenance';
  if (isDown(run)) return 'down';
  if (tally.requests === 0) return 'noData';
  return isDegraded(tally) ? 'degraded' : 'operational';
}

export interface DayMeasures {
  readonly measuredMinutes: number;
  readonly degradedMinutes: number;
  readonly maintenanceMs: number;
  readonly unplannedDownMs: number;
}

/** Of the day as a whole; a few bad minutes do not make it degraded. */
export function stateOfDay({ measuredMinutes, degradedMinutes, maintenanceMs, unplannedDownMs }: DayMeasures): ServiceState {
  if (unplannedDownMs > 0) return 'down';
  if (maintenanceMs > 0) return 'maintenance';
  if (measuredMinutes === 0) return 'noData';
  return degradedMinutes >= DEGRADED.minutes ? 'degraded' : 'operational';
}

const WORST_FIRST: readonly ServiceState[] = ['down', 'maintenance', 'degraded', 'noData', 'operational'];

/** @param states of services that are there; none: nothing is known. */
export function worstOf(states: readonly ServiceState[]): ServiceState {
  return WORST_FIRST.find((state) => states.includes(state)) ?? 'noData';
}
