/** Where an application lives: each developer's own sandbox, or the bank's one tenant. An edition of the server implements it. */
import type { WriteContext } from '#platform/db/run-write.ts';
import type { RegisteredApp } from '../tpp-apps/index.ts';

export interface Tenancy {
  /** A new application may not act before an operator has admitted it. */
  readonly startsSuspended: boolean;
  /** Makes the place of a new application unless it exists, and answers its id. */
  open(context: WriteContext): Promise<string>;
  /** After the application was made there. */
  opened?(context: WriteContext, app: RegisteredApp): Promise<void>;
  /** All that the application and its customers have goes with it. Absent: customers and their orders stay, and the application is closed. */
  erase?(context: WriteContext, app: RegisteredApp): Promise<void>;
}
