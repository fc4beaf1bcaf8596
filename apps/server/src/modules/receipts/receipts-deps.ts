/** What receipts are read from. */
import type { Platform } from '#platform/platform.ts';
import type { Audit } from '../audit/index.ts';
import type { Bank } from '../bank/index.ts';
import type { SignIn } from '../sign-in/index.ts';
import type { Signing } from '../signing/index.ts';
import type { DrawingLimits } from './drawing-limits.ts';

export interface ReceiptsDeps {
  readonly platform: Pick<Platform, 'config' | 'db' | 'clock'>;
  readonly audit: Pick<Audit, 'export' | 'verifyChain'>;
  readonly bank: Pick<Bank, 'findCustomer' | 'listRoles' | 'listSignedFor' | 'listAccounts'>;
  readonly signIn: Pick<SignIn, 'currentSession' | 'isByPerson'>;
  readonly signing: Pick<Signing, 'readDetails'>;
  /** Shared with other PDFs of the session. */
  readonly drawings: DrawingLimits;
}
