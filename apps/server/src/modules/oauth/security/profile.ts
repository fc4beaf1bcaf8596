/** The security profile that holds for an application, and the values to which tokens are bound. */
import type { SecurityProfile } from '@portico/contract/values';
import type { Config } from '#platform/config.ts';
import type { ProviderCertificate } from '../../provider-identity/index.ts';

/**
 * The least profile of every application. With a bank's own core it is `mtls`, as soon as the installation has an address for certificates. Before
 * that no certificate can reach the server, and the rule would stop every application (docs/decisions/0101).
 */
export function minimumProfileOf({ bank }: Partial<Pick<Config, 'bank'>>, hasMtls: boolean): SecurityProfile {
  return bank === 'adapter' && hasMtls ? 'mtls' : 'basic';
}

export const raisedProfile = (profile: SecurityProfile, minimum: SecurityProfile): SecurityProfile => (profile === 'basic' ? minimum : profile);

/**
 * To what an access token is bound, as in the column `bound_to`: `x5t#S256:…` (RFC 8705 §3.1), `jkt:…` (RFC 9449 §6), or `portal` for the token of the
 * Tokens page: browsers cannot attach certificates, so it works without one, in the sandbox.
 */
export const BOUND_BY_PORTAL = 'portal';
const CERTIFICATE = 'x5t#S256:';
const KEY = 'jkt:';

export type Binding = { readonly by: 'certificate' | 'dpop'; readonly thumbprint: string } | { readonly by: 'portal' };

export function readBinding(boundTo: string | undefined): Binding | undefined {
  if (boundTo === undefined) return undefined;
  if (boundTo === BOUND_BY_PORTAL) return { by: 'portal' };
  if (boundTo.startsWith(CERTIFICATE)) return { by: 'certificate', thumbprint: boundTo.slice(CERTIFICATE.length) };
  if (boundTo.startsWith(KEY)) return { by: 'dpop', thumbprint: boundTo.slice(KEY.length) };
  throw new Error('A token is bound to something that this version does not know.');
}

/** `payload`: the library's, of an access token. */
export function boundToOf(payload: { readonly 'x5t#S256'?: unknown; readonly jkt?: unknown }): string | undefined {
  if (typeof payload['x5t#S256'] === 'string') return `${CERTIFICATE}${payload['x5t#S256']}`;
  return typeof payload.jkt === 'string' ? `${KEY}${payload.jkt}` : undefined;
}

/** RFC 8705 §3.1: base64url of the SHA-256 of the DER form. */
export const x5tOf = ({ thumbprint }: Pick<ProviderCertificate, 'thumbprint'>): string => Buffer.from(thumbprint, 'hex').toString('base64url');
