/** What the use cases of this module stand on. */
import type { Platform } from '#platform/platform.ts';
import type { Bank } from '../bank/index.ts';
import type { Payments } from '../payments/index.ts';
import type { Sca } from '../sca/index.ts';
import type { SignIn } from '../sign-in/index.ts';

export interface CoSigningDeps {
  readonly platform: Pick<Platform, 'db' | 'write'>;
  readonly bank: Pick<Bank, 'findCustomer' | 'listSignedFor'>;
  readonly sca: Sca;
  readonly signIn: Pick<SignIn, 'currentSession'>;
  readonly payments: Payments;
}
