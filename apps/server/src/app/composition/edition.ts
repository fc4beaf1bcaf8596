/**
 * The differences between a server with the sandbox bank and one with a bank's own core. `PORTICO_BANK` decides which edition is loaded. With a
 * bank's own core, no code of the sandbox is loaded.
 */
import type { FastifyInstance } from 'fastify';
import type { AccountReader, Bank, DemoLogin, Owner } from '#modules/bank/index.ts';
import type { KnownOrder, MakeCore } from '#modules/bank-core/index.ts';
import type { RequireToken } from '#modules/oauth/index.ts';
import type { Tenancy } from '#modules/onboarding/index.ts';
import type { TestAuthorityForChecks } from '#modules/provider-identity/index.ts';
import type { Authenticator } from '#modules/sca/index.ts';
import type { FindTestCustomer } from '#modules/sign-in/index.ts';
import type { Config } from '#platform/config.ts';
import type { Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { Shutdown } from '#platform/http/graceful-stop.ts';
import type { RecurringJob } from '#platform/jobs/recurring-job.ts';
import type { Platform } from '#platform/platform.ts';
import { ConfigError } from '#platform/setting-reader.ts';
import type { Modules } from './modules.ts';
import type { OwnerGuards } from './owner-guards.ts';
import type { Retention } from './retention.ts';

export interface EditionDeps {
  readonly platform: Platform;
  readonly shutdown: Shutdown;
  /** The services of the server. They are created after the edition, so call this only when a request or a job runs. */
  readonly modules: () => Modules;
}

export interface Edition {
  readonly bank: Bank;
  readonly accountReader: AccountReader;
  readonly authenticator: Authenticator;
  readonly tenancy: Tenancy;
  /** The sandbox's certificate authority. Absent: certificates come from the authorities that the bank trusts. */
  readonly testAuthority?: TestAuthorityForChecks;
  /** Returns key and certificates of this server for mutual TLS, as PEM. Absent: the operator provides them. */
  serverCredentials?(): Promise<{ readonly keyPem: string; readonly certPem: string; readonly caPem: string }>;
  /** What a bank's own core has done with payments, in their order. Absent: the core does not tell, or there is none. */
  findOrders?(paymentIds: readonly string[]): Promise<readonly KnownOrder[]>;
  /** Rows of the edition's own modules, and how long they are kept. */
  readonly retentions: readonly Retention[];
  /** Jobs of the edition's own modules. The server starts them after the job runner. */
  readonly jobs: readonly RecurringJob[];
  /** Wraps the guard of the XS2A calls: the sandbox can simulate a bank that is slow or down. */
  guardCalls(requireToken: RequireToken): RequireToken;
  /** The customer who is signed in with `bypass=true`. Absent: `bypass` is not supported. */
  currentCustomer?(sandboxId: string): Promise<Owner | undefined>;
  /** For the button of the sign-in that spares a developer the personal code. */
  readonly findTestCustomer?: FindTestCustomer;
  /** Ends sessions of the customer interface, through which applications read, of one customer or one application. */
  endAccess?(tx: Tx, whose: Owner | { readonly sandboxId: string; readonly appId: string }): Promise<void>;
  /** Ends the customer's sessions of the edition's own modules, and returns how many. The sessions at the bank are ended by `sign-in`. */
  signOutCustomer?(context: WriteContext, customerId: string): Promise<number>;
  /** Creates the demo data of a development server unless it exists. Returns the tenant of the demo application, and the customers who can sign in. */
  seedDemo(say: (line: string) => void): Promise<{ readonly sandboxId: string; readonly logins: readonly DemoLogin[] }>;
  registerRoutes?(app: FastifyInstance, guards: Pick<OwnerGuards, 'requireOwner' | 'currentOwner'>): Promise<void>;
}

export type MakeEdition = (deps: EditionDeps) => Edition;

/** `makeCore`: creates the bank's own core, where `config.bank` is `adapter`. */
export async function loadEdition({ bank }: Pick<Config, 'bank'>, makeCore?: MakeCore): Promise<MakeEdition> {
  if (bank === 'sandbox') return (await import('./sandbox-edition.ts')).createSandboxEdition;
  if (makeCore === undefined)
    throw new ConfigError([{ name: 'PORTICO_BANK', given: 'adapter', accepted: 'sandbox, because no core was opened behind this server' }]);
  const { createCoreEdition } = await import('./core-edition.ts');
  return createCoreEdition(makeCore);
}
