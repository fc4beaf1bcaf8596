/** What the functions of this module use of the platform and of other modules. */
import type { Db } from '#platform/db/database.ts';
import type { RunWrite } from '#platform/db/run-write.ts';
import type { Random } from '#platform/random.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import type { Bank } from '../bank/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { Signings } from '../signing/index.ts';
import type { RequireXs2aCaller, TppApps } from '../tpp-apps/index.ts';

export interface AccessDeps {
  readonly db: Db;
  readonly write: RunWrite;
  readonly clock: Clock;
  readonly bank: Pick<Bank, 'findCustomer' | 'listAccounts'>;
}

/** For the calls of applications. */
export interface AccessRoutesDeps extends AccessDeps {
  readonly random: Random;
  readonly signing: Signings;
  readonly requireToken: RequireXs2aCaller;
  readonly tppApps: Pick<TppApps, 'findByAppId' | 'isReturnUrl'>;
  readonly notifications: Pick<Notifications, 'readWish' | 'register'>;
  /** Absolute base of the links, e.g. `http://localhost:3000/api`. */
  readonly apiBase: string;
}
