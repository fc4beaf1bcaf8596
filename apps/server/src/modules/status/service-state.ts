/** Derives a service's state from measurements. The thresholds are in the contract, because the page shows them. */
import { DEGRADED, type ServiceState } from '@portico/contract/values';
import { isDown, type UnansweredRun } from '#modules/request-log/index.ts';

/** Numbers of requests in a period. */
export interface Tally {
  readonly requests: number;
  readonly failed: number;
  readonly slow: number;
}

export interface Now {
  /** Requests of the last {@link DEGRADED.minutes} minutes. */
  readonly tally: Tally;
  readonly run: UnansweredRun;
  readonly isMaintained: boolean;
}

export function isDegraded({ requests, failed, slow }: Tally): boolean {
  return requests > 0 && (failed * 100 >= requests * DEGRADED.failedPercent || slow * 100 >= requests * DEGRADED.slowPercent);
}

/** A service without requests is never operational; one that was down before stays down. */
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

/** The state of a whole day; a few degraded minutes do not change it. */
export function stateOfDay({ measuredMinutes, degradedMinutes, maintenanceMs, unplannedDownMs }: DayMeasures): ServiceState {
  if (unplannedDownMs > 0) return 'down';
  if (maintenanceMs > 0) return 'maintenance';
  if (measuredMinutes === 0) return 'noData';
  return degradedMinutes >= DEGRADED.minutes ? 'degraded' : 'operational';
}

const WORST_FIRST: readonly ServiceState[] = ['down', 'maintenance', 'degraded', 'noData', 'operational'];

/** @param states of existing services; an empty list gives `noData` */
export function worstOf(states: readonly ServiceState[]): ServiceState {
  return WORST_FIRST.find((state) => states.includes(state)) ?? 'noData';
}
