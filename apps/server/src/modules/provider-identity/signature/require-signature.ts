/** The guard of calls of applications that sign: it runs after the body was read and before the call has an effect. */
import type { FastifyRequest } from 'fastify';
import { bodyBytesOf } from '#platform/http/body-bytes.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import { identityRefusals } from '#platform/telemetry/instruments.ts';
import { noteIdentity } from '#platform/tls/identity-note.ts';
import type { IdentifiedApp, ProviderIdentity } from '../provider-identity.ts';
import { findSignatureFault, readSignatureCertificate, type SignatureFault } from './verify-signature.ts';

export interface SigningApp extends IdentifiedApp {
  /** True: every call is signed. */
  readonly signsRequests: boolean;
}

/** The body was read. @throws TppRefusal 401 SIGNATURE_MISSING, SIGNATURE_INVALID or a CERTIFICATE code; 503. */
export type RequireSignature = (request: FastifyRequest, app: SigningApp) => Promise<void>;

/**
 * @param appOf the application of a request whose token was verified; undefined: the call has none.
 * @returns a hook of the routes; it throws as {@link RequireSignature}.
 */
export function createSignatureGuard(
  identity: Pick<ProviderIdentity, 'identifySeal'>,
  appOf: (request: FastifyRequest) => SigningApp | undefined,
): (request: FastifyRequest) => Promise<void> {
  const requireSignature = createRequireSignature(identity);
  return async (request) => {
    const app = appOf(request);
    if (app !== undefined) await requireSignature(request, app);
  };
}

export function createRequireSignature({ identifySeal }: Pick<ProviderIdentity, 'identifySeal'>): RequireSignature {
  return async (request, app) => {
    if (!app.signsRequests) return;
    const { headers, method } = request;
    const refuse = (fault: SignatureFault) => {
      noteIdentity(request.raw, { fault: fault.code });
      identityRefusals.add(1, { code: fault.code });
      return toRefusal(fault);
    };
    const der = readSignatureCertificate({ headers });
    if (!(der instanceof Uint8Array)) throw refuse(der);
    const fault = findSignatureFault({ method, target: request.originalUrl, headers, body: bodyBytesOf(request) }, der);
    if (fault !== undefined) throw refuse(fault);
    const identified = await identifySeal(der, app);
    if (!('fault' in identified)) return;
    const { code, text } = identified.fault;
    noteIdentity(request.raw, { fault: code });
    throw new TppRefusal(code === 'SERVICE_UNAVAILABLE' ? 503 : 401, code, text, {
      path: 'header:TPP-Signature-Certificate',
      ...(code === 'SERVICE_UNAVAILABLE' ? { headers: { 'retry-after': '60' } } : { headers: CHALLENGE }),
    });
  };
}

/** draft-cavage-http-signatures-10 §3.1.1 */
const CHALLENGE = { 'www-authenticate': 'Signature realm="psd2"' };

const toRefusal = ({ code, text, header }: SignatureFault) =>
  new TppRefusal(401, code, text, { path: `header:${NAMES[header] ?? header}`, headers: CHALLENGE });

/** As documents write them. */
const NAMES: Readonly<Record<string, string>> = {
  digest: 'Digest',
  signature: 'Signature',
  'tpp-signature-certificate': 'TPP-Signature-Certificate',
  'x-request-id': 'X-Request-ID',
  'psu-id': 'PSU-ID',
  'psu-corporate-id': 'PSU-Corporate-ID',
  'tpp-redirect-uri': 'TPP-Redirect-URI',
};
