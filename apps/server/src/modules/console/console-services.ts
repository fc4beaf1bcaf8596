/** What the console needs of the server. */
import type { Access } from '#modules/access/index.ts';
import type { Bank } from '#modules/bank/index.ts';
import type { Maintenance } from '#modules/maintenance/index.ts';
import type { Onboarding } from '#modules/onboarding/index.ts';
import type { Certificates } from '#modules/provider-identity/index.ts';
import type { Status } from '#modules/status/index.ts';
import type { TppApps } from '#modules/tpp-apps/index.ts';
import type { ConsoleSettings } from '#platform/config.ts';
import type { Platform } from '#platform/platform.ts';

export interface ConsoleServices {
  readonly platform: Pick<Platform, 'config' | 'db' | 'write' | 'clock' | 'random'>;
  readonly settings: ConsoleSettings;
  readonly bank: Pick<Bank, 'findCustomer'>;
  readonly tppApps: Pick<TppApps, 'listNames' | 'listByIds' | 'search' | 'lockByClientId'>;
  readonly onboarding: Pick<Onboarding, 'setSuspended' | 'mayLift'>;
  readonly certificates: Pick<Certificates, 'listExpiring' | 'listOfApp'>;
  readonly maintenance: Pick<Maintenance, 'list'>;
  readonly status: Pick<Status, 'listIncidents'>;
  readonly access: Pick<Access, 'consents'>;
  /** Lines of the request log may wait in memory. */
  readonly flushRequests: () => Promise<void>;
}
