/**
 * What differs between a server with the sandbox bank and one before a bank's own core. `PORTICO_BANK` decides which of the two is loaded;
 * before a core, no code of the sandbox is.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AccountReader, Bank, DemoLogin, Owner } from '#modules/bank/index.ts';
import type { MakeCore } from '#modules/bank-core/index.ts';
import type { RequireToken } from '#modules/oauth/index.ts';
import type { DeveloperIdentity, Tenancy } from '#modules/onboarding/index.ts';
import type { Authenticator } from '#modules/sca/index.ts';
import type { Config } from '#platform/config.ts';
import type { Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { Shutdown } from '#platform/http/graceful-stop.ts';
import type { RecurringJob } from '#platform/jobs/recurring-job.ts';
import type { Platform } from '#platform/platform.ts';
import { ConfigError } from '#platform/setting-reader.ts';
import type { Modules } from './modules.ts';
import type { Retention } from './retention.ts';

export interface EditionDeps {
  readonly platform: Platform;
  readonly shutdown: Shutdown;
  /** They are made after the edition, and are there when a request or a job needs them. */
  readonly modules: () => Modules;
}

interface EditionRoutesDeps {
  readonly requireDeveloper: (request: FastifyRequest) => Promise<DeveloperIdentity>;
  readonly currentDeveloper: (request: FastifyRequest) => Promise<DeveloperIdentity | undefined>;
}

export interface Edition {
  readonly bank: Bank;
  readonly accountReader: AccountReader;
  readonly authenticator: Authenticator;
  readonly tenancy: Tenancy;
  /** What its own modules forget in time. */
  readonly retentions: readonly Retention[];
  /** Started after the job runner. */
  readonly jobs: readonly RecurringJob[];
  /** Of the calls behind which the bank stands. */
  guardCalls(requireToken: RequireToken): RequireToken;
  /** Who signs in with `bypass=true`. Absent: there is no such way in. */
  currentCustomer?(sandboxId: string): Promise<Owner | undefined>;
  /** What lets applications read besides consents and statements ends, of a customer or of an application. */
  endAccess?(tx: Tx, whose: Owner | { readonly sandboxId: string; readonly appId: string }): Promise<void>;
  /** Besides the sessions at the bank. Answers how many ended. */
  signOutCustomer?(context: WriteContext, customerId: string): Promise<number>;
  /** Makes what a development server starts with, unless it is there: where the demo application lives, and who can sign in. */
  seedDemo(say: (line: string) => void): Promise<{ readonly sandboxId: string; readonly logins: readonly DemoLogin[] }>;
  registerRoutes?(app: FastifyInstance, deps: EditionRoutesDeps): void;
}

export type MakeEdition = (deps: EditionDeps) => Edition;

/** `makeCore`: the core that was opened, where `config.bank` is `adapter`. */
export async function loadEdition({ bank }: Pick<Config, 'bank'>, makeCore?: MakeCore): Promise<MakeEdition> {
  if (bank === 'sandbox') return (await import('./sandbox-edition.ts')).createSandboxEdition;
  if (makeCore === undefined)
    throw new ConfigError([{ name: 'PORTICO_BANK', given: 'adapter', accepted: 'sandbox, because no core was opened behind this server' }]);
  const { createCoreEdition } = await import('./core-edition.ts');
  return createCoreEdition(makeCore);
}
