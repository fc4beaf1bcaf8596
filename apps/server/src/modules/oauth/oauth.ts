/** The customers' authorization server as other modules use it: the holder of a token. */
import type { BankCountry, Locale } from '@portico/contract';
import type { ProviderRole } from '@portico/contract/values';
import type { FastifyRequest } from 'fastify';

/** The application and customer of a bearer token. */
export interface TokenHolder {
  readonly appId: string;
  readonly clientId: string;
  readonly sandboxId: string;
  readonly customerId: string;
  readonly bankCountry: BankCountry;
  readonly locale: Locale;
  /** Roles of the application’s admission; undefined: the application was not admitted. */
  readonly roles: readonly ProviderRole[] | undefined;
}

/** @throws TppRefusal 401 TOKEN_UNKNOWN (none or unknown), TOKEN_EXPIRED, TOKEN_INVALID (malformed); 403 SERVICE_BLOCKED. */
export type RequireToken = (request: Pick<FastifyRequest, 'headers'>) => Promise<TokenHolder>;
