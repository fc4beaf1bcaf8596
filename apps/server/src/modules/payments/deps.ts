/** What payments ask of the platform and of lower modules. */
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import type { Bank } from '../bank/index.ts';

export interface PaySignedDeps {
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly bank: Bank;
}
