/** What the console needs of the server. */
import type { Bank } from '#modules/bank/index.ts';
import type { TppApps } from '#modules/tpp-apps/index.ts';
import type { ConsoleSettings } from '#platform/config.ts';
import type { Platform } from '#platform/platform.ts';

export interface ConsoleServices {
  readonly platform: Pick<Platform, 'config' | 'db' | 'write' | 'clock' | 'random'>;
  readonly settings: ConsoleSettings;
  readonly bank: Pick<Bank, 'findCustomer'>;
  readonly tppApps: Pick<TppApps, 'listNames'>;
  /** Lines of the request log may wait in memory. */
  readonly flushRequests: () => Promise<void>;
}
