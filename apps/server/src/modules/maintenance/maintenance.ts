/** Maintenance of the whole installation: stretches of time in which nothing new is begun. */
import type { MaintenanceState, MaintenanceTexts, MaintenanceWindow } from '@portico/contract';

export interface Maintenance {
  /** What runs now; read from the database at most once a second. Never fails: without a database the last known answer holds. */
  running(): Promise<Running | undefined>;
  /** What is planned, the next first; known like {@link running}. */
  planned(): Promise<readonly MaintenanceWindow[]>;
  /** What runs and what is planned, with the time at which it was told; known like {@link running}. */
  announced(): Promise<readonly Announcement[]>;
  /** Begins now, or changes what runs. @throws MaintenanceMistake */
  begin(operator: string, given: GivenMaintenance): Promise<MaintenanceWindow>;
  /** @throws MaintenanceMistake */
  plan(operator: string, given: GivenMaintenance & { readonly from: Date; readonly until: Date }): Promise<MaintenanceWindow>;
  /** Ends what runs; where nothing runs, takes the next planned one back. @throws MaintenanceMistake */
  end(operator: string): Promise<MaintenanceWindow>;
  /** Every stretch that ended after `since` or has not ended, those taken back too, in the order of their beginnings. */
  list(since: Date): Promise<readonly MaintenanceWindow[]>;
}

export interface Running {
  readonly window: MaintenanceWindow;
  /** Seconds until it ends as planned; undefined: nobody knows. */
  readonly secondsLeft: number | undefined;
}

export interface Announcement extends MaintenanceWindow {
  readonly announcedAt: Date;
}

export interface GivenMaintenance {
  readonly until?: Date;
  readonly texts: MaintenanceTexts;
}

/** An operator asked for what cannot be; nothing was changed. The message says what was wrong and what is right. */
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
