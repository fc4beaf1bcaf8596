/** Examines the certificates of calls: the first check that fails decides (docs/decisions/0101). */
import type { CertificateUse } from '@portico/contract/values';
import { thumbprintOf } from '#platform/tls/mtls-call.ts';
import type { CertificateFault, ExamineOptions, ProviderCertificate, ProviderIdentity, Verdict } from '../provider-identity.ts';
import { type ReadCertificate, readCertificate } from '../read/read-certificate.ts';
import { readX509, type X509 } from '../read/x509.ts';
import { type Anchor, readAnchor, type TrustedAuthority } from '../trust/anchors.ts';
import { buildChain, ISSUERS_MAX } from '../trust/build-chain.ts';
import { findDateFault, findLimitFault, findTypeFault, findUsageFault, invalid, type TrustMode } from './find-certificate-fault.ts';
import { createVerdictCache } from './verdict-cache.ts';

/** Asks for the status of a certificate. Returns why it is refused; undefined: it is not revoked. */
type FindRevocation = (certificate: X509, issuer: X509, anchor: TrustedAuthority) => Promise<CertificateFault | undefined>;

export interface ExamineParts {
  readonly mode: TrustMode;
  /** The trusted authorities of the moment. Return the same objects again, because each is read once. */
  readonly anchors: () => readonly Anchor[];
  /**
   * True if the developer uploaded the certificate, and its key was proved. Such a certificate needs no trusted authority in the sandbox. Production
   * does not ask.
   */
  readonly isTrustedByUpload?: (thumbprint: string) => Promise<boolean>;
  readonly findRevocation: FindRevocation;
  /** True if the bank blocked the certificate or its provider. */
  readonly isBlocked: (certificate: ProviderCertificate) => Promise<boolean>;
  /** An address or telephone number for blocked providers. */
  readonly supportContact: string;
  /** Origin of the address for mutual TLS, for texts; undefined: this installation has none. */
  readonly mtlsOrigin?: string | undefined;
  /** Milliseconds of a clock that never goes back; default: the process's. It only ages kept verdicts. */
  readonly steadyNow?: () => number;
}

export type Examine = ProviderIdentity['examine'] & {
  /** Forgets the kept verdicts of a certificate, so that a revocation or a block acts at once on this server. Others follow within 60 s. */
  readonly forget: (thumbprint: string) => void;
};

const DAY_MS = 86_400_000;

/** Verdicts live for 60 seconds, by the whole chain: a caller who sends another's certificate with wrong issuers must not refuse the other's calls. */
export function createExamine(deps: ExamineParts): Examine {
  const cache = createVerdictCache<Verdict>(deps.steadyNow ?? (() => performance.now()));
  const examine: ProviderIdentity['examine'] = async (chain, options) => {
    const [der] = chain;
    if (der === undefined) return { ok: false, fault: missing(options.use, deps.mtlsOrigin) };
    if (chain.length > ISSUERS_MAX + 1)
      return { ok: false, fault: invalid(`The caller sent ${chain.length} certificates. At most ${ISSUERS_MAX + 1} are accepted.`) };
    const key = [options.use, Math.floor(options.at.getTime() / DAY_MS), ...chain.map(thumbprintOf)].join(' ');
    const verdict = await cache.read(key, thumbprintOf(der), () => examineNow(deps, chain, options));
    // Within the minute, and within the day, the certificate may have expired.
    const fault = verdict.ok ? findDateFault(verdict.certificate, options.at) : undefined;
    return verdict.ok && fault !== undefined ? { ok: false, fault, certificate: verdict.certificate } : verdict;
  };
  return Object.assign(examine, { forget: cache.forget });
}

async function examineNow(deps: ExamineParts, [der = new Uint8Array(), ...sent]: readonly Uint8Array[], options: ExamineOptions): Promise<Verdict> {
  const result = readCertificate(der);
  if (!result.ok) return { ok: false, fault: invalid(result.fault.text) };
  const { certificate } = result;
  const fault = findLimitFault(certificate) ?? findDateFault(certificate, options.at);
  return fault === undefined ? examineTrust(deps, certificate, sent, options) : { ok: false, fault, certificate };
}

/** The checks from the issuers on. */
async function examineTrust(
  deps: ExamineParts,
  certificate: ReadCertificate,
  sent: readonly Uint8Array[],
  { use, at }: ExamineOptions,
): Promise<Verdict> {
  const refuse = (fault: CertificateFault): Verdict => ({ ok: false, fault, certificate });
  const issuers = sent.flatMap((each) => {
    const result = readX509(each);
    return result.ok ? [result.x509] : [];
  });
  const chain = buildChain(certificate.x509, issuers, deps.anchors().map(readAnchor), { use, at });
  const isUploaded = !chain.ok && deps.mode === 'sandbox' && (await deps.isTrustedByUpload?.(certificate.thumbprint)) === true;
  if (!chain.ok && !isUploaded) return refuse(invalid(`The bank does not trust the certificate. ${chain.text} ${ADVICE[deps.mode]}`));
  const fault = findTypeFault(certificate, use, deps.mode) ?? findUsageFault(certificate.x509, use);
  if (fault !== undefined) return refuse(fault);
  const revoked = chain.ok ? await findRevoked(deps, certificate.x509, chain.issuers, chain.anchor) : undefined;
  if (revoked !== undefined) return refuse(revoked);
  if (await deps.isBlocked(certificate)) {
    return refuse({ code: 'CERTIFICATE_BLOCKED', text: `The bank blocked the certificate. Contact the bank: ${deps.supportContact}` });
  }
  return isUploaded ? { ok: true, certificate, isUploaded } : { ok: true, certificate };
}

const ADVICE: Readonly<Record<TrustMode, string>> = {
  sandbox: 'Use a test certificate of the portal, or upload your certificate to your application there.',
  production: 'Send the certificates of the issuers too, or use a certificate of an authority on the EU trusted lists.',
};

/** Each certificate below the trusted authority, the caller's first. */
async function findRevoked(
  deps: ExamineParts,
  leaf: X509,
  issuers: readonly X509[],
  anchor: TrustedAuthority,
): Promise<CertificateFault | undefined> {
  for (const [index, issuer] of issuers.entries()) {
    const fault = await deps.findRevocation(index === 0 ? leaf : (issuers[index - 1] ?? leaf), issuer, anchor);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function missing(use: CertificateUse, origin: string | undefined): CertificateFault {
  const text =
    use === 'seal'
      ? 'The request has no certificate for its signature. Send your QSealC in the header TPP-Signature-Certificate.'
      : `The call came without a certificate. Call ${origin ?? 'the address for mutual TLS'} with your QWAC. With curl: --cert qwac.pem --key qwac.key`;
  return { code: 'CERTIFICATE_MISSING', text };
}
