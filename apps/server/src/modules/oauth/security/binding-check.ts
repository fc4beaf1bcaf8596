/** Compares a call of the API with its token and application: the profile, the certificate and the proof of the call belong together. */
import type { SecurityProfile } from '@portico/contract/values';
import { TppRefusal } from '#platform/http/refusal.ts';
import { pathOf } from '#platform/http/route-area.ts';
import { noteProvenCaller } from '#platform/request-notes.ts';
import { mtlsCallOf } from '#platform/tls/mtls-call.ts';
import type { ProviderCertificate, ProviderIdentity } from '../../provider-identity/index.ts';
import type { FoundToken } from '../artifact-store.ts';
import type { TokenHolder, TokenRequest } from '../oauth.ts';
import { createProofCheck } from './dpop-proof.ts';
import { type Binding, raisedProfile, readBinding, x5tOf } from './profile.ts';
import { tokenRefusal } from './token-refusal.ts';

export interface GuardSettings {
  /** The least profile of every application. */
  readonly minimum: SecurityProfile;
  /** True: the token of the Tokens page works without a certificate. */
  readonly isSandbox: boolean;
  /** Origins of the ordinary address, the documented one first. */
  readonly origins: readonly string[];
  readonly mtlsOrigin?: string | undefined;
  /** Undefined: no certificate can reach this installation. */
  readonly identify?: ProviderIdentity['identify'] | undefined;
}

export const BASIC_GUARD: GuardSettings = { minimum: 'basic', isSandbox: false, origins: [] };

export interface BoundCall {
  readonly request: TokenRequest;
  readonly token: string;
  readonly scheme: 'Bearer' | 'DPoP';
}

type Bound = Pick<TokenHolder, 'profile' | 'certificate' | 'boundBy'>;

const NO_ADDRESS = 'This application needs a certificate, and this installation has no address for certificates. Ask the bank’s support.';
const WANTS_DPOP = 'This access token is bound to a DPoP key. Send it as Authorization: DPoP {token}, with a proof in the header DPoP.';
const WANTS_BEARER = 'This access token is bound to no DPoP key. Send it as Authorization: Bearer {token}.';
const OTHER_CERTIFICATE =
  'This access token is bound to another certificate than that of the call. Refresh it with the new certificate: the refresh token stays valid.';
const NO_CERTIFICATE = 'This access token is bound to a certificate. Send it with that certificate, at the address for mutual TLS.';
const UNBOUND =
  'The profile of this application needs access tokens that are bound to its certificate or key, and this one is not. Refresh it: the refresh token stays valid.';

/** The function @throws TppRefusal 401 and 503, see {@link RequireToken}. */
export function createBindingCheck(settings: GuardSettings): (call: BoundCall, found: FoundToken) => Promise<Bound> {
  const checkProof = createProofCheck();

  async function checkKey({ request, token, scheme }: BoundCall, found: FoundToken, binding: Binding | undefined): Promise<void> {
    if (binding?.by !== 'dpop') {
      if (scheme === 'DPoP') throw tokenRefusal({ code: 'TOKEN_INVALID', text: WANTS_BEARER, error: 'invalid_token' });
      return;
    }
    if (scheme !== 'DPoP') throw tokenRefusal({ code: 'TOKEN_INVALID', text: WANTS_DPOP, error: 'invalid_token', scheme: 'DPoP' });
    const { method = '', url = '' } = request;
    const origins = isMtlsCall(request) && settings.mtlsOrigin !== undefined ? [settings.mtlsOrigin] : settings.origins;
    const addresses = origins.map((origin) => `${origin}${pathOf(url)}`);
    const proof = { proof: request.headers.dpop, token, jkt: binding.thumbprint, method, addresses, nowMs: found.nowMs };
    const flaw = await checkProof(proof);
    if (flaw === undefined) return;
    throw tokenRefusal({
      code: 'TOKEN_INVALID',
      text: `${flaw} Nothing was done.`,
      error: 'invalid_dpop_proof',
      path: 'header:DPoP',
      scheme: 'DPoP',
    });
  }

  async function readCertificate(request: TokenRequest, found: FoundToken, isNeeded: boolean): Promise<ProviderCertificate | undefined> {
    const { raw } = request;
    if (!isNeeded && !isMtlsCall(request)) return undefined;
    if (settings.identify === undefined || raw === undefined) {
      if (isNeeded) throw tokenRefusal({ code: 'CERTIFICATE_MISSING', text: NO_ADDRESS, error: 'invalid_token' });
      return undefined;
    }
    const { appId, sandboxId, roles } = found;
    const identity = await settings.identify({ raw }, { appId, sandboxId, roles, profile: isNeeded ? 'mtls' : 'basic' }, found.facts);
    if (identity === undefined || 'certificate' in identity) return identity?.certificate;
    const { code, text } = identity.fault;
    if (code !== 'SERVICE_UNAVAILABLE') throw tokenRefusal({ code, text, error: 'invalid_token' });
    // The bank's failure, not the caller's.
    noteProvenCaller(request);
    throw new TppRefusal(503, code, text, { headers: { 'retry-after': '60' } });
  }

  return async (call, found) => {
    const profile = raisedProfile(found.profile, settings.minimum);
    const binding = readBinding(found.boundTo);
    const isOfPortal = binding?.by === 'portal' && settings.isSandbox;
    await checkKey(call, found, binding);
    // A DPoP key takes the certificate's place in the profile fapi2, unless every application needs a certificate.
    const hasKey = profile === 'fapi2' && binding?.by === 'dpop' && settings.minimum === 'basic';
    const certificate = await readCertificate(call.request, found, profile !== 'basic' && !hasKey && !isOfPortal);
    if (binding?.by === 'certificate' && (certificate === undefined || x5tOf(certificate) !== binding.thumbprint)) {
      throw tokenRefusal({ code: 'TOKEN_INVALID', text: certificate === undefined ? NO_CERTIFICATE : OTHER_CERTIFICATE, error: 'invalid_token' });
    }
    if (profile !== 'basic' && !isOfPortal && !hasKey && binding?.by !== 'certificate') {
      throw tokenRefusal({ code: 'TOKEN_INVALID', text: UNBOUND, error: 'invalid_token' });
    }
    return { profile, certificate, boundBy: binding?.by };
  };
}

const isMtlsCall = ({ raw }: TokenRequest): boolean => raw !== undefined && mtlsCallOf(raw) !== undefined;
