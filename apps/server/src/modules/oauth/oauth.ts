/** The customers' authorization server as other modules use it: the holder of a token. */
import type { BankCountry, Locale } from '@portico/contract';
import type { ProviderRole, SecurityProfile } from '@portico/contract/values';
import type { FastifyRequest } from 'fastify';
import type { ProviderCertificate } from '../provider-identity/index.ts';

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
  /** The profile that holds for the application here. */
  readonly profile: SecurityProfile;
  /** True: the application's calls must be signed. */
  readonly signsRequests: boolean;
  /** The certificate of the call; undefined: none was sent, and none was needed. */
  readonly certificate?: ProviderCertificate | undefined;
  /** To what the token is bound. `portal`: it is that of the Tokens page, which needs no certificate, as the request log records. */
  readonly boundBy?: 'certificate' | 'dpop' | 'portal' | undefined;
}

/** The parts of a request by which its token is examined. Without `raw` it has no certificate, without `method` and `url` no DPoP proof holds. */
export type TokenRequest = Pick<FastifyRequest, 'headers'> & Partial<Pick<FastifyRequest, 'raw' | 'method' | 'url'>>;

/**
 * @throws TppRefusal 401 TOKEN_UNKNOWN (none or unknown), TOKEN_EXPIRED, TOKEN_INVALID (malformed, or bound to another key or certificate) and the codes
 * of certificates; 403 SERVICE_BLOCKED; 503 SERVICE_UNAVAILABLE while it cannot be asked whether the certificate is revoked.
 */
export type RequireToken = (request: TokenRequest) => Promise<TokenHolder>;
