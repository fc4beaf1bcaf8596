/** Dependencies of this module's use cases. */
import type { Platform } from '#platform/platform.ts';
import type { Bank } from '../bank/index.ts';
import type { Sca } from '../sca/index.ts';
import type { AuthorizationInteractions } from './sign-in.ts';

export type SignInPlatform = Pick<Platform, 'config' | 'db' | 'write' | 'clock' | 'random' | 'log'>;

export interface SignInDeps {
  readonly platform: SignInPlatform;
  readonly bank: Pick<Bank, 'authMethodsOf' | 'findCustomerByIdentity' | 'findCustomerByUserNumber'>;
  readonly sca: Sca;
  /** The authorization server depends on this module, so `build-app.ts` passes its two functions in. */
  readonly interactions: AuthorizationInteractions;
}
