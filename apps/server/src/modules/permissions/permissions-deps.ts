/** What the use cases of this module stand on. */

import type { Consents, Statements } from '#modules/access/index.ts';
import type { Platform } from '#platform/platform.ts';
import type { Bank } from '../bank/index.ts';
import type { DrawingLimits } from '../receipts/index.ts';
import type { SignIn } from '../sign-in/index.ts';
import type { TppApps } from '../tpp-apps/index.ts';

export interface PermissionsDeps {
  readonly platform: Pick<Platform, 'config' | 'db' | 'clock' | 'write'>;
  readonly bank: Pick<Bank, 'findCustomer' | 'listRoles' | 'listSignedFor' | 'listAccounts'>;
  readonly signIn: Pick<SignIn, 'currentSession' | 'isByPerson'>;
  readonly tppApps: Pick<TppApps, 'listNames'>;
  readonly consents: Pick<Consents, 'past'>;
  readonly statements: Pick<Statements, 'past'>;
  /** Shared with other PDFs of the session. */
  readonly drawings: DrawingLimits;
}
