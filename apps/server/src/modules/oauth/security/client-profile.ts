/** How a client of the authorization server proves itself, by its security profile: the library's metadata, and the certificate of the call. */
import { type ClientMetadata, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { mtlsCallOf } from '#platform/tls/mtls-call.ts';
import type { OpenedClient } from '../../tpp-apps/index.ts';
import type { OAuthDeps } from '../oauth-deps.ts';
import type { OAuthVersion } from '../paths.ts';
import { currentTokenCall } from '../token-family.ts';
import { minimumProfileOf, raisedProfile } from './profile.ts';

/** The library requires a secret for a confidential client; this one is never compared. */
const NOT_THE_SECRET = 'compared by the application register';
/** Endpoints that programs call with the client's proof; at others a browser calls. */
const PROGRAM_ROUTES = ['token', 'revocation', 'pushed_authorization_request'];

const NO_ADDRESS = 'This application proves itself by a certificate, and this installation has no address for certificates. Ask the bank’s support.';
const ONLY_VERSION_2 =
  'This application has the profile fapi2, which version 2 of the authorization server serves. Take its addresses from the discovery document.';
const HINTS = {
  certificate: 'This application proves itself by its certificate. Send client_id in the body and no client_secret, at the address for mutual TLS.',
  assertion:
    'This application proves itself by private_key_jwt. Send a new client_assertion with each request: iss and sub are the client_id, aud is the issuer as a text, exp lies ahead, jti is new, alg is PS256, ES256 or EdDSA, and the key is one of its jwks.',
};

export type ClientProfile = (client: OpenedClient) => Promise<Omit<ClientMetadata, 'client_id'>>;

export const basicProfile: ClientProfile = async () => ({ client_secret: NOT_THE_SECRET, token_endpoint_auth_method: 'client_secret_post' });

/** True when certificates can reach this installation. */
export const hasMtls = ({ identify, mtlsOrigin }: Pick<OAuthDeps, 'identify' | 'mtlsOrigin'>): boolean =>
  identify !== undefined && mtlsOrigin !== undefined;

/** @throws errors.OIDCProviderError when the profile is not served here or its certificate is refused; the text says why. */
export function createClientProfile(
  deps: Pick<OAuthDeps, 'identify' | 'mtlsOrigin' | 'config'>,
  version: OAuthVersion,
  fapiAlgorithm: string,
): ClientProfile {
  const minimum = minimumProfileOf(deps.config, hasMtls(deps));
  return async (client) => {
    const { security } = client;
    const profile = raisedProfile(security.profile, minimum);
    const call = currentTokenCall();
    call.profile = profile;
    if (profile === 'fapi2' && !version.offersFapi) throw refused(ONLY_VERSION_2);
    const jwks = profile === 'fapi2' ? security.jwks : undefined;
    const isCertificateNeeded = minimum !== 'basic' || (profile !== 'basic' && jwks === undefined);
    const hasCertificate = await readCertificate(deps, client, isCertificateNeeded);
    if (profile === 'basic') return basicProfile(client);
    call.refusal ??= jwks === undefined ? HINTS.certificate : HINTS.assertion;
    const isBoundToCertificate = isCertificateNeeded || (hasCertificate && !isDpopSent());
    return {
      ...(jwks === undefined
        ? // The verdict decides about the subject; the library requires a value.
          { token_endpoint_auth_method: 'tls_client_auth', tls_client_auth_subject_dn: client.app.clientId }
        : { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: jwks.keys.map((key) => ({ ...key })) } }),
      // With DPoP the token is bound to the key of the proof.
      ...(profile === 'mtls' || isBoundToCertificate ? { tls_client_certificate_bound_access_tokens: true } : { dpop_bound_access_tokens: true }),
      ...(profile === 'fapi2' ? { require_pushed_authorization_requests: true, id_token_signed_response_alg: fapiAlgorithm } : {}),
    };
  };
}

const isDpopSent = () => (Provider.ctx?.get('dpop') ?? '') !== '';

/** True: the call came with a certificate of the application. */
async function readCertificate(deps: Pick<OAuthDeps, 'identify' | 'mtlsOrigin'>, { app, roles }: OpenedClient, isNeeded: boolean): Promise<boolean> {
  const { ctx } = Provider;
  if (ctx === undefined || !PROGRAM_ROUTES.includes(ctx.oidc.route)) return false;
  const call = currentTokenCall();
  if (deps.identify === undefined || !hasMtls(deps)) {
    if (isNeeded) throw refused(NO_ADDRESS);
    return false;
  }
  if (!isNeeded && mtlsCallOf(ctx.req) === undefined) return false;
  const { appId, sandboxId } = app;
  const identity = await deps.identify({ raw: ctx.req }, { appId, sandboxId, roles, profile: isNeeded ? 'mtls' : 'basic' });
  if (identity === undefined) return false;
  if ('certificate' in identity) {
    call.isIdentified = true;
    return true;
  }
  const { code, text } = identity.fault;
  if (code !== 'SERVICE_UNAVAILABLE') throw refused(text);
  call.isBankFailure = true;
  const unavailable = new errors.TemporarilyUnavailable(text);
  unavailable.status = unavailable.statusCode = 503;
  throw unavailable;
}

/** In a browser the page says it; to programs it is 401. */
function refused(text: string): errors.OIDCProviderError {
  const isProgram = PROGRAM_ROUTES.includes(Provider.ctx?.oidc.route ?? '');
  currentTokenCall().refusal = text;
  const refusal = isProgram ? new errors.InvalidClientAuth(text) : new errors.InvalidClient(text, text);
  refusal.allow_redirect = false;
  return refusal;
}

/** The certificate that the call's identification accepted, as base64 of its DER form. */
export function acceptedCertificate(ctx: Pick<KoaContextWithOIDC, 'req'>): string | undefined {
  const der = currentTokenCall().isIdentified === true ? mtlsCallOf(ctx.req)?.chain[0] : undefined;
  return der && Buffer.from(der).toString('base64');
}
