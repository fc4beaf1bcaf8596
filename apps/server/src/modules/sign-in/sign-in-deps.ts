/** What the use cases of this module stand on. */
import type { Platform } from '#platform/platform.ts';
import type { Bank } from '../bank/index.ts';
import type { Sca } from '../sca/index.ts';
import type { AuthorizationInteractions } from './sign-in.ts';

export type SignInPlatform = Pick<Platform, 'config' | 'db' | 'write' | 'clock' | 'random' | 'log'>;

export interface SignInDeps {
  readonly platform: SignInPlatform;
  readonly bank: Pick<Bank, 'authMethodsOf' | 'findCustomerByIdentity' | 'findCustomerByUserNumber'>;
  readonly sca: Sca;
  /** The authorization server stands above this module; `build-app.ts` hands its two functions down. */
  readonly interactions: AuthorizationInteractions;
}
