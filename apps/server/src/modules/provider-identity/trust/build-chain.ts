/** Finds the issuers of a certificate up to a trusted authority (RFC 5280 §6, without policies). */
import type { CertificateUse } from '@portico/contract/values';
import type { X509 } from '../read/x509.ts';
import type { TrustedAuthority } from './anchors.ts';
import { dateText, isEarly, isExpired } from './dates.ts';
import { findWeakness } from './key-strength.ts';

/** The caller's certificate and three issuers. */
export const ISSUERS_MAX = 3;

export interface ChainOptions {
  readonly use: CertificateUse;
  readonly at: Date;
}

export type Chain =
  | {
      readonly ok: true;
      /** From the issuer of the certificate to the trusted authority, which is the last. */
      readonly issuers: readonly X509[];
      readonly anchor: TrustedAuthority;
    }
  | { readonly ok: false; readonly text: string };

/**
 * @param sent certificates that the caller sent behind its own, in any order. They are trusted only by their signatures.
 * @param anchors trusted authorities of every use.
 */
export function buildChain(leaf: X509, sent: readonly X509[], anchors: readonly TrustedAuthority[], options: ChainOptions): Chain {
  const trusted = anchors.filter(({ use }) => use === 'both' || use === options.use);
  return extend([leaf], sent.slice(0, ISSUERS_MAX), trusted, options);
}

/** Tries the trusted authorities first, then each certificate that the caller sent once. @param path from the caller's certificate upwards. */
function extend(path: readonly X509[], sent: readonly X509[], anchors: readonly TrustedAuthority[], options: ChainOptions): Chain {
  const last = path.at(-1);
  if (last === undefined || path.length > ISSUERS_MAX)
    return { ok: false, text: `It needs more than ${ISSUERS_MAX} issuers up to a trusted authority.` };
  let fault: string | undefined;
  for (const anchor of anchors.filter(({ x509 }) => isNamedIssuer(x509, last))) {
    const found = findIssuerFault(anchor.x509, path, options);
    if (found === undefined) return { ok: true, issuers: [...path.slice(1), anchor.x509], anchor };
    fault ??= found;
  }
  for (const issuer of sent.filter((each) => isNamedIssuer(each, last))) {
    // Before the signature is verified: the caller chooses these keys, and some make that expensive.
    const found = findSentFault(issuer) ?? findIssuerFault(issuer, path, options);
    const rest = sent.filter((each) => each !== issuer);
    const chain: Chain = found === undefined ? extend([...path, issuer], rest, anchors, options) : { ok: false, text: found };
    if (chain.ok) return chain;
    fault ??= chain.text;
  }
  return { ok: false, text: fault ?? `Its issuer "${last.issuer.text}" is no trusted authority for ${PURPOSES[options.use]}.` };
}

const PURPOSES: Readonly<Record<CertificateUse, string>> = { web: 'TLS (QWAC)', seal: 'signatures (QSealC)' };

/** Names are equal, and key identifiers do not contradict (RFC 5280 §4.2.1.1). */
function isNamedIssuer(issuer: X509, { issuer: name, authorityKeyId }: X509): boolean {
  if (!Buffer.from(issuer.subject.der).equals(name.der)) return false;
  return authorityKeyId === undefined || issuer.subjectKeyId === undefined || authorityKeyId === issuer.subjectKeyId;
}

/** Why a certificate is not the issuer of the last one of a path; undefined: it is. */
function findIssuerFault(issuer: X509, path: readonly X509[], { at }: ChainOptions): string | undefined {
  const name = `Its issuer "${issuer.subject.text}"`;
  const [last, below] = [path.at(-1), path.length - 1];
  const fault = findAuthorityFault(issuer, at);
  if (fault !== undefined) return `${name} ${fault}`;
  if (issuer.pathLength !== undefined && issuer.pathLength < below)
    return `${name} allows ${issuer.pathLength} authorities below it, and there are ${below}.`;
  return last?.native.verify(issuer.native.publicKey) ? undefined : `${name} did not sign it: the signature does not fit the issuer's key.`;
}

/** Why a certificate cannot be the issuer of any other, as the rest of a sentence that begins with its name; undefined: it can. */
export function findAuthorityFault(issuer: X509, at: Date): string | undefined {
  if (!issuer.isAuthority) return 'is no authority (basicConstraints).';
  if (issuer.keyUsages !== undefined && !issuer.keyUsages.includes('keyCertSign')) return 'must not sign certificates (keyUsage).';
  if (issuer.hasNameConstraints) return 'has nameConstraints, which Portico does not process.';
  if (issuer.unknownCritical.length > 0) return `has critical extensions that Portico does not process: ${issuer.unknownCritical.join(', ')}.`;
  if (isExpired(issuer, at)) return `expired on ${dateText(issuer.notAfter)}.`;
  return isEarly(issuer, at) ? `is valid from ${dateText(issuer.notBefore)} only.` : undefined;
}

/** The bank chose its authorities. Certificates that the caller sent must be as strong as the caller's. */
function findSentFault(issuer: X509): string | undefined {
  const weakness = findWeakness(issuer);
  if (weakness !== undefined) return `Its issuer "${issuer.subject.text}" ${weakness}`;
  return issuer.keyUsages === undefined ? `Its issuer "${issuer.subject.text}" has no keyUsage.` : undefined;
}
