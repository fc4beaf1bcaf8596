/** What the use cases of this module stand on. */

import type { Bank } from '#modules/bank/index.ts';
import type { Payments } from '#modules/payments/index.ts';
import type { Sca } from '#modules/sca/index.ts';
import type { SignIn } from '#modules/sign-in/index.ts';
import type { Platform } from '#platform/platform.ts';

export interface SecondSignatureDeps {
  readonly platform: Pick<Platform, 'db' | 'write'>;
  readonly bank: Pick<Bank, 'findCustomer' | 'listRoles' | 'listSignedFor'>;
  readonly sca: Sca;
  readonly signIn: Pick<SignIn, 'currentSession' | 'isByPerson'>;
  readonly payments: Payments;
}
