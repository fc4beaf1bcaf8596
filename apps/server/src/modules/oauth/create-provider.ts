/** Configures oidc-provider, once for each version. Every line that tightens a default gives its reason; every feature not listed is off. */
import type { IncomingMessage } from 'node:http';
import { LOCALES } from '@portico/contract/values';
import { type Configuration, errors, interactionPolicy, type JWK, Provider } from 'oidc-provider';
import { createArtifactAdapter } from './artifact-adapter.ts';
import { createClientAdapter, createForgetfulAdapter } from './client-adapter.ts';
import { createFindAccount } from './find-account.ts';
import type { OAuthDeps } from './oauth-deps.ts';
import { errorPage } from './pages.ts';
import { cookieNames, INTERACTION_SECONDS, type OAuthVersion, PATHS, REGISTRATION_PATH, VERSION_2 } from './paths.ts';
import { isPkceRequired } from './pkce.ts';
import { refusedOnPage } from './refused-on-page.ts';
import { isKnownRealm, pageLocale, parseBankCountry, REALM } from './request-context.ts';
import { acceptedCertificate, createClientProfile, hasMtls } from './security/client-profile.ts';
import { PROOF_ALGORITHMS } from './security/dpop-proof.ts';
import { createReplayAdapter } from './security/replay-adapter.ts';
import { currentTokenCall } from './token-family.ts';

export interface StartedInteraction {
  readonly uid: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** FAPI 2.0 SP §5.3.2.1: at most 60 s. */
const CODE_SECONDS = 60;
const ACCESS_TOKEN_SECONDS = 3600;
/** RTS Art. 10a: after 180 days the customer signs in again. Refreshing does not extend this period. */
const CHAIN_SECONDS = 180 * 24 * 60 * 60;
const RANDOM_BITS = 256;

/** `started` records the requests that began an interaction, so that the route can open the sign-in before it responds. */
export function createProvider(deps: OAuthDeps, version: OAuthVersion, started: WeakMap<IncomingMessage, StartedInteraction>): Provider {
  const profileOf = createClientProfile(deps, version, algorithmsOf(deps.config.keys.jwks.keys.filter(isJwk)).fapi);
  const provider = new Provider(`${deps.config.publicUrl}${version.mount}`, {
    ...protocolSettings(deps, version),
    adapter: (model) => {
      if (model === 'Client') return createClientAdapter(deps.db, deps.tppApps, version.suffix, profileOf);
      if (model === 'ReplayDetection') return createReplayAdapter(deps.db);
      if (model === 'Session') return createForgetfulAdapter();
      return createArtifactAdapter(deps, model, isOfVersion(model) ? version.suffix : '');
    },
    cookies: {
      names: cookieNames(version, deps.config.publicUrl),
      keys: [...deps.config.keys.cookies],
      // Lax: the customer arrives from the provider's site by a top-level GET.
      short: { httpOnly: true, sameSite: 'lax', signed: true },
      long: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    interactions: {
      policy: signInOnly(),
      url: (ctx, interaction) => {
        started.set(ctx.req, { uid: interaction.uid, params: interaction.params });
        return `${PATHS.signIn}/${interaction.uid}`;
      },
    },
    findAccount: createFindAccount(deps.config.keys, deps.findCustomer),
    async loadExistingGrant(ctx) {
      // Signing in grants the scope. It gives no access to an account: consents and payments are signed individually.
      const accountId = ctx.oidc.session?.accountId;
      if (accountId === undefined || ctx.oidc.client === undefined) return undefined;
      const grant = new ctx.oidc.provider.Grant({ accountId, clientId: ctx.oidc.client.clientId });
      grant.addOIDCScope('openid offline_access');
      await grant.save();
      return grant;
    },
    renderError: (ctx, out, error) => {
      const locale = pageLocale({ ...ctx.query, ...ctx.oidc?.params }, ctx.get('accept-language'));
      ctx.type = 'html';
      ctx.set('content-language', locale);
      ctx.body = errorPage({
        ...deps.config,
        locale,
        error: out.error,
        description: out.error_description,
        name: error.name,
        requestId: ctx.get('x-request-id'),
      });
    },
  });
  // oidc-provider trusts one proxy header, which `run-provider.ts` itself sets: whether browsers use https.
  provider.proxy = true;
  provider.Client.prototype.compareClientSecret = function compare(this: { clientId: string }, secret: string) {
    const call = currentTokenCall();
    const isRight = call.client?.app.clientId === this.clientId && call.client.isSecret(secret);
    call.provenClientId = isRight ? this.clientId : undefined;
    return isRight;
  };
  return provider;
}

/** All versions share tokens and grants: the API accepts a token of every version. */
const isOfVersion = (model: string) => model !== 'AccessToken' && model !== 'Grant';

function protocolSettings(deps: OAuthDeps, version: OAuthVersion): Configuration {
  const { config, tppApps, whyClosed } = deps;
  const keys = config.keys.jwks.keys.filter(isJwk);
  const { ordinary, fapi } = algorithmsOf(keys);
  return {
    jwks: { keys: version.offersFapi && fapi === 'PS256' ? [...keys, ...keys.map(asPs256)] : keys },
    enabledJWA: {
      idTokenSigningAlgValues: [...new Set(version.offersFapi ? [ordinary, fapi] : [ordinary])],
      clientAuthSigningAlgValues: [...PROOF_ALGORITHMS],
      dPoPSigningAlgValues: [...PROOF_ALGORITHMS],
    },
    clientDefaults: { id_token_signed_response_alg: ordinary },
    clientAuthMethods: [
      'client_secret_basic',
      'client_secret_post',
      ...(version.offersFapi ? (['private_key_jwt'] as const) : []),
      ...(hasMtls(deps) ? (['tls_client_auth'] as const) : []),
    ],
    assertJwtClientAuthClaimsAndHeader: (ctx, claims, _header, client) => {
      // FAPI 2.0 SP §5.3.2.1-8. The library has verified the signature and compared the client.
      if (claims.aud !== ctx.oidc.issuer) throw new errors.InvalidClientAuth('aud must be the issuer');
      currentTokenCall().provenClientId = client.clientId;
    },
    responseTypes: ['code'],
    // Refresh tokens are issued without `offline_access`, too; the scope is accepted for client libraries that send it.
    scopes: ['openid', 'offline_access'],
    claims: { openid: ['sub', 'bank_country'], auth_time: null },
    conformIdTokenClaims: false,
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: () => false,
    formats: { bitsOfOpaqueRandomness: RANDOM_BITS },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      fapi: version.offersFapi ? { enabled: true, profile: () => (currentTokenCall().profile === 'fapi2' ? '2.0' : undefined) } : { enabled: false },
      pushedAuthorizationRequests: { enabled: version.offersFapi },
      dPoP: { enabled: version.offersFapi },
      mTLS: hasMtls(deps)
        ? {
            enabled: true,
            tlsClientAuth: true,
            certificateBoundAccessTokens: true,
            getCertificate: acceptedCertificate,
            certificateAuthorized: (ctx) => acceptedCertificate(ctx) !== undefined,
            // The certificate was accepted for the client that names itself (client-profile.ts).
            certificateSubjectMatches: (ctx, _property, expected) => {
              const isRight = ctx.oidc.client?.clientId === expected && acceptedCertificate(ctx) !== undefined;
              currentTokenCall().provenClientId = isRight ? expected : undefined;
              return isRight;
            },
          }
        : { enabled: false },
      rpInitiatedLogout: { enabled: false },
      resourceIndicators: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => client.clientId === token.clientId },
    },
    pkce: {
      required: (ctx, client) =>
        isPkceRequired({
          asksForPkce: version.asksForPkce,
          isPublicClient: client.clientAuthMethod === 'none',
          hasNonce: typeof ctx.oidc.params?.nonce === 'string',
          isFapi: currentTokenCall().profile === 'fapi2',
        }),
    },
    discovery: {
      end_session_endpoint: `${config.publicUrl}${version.mount}${version.endSession}`,
      ui_locales_supported: [...LOCALES],
      ...registrationOf(deps, version),
      ...aliasesOf(deps, version),
      service_documentation: `${config.publicUrl}/#/how-to-api`,
    },
    extraParams: {
      bank_country: (_ctx, value) => {
        if (parseBankCountry(value) === undefined) throw refusedOnPage('bank_country must be one of ee, lv, lt');
      },
      realm: (_ctx, value) => {
        if (!isKnownRealm(value)) throw refusedOnPage(`realm must be ${REALM}`);
      },
      // Target of the bank page's "back". It must have the origin of a registered redirect URI.
      fpgurl: (_ctx, value, client) => {
        if (value === undefined) return;
        const redirectUris = client.redirectUris ?? [];
        if (!tppApps.isReturnUrl({ redirectUris }, value)) throw refusedOnPage('the origin of fpgurl must be that of a registered redirect URI');
      },
      bypass: null,
      // A check of no parameter. It runs here because the redirect URI is already validated, so RFC 6749 §4.1.2.1 returns the customer to it.
      locale: async () => {
        const reason = await whyClosed?.();
        if (reason !== undefined) throw new errors.TemporarilyUnavailable(reason);
      },
    },
    // Tokens stay valid after the session of the sign-in page. The specification's sample requests only `openid` and later refreshes.
    expiresWithSession: async () => false,
    issueRefreshToken: async () => true,
    // RFC 9700 §4.14.2: a refresh token that is not sender-constrained is used once. Clients that prove themselves by a key keep theirs.
    rotateRefreshToken: () => {
      const call = currentTokenCall();
      call.isKept = call.profile === 'mtls' || call.profile === 'fapi2';
      return !call.isKept;
    },
    routes: {
      authorization: version.authorization,
      token: version.token,
      revocation: version.revocation,
      pushed_authorization_request: version.pushedRequest,
      jwks: version.jwks,
    },
    ttl: {
      // At most the remaining lifetime of the grant.
      AccessToken: () => Math.max(1, Math.min(ACCESS_TOKEN_SECONDS, Math.floor(currentTokenCall().grant?.secondsLeft ?? 0))),
      AuthorizationCode: CODE_SECONDS,
      RefreshToken: CHAIN_SECONDS,
      Grant: CHAIN_SECONDS,
      IdToken: ACCESS_TOKEN_SECONDS,
      Interaction: INTERACTION_SECONDS,
      Session: INTERACTION_SECONDS,
    },
  };
}

/** True: the discovery document names the address for registrations, which reads a certificate. */
const offersRegistration = (deps: OAuthDeps, version: OAuthVersion): boolean =>
  version === VERSION_2 && hasMtls(deps) && deps.config.registration === true;

/** Both members of the document name one address: without a certificate there is nothing to register. */
const registrationOf = (deps: OAuthDeps, version: OAuthVersion): Record<string, string> =>
  offersRegistration(deps, version) ? { registration_endpoint: `${deps.mtlsOrigin}${REGISTRATION_PATH}` } : {};

/** RFC 8705 §5: where the endpoints are that read a certificate. */
function aliasesOf(deps: OAuthDeps, version: OAuthVersion): Record<string, Record<string, string>> {
  if (!hasMtls(deps)) return {};
  const { mount, token, revocation, pushedRequest, offersFapi } = version;
  const at = (path: string) => `${deps.mtlsOrigin}${mount}${path}`;
  return {
    mtls_endpoint_aliases: {
      token_endpoint: at(token),
      revocation_endpoint: at(revocation),
      ...(offersFapi ? { pushed_authorization_request_endpoint: at(pushedRequest) } : {}),
      ...registrationOf(deps, version),
    },
  };
}

/** Algorithms of ID tokens. FAPI 2.0 SP §5.4.1 excludes RS256. */
function algorithmsOf(keys: readonly JWK[]) {
  const [first] = keys;
  if (first === undefined) throw new Error('The authorization server needs a private signing key.');
  const ordinary = first.kty === 'RSA' ? 'RS256' : 'ES256';
  return { ordinary, fapi: keys.some(({ kty }) => kty === 'EC') ? 'ES256' : 'PS256' } as const;
}

/** The same key for the other padding; a key of the library has one algorithm. */
const asPs256 = (key: JWK): JWK => ({ ...key, alg: 'PS256', ...(typeof key.kid === 'string' ? { kid: `${key.kid}-ps256` } : {}) });

/** The sign-in is the only prompt and also grants consent. The provider accepts `prompt=consent` and shows no other page for it. */
function signInOnly(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  policy.add(new interactionPolicy.Prompt({ name: 'consent', requestable: true }));
  return policy;
}

function isJwk(key: Readonly<Record<string, unknown>>): key is JWK & Record<string, unknown> {
  return key.kty === 'RSA' || key.kty === 'EC';
}
