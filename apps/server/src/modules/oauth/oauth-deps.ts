import type { FastifyRequest } from 'fastify';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/database.ts';
import type { RunStatement, RunWrite } from '#platform/db/run-write.ts';
import type { Audit } from '../audit/index.ts';
import type { Bank, Owner } from '../bank/index.ts';
import type { ProviderIdentity } from '../provider-identity/index.ts';
import type { SignIn } from '../sign-in/index.ts';
import type { TppApps } from '../tpp-apps/index.ts';

export interface OAuthDeps {
  readonly config: Pick<Config, 'publicUrl' | 'keys' | 'bankName' | 'supportContact'> & Partial<Pick<Config, 'bank' | 'apiBase' | 'registration'>>;
  readonly db: Db;
  readonly write: RunWrite;
  readonly writeStatement: RunStatement;
  readonly beginChain: Audit['begin'];
  readonly tppApps: Pick<TppApps, 'findByClientId' | 'openClient' | 'openSealed' | 'isReturnUrl'>;
  /** Finds the certificate of a call. Without it, or without `mtlsOrigin`, no application can prove itself by a certificate. */
  readonly identify?: ProviderIdentity['identify'];
  /** What `identify` needs of the database, which the lookup of the access token reads too. */
  readonly selectFacts?: ProviderIdentity['selectFacts'];
  /** Origin of the address for mutual TLS, no trailing slash; absent: this installation has none. */
  readonly mtlsOrigin?: string;
  readonly findCustomer: Bank['findCustomer'];
  /** Why sign-in is closed at present, in visible ASCII; undefined when it is open. */
  readonly whyClosed?: () => Promise<string | undefined>;
  readonly openSignIn: SignIn['open'];
  /** Hash of this browser's device cookie; undefined when it has none. */
  readonly deviceOf: (request: FastifyRequest) => string | undefined;
  /** Who is signed in to the bank in this browser. */
  readonly currentSession: (request: FastifyRequest, options: { touch: boolean }) => Promise<Owner | undefined>;
  /** Signs this browser out of the bank. */
  readonly endBankSession: (request: FastifyRequest) => Promise<void>;
  /** Sandbox bank only: the customer whom `bypass=true` signs in without a page. Without it every customer sees the sign-in page. */
  readonly currentCustomer?: (sandboxId: string) => Promise<Owner | undefined>;
}
