/** Dependencies of this module's use cases. */
import type { Platform } from '#platform/platform.ts';
import type { AccountReader, Bank } from '../bank/index.ts';
import type { Payments } from '../payments/index.ts';
import type { ProviderIdentity } from '../provider-identity/index.ts';
import type { Sca } from '../sca/index.ts';
import type { SignIn } from '../sign-in/index.ts';
import type { TppApps } from '../tpp-apps/index.ts';

export interface FallbackDeps {
  readonly platform: Pick<Platform, 'config' | 'db' | 'write' | 'clock' | 'random'>;
  readonly bank: Pick<Bank, 'findCustomer'>;
  readonly signIn: Pick<SignIn, 'isByPerson'>;
  readonly accountReader: AccountReader;
  readonly tppApps: Pick<TppApps, 'openClient'>;
  readonly identify: ProviderIdentity['identify'];
  readonly sca: Sca;
  readonly payments: Pick<Payments, 'take' | 'examine' | 'sign' | 'reject' | 'details' | 'fee'>;
  /** Aborted when the server stops, so that waiting calls respond at once. */
  readonly shutdown: { readonly signal: AbortSignal };
}
