/** What the functions of this module use of the platform and of other modules. */
import type { Keys } from '#platform/config.ts';
import type { Db } from '#platform/db/database.ts';
import type { RunWrite } from '#platform/db/run-write.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Random } from '#platform/random.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import type { Bank } from '../bank/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { Signings } from '../signing/index.ts';
import type { RequireXs2aCaller, TppApps } from '../tpp-apps/index.ts';

export interface PaymentsDeps {
  readonly write: RunWrite;
  readonly clock: Clock;
  readonly random: Random;
  readonly jobs: Jobs;
  readonly bank: Bank;
  /** With which the persons who sign are digested. */
  readonly keys: Pick<Keys, 'secrets'>;
}

/** For the calls of applications. */
export interface PaymentRoutesDeps extends PaymentsDeps {
  readonly db: Db;
  readonly signing: Signings;
  readonly requireToken: RequireXs2aCaller;
  readonly tppApps: Pick<TppApps, 'findByAppId' | 'isReturnUrl'>;
  readonly notifications: Pick<Notifications, 'readWish' | 'register'>;
  /** Absolute base of the links, e.g. `http://localhost:3000/api`. */
  readonly apiBase: string;
  /** Absolute address of the bank's page on which the second signatory decides. It holds no secret: the page asks for a sign-in. */
  readonly secondSignaturePage: (paymentId: string) => string;
}
