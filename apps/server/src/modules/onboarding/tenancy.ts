/** Where an application lives: each developer's own sandbox, or the bank's one tenant. An edition of the server implements it. */
import type { WriteContext } from '#platform/db/run-write.ts';
import type { RegisteredApp } from '../tpp-apps/index.ts';

export interface Tenancy {
  /** A new application may not act before an operator has admitted it. */
  readonly startsSuspended: boolean;
  /** Creates the tenant of a new application unless it exists, and returns its id. */
  open(context: WriteContext): Promise<string>;
  /** Called once, after the application was created in the tenant. */
  opened?(context: WriteContext, app: RegisteredApp): Promise<void>;
  /** Deletes the application with its tenant and customers. Absent: customers and their orders stay, and the application is closed. */
  erase?(context: WriteContext, app: RegisteredApp): Promise<void>;
}
