/** Maintenance windows of the whole installation, in which no new operation starts. */
import type { MaintenanceState, MaintenanceTexts, MaintenanceWindow } from '@portico/contract';
import type { Reader } from '#platform/db/database.ts';

export interface Maintenance {
  /** The running window; read from the database at most once a second. Never fails: without a database the last known one counts for 10 s. */
  running(): Promise<Running | undefined>;
  /** Planned windows, the next first; as current as {@link running}. */
  planned(): Promise<readonly MaintenanceWindow[]>;
  /** Running and planned windows with the time of their announcement; as current as {@link running}. */
  announced(): Promise<readonly Announcement[]>;
  /** Starts a window now, or changes the running one. @throws MaintenanceMistake */
  begin(operator: string, given: GivenMaintenance): Promise<MaintenanceWindow>;
  /** @throws MaintenanceMistake */
  plan(operator: string, given: GivenMaintenance & { readonly from: Date; readonly until: Date }): Promise<MaintenanceWindow>;
  /** Ends the running window. @throws MaintenanceMistake where none runs. */
  end(operator: string): Promise<MaintenanceWindow>;
  /** Takes back a planned window. @throws MaintenanceMistake where there is no such one. */
  cancel(operator: string, maintenanceId: string): Promise<MaintenanceWindow>;
  /** Windows that ended after `since` or have not ended, including cancelled ones, in the order of their start. */
  list(since: Date, reader?: Reader): Promise<readonly MaintenanceWindow[]>;
}

export interface Running {
  readonly window: MaintenanceWindow;
  /** Seconds until the planned end; undefined when it is unknown. */
  readonly secondsLeft: number | undefined;
}

export interface Announcement extends MaintenanceWindow {
  readonly announcedAt: Date;
}

export interface GivenMaintenance {
  readonly until?: Date;
  readonly texts: MaintenanceTexts;
}

/** An operator's command was invalid; nothing was changed. The message says what was wrong and what to do. */
export class MaintenanceMistake extends Error {
  override readonly name = 'MaintenanceMistake';
}

interface Span {
  readonly startsAt: Date;
  readonly endsAt: Date | null;
  readonly cancelledAt: Date | null;
}

export function stateOf({ startsAt, endsAt, cancelledAt }: Span, now: Date): MaintenanceState {
  if (cancelledAt !== null) return 'cancelled';
  if (now < startsAt) return 'planned';
  return endsAt === null || now < endsAt ? 'running' : 'over';
}
