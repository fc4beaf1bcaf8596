/** What the use cases of this module stand on. */
import type { Platform } from '#platform/platform.ts';
import type { AccountReader, Bank } from '../bank/index.ts';
import type { Payments } from '../payments/index.ts';
import type { Sca } from '../sca/index.ts';
import type { TppApps } from '../tpp-apps/index.ts';

export interface FallbackDeps {
  readonly platform: Pick<Platform, 'config' | 'db' | 'write' | 'clock' | 'random'>;
  readonly bank: Pick<Bank, 'findCustomer'>;
  readonly accountReader: AccountReader;
  readonly tppApps: Pick<TppApps, 'openClient'>;
  readonly sca: Sca;
  readonly payments: Pick<Payments, 'take' | 'examine' | 'sign' | 'reject' | 'details' | 'fee'>;
  /** The server stops: whoever waits is answered. */
  readonly shutdown: { readonly signal: AbortSignal };
}
