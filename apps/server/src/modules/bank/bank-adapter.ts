/** What a bank with its own core puts in the sandbox bank's place. */
import type { RunWrite } from '#platform/db/run-write.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import type { AccountReader } from './account-reader.ts';
import type { Authenticate } from './authenticate.ts';
import type { Bank } from './bank.ts';

/** Without `authenticate`, Portico carries the authentication out itself. */
export type BankAdapter = Bank & AccountReader & { readonly authenticate?: Authenticate };

interface AdapterDeps {
  readonly jobs: Jobs;
  readonly write: RunWrite;
  readonly clock: Clock;
}

/** Called once, before the jobs start. */
export type MakeBankAdapter = (deps: AdapterDeps) => BankAdapter;
