/** Decides whether a certificate is revoked: by the local authority, a kept status, OCSP, else a CRL, which is kept and fetched again by a job. */
import { revocationQuestions } from '#platform/telemetry/instruments.ts';
import type { CertificateFault } from '../../provider-identity.ts';
import type { X509 } from '../../read/x509.ts';
import type { LocalStatus } from '../../test-certificates.ts';
import type { TrustedAuthority } from '../anchors.ts';
import { dateText } from '../dates.ts';
import { otherForm } from '../other-form.ts';
import type { CertificateStatus, StatusResult } from './certificate-status.ts';
import type { KeptStatus, StatusKey } from './certificate-status-store.ts';
import { CRL_BYTES_MAX, checkCrl, readCrl } from './crl.ts';
import type { FetchStatus } from './fetch-status.ts';
import { createOcspRequest, OCSP_BYTES_MAX, readOcspResponse } from './ocsp.ts';
import type { KeptList, RevocationList } from './revocation-list-store.ts';

const HOUR_MS = 3_600_000;
/** How long the last status counts while the authority does not respond. */
const TOLERATED_MS = 24 * HOUR_MS;
const ADDRESSES_MAX = 2;

/** `hard`: without a response for 24 h the call is refused with 503. `soft`: the certificate is accepted, with an alert. */
type RevocationPolicy = 'hard' | 'soft';

export interface RevocationParts {
  readonly policy: RevocationPolicy;
  readonly store: {
    readonly find: (certificate: StatusKey) => Promise<KeptStatus | undefined>;
    readonly store: (certificate: StatusKey, kept: KeptStatus) => Promise<void>;
  };
  readonly lists: {
    readonly find: (list: Pick<RevocationList, 'issuer' | 'url'>, now: Date) => Promise<KeptList | undefined>;
    readonly keep: (list: RevocationList) => Promise<void>;
  };
  readonly fetchStatus: FetchStatus;
  /** Real time. */
  readonly now: () => Date;
  /** The authority in the same process, which needs no network. Undefined: the issuer is another one. @param serial as in `X509`. */
  readonly localStatus?: (issuerDer: Uint8Array, serial: string) => Promise<LocalStatus | undefined>;
  /** Writes a line for operators to the log. */
  readonly alert: (text: string) => void;
}

/** Returns a function that returns why a certificate is refused; undefined: it is not revoked. */
export function createFindRevocation(deps: RevocationParts) {
  return async (certificate: X509, issuer: X509, anchor: TrustedAuthority): Promise<CertificateFault | undefined> => {
    const local = await deps.localStatus?.(issuer.der, certificate.serial);
    if (local?.thumbprint !== undefined && local.thumbprint !== certificate.thumbprint) return otherForm(local.thumbprint);
    if (local !== undefined) return faultOf(deps, certificate, local);
    const kept = await deps.store.find(certificate);
    const now = deps.now();
    if (kept !== undefined && kept.nextCheckAt > now) return faultOf(deps, certificate, kept);
    const result = await ask(deps, { certificate, issuer, at: now, kept }, anchor);
    if (!result.ok) return withoutResponse(deps, certificate, kept, result.text);
    const next = Math.min(result.nextUpdate?.getTime() ?? Number.POSITIVE_INFINITY, now.getTime() + HOUR_MS);
    await deps.store.store(certificate, { ...result.status, thisUpdate: result.thisUpdate, checkedAt: now, nextCheckAt: new Date(next) });
    return faultOf(deps, certificate, result.status);
  };
}

interface Asked {
  readonly certificate: X509;
  readonly issuer: X509;
  readonly at: Date;
  /** The last known statement about the certificate. */
  readonly kept: KeptStatus | undefined;
}

/** OCSP first, because a CRL of an hour ago says less. The text of a fault names each attempt. */
async function ask(deps: RevocationParts, asked: Asked, anchor: TrustedAuthority): Promise<StatusResult> {
  const { fetchStatus } = deps;
  const hosts = anchor.revocationHosts;
  const { ocspAddresses, crlAddresses } = asked.certificate;
  const faults: string[] = [];
  for (const url of ocspAddresses.filter(isHttp).slice(0, ADDRESSES_MAX)) {
    const response = await fetchStatus({ url, hosts, body: createOcspRequest(asked), bytesMax: OCSP_BYTES_MAX });
    const result = response.ok ? withoutContradiction(readOcspResponse(response.bytes, asked), asked.kept) : response;
    count('ocsp', result);
    if (result.ok) return result;
    faults.push(`OCSP: ${result.text}`);
  }
  for (const url of crlAddresses.filter(isHttp).slice(0, ADDRESSES_MAX)) {
    const result = withoutContradiction(await readList(deps, asked, anchor, url), asked.kept);
    if (result.ok) return result;
    faults.push(`CRL: ${result.text}`);
  }
  return { ok: false, text: faults.join('; ') || 'the certificate names no OCSP or CRL address with http' };
}

/**
 * An older statement may still be valid, and its responder or the network may repeat it: it must not end a later revocation. One that says the same
 * counts, because some authorities make a CRL once a week. Of two statements of one time the revocation counts.
 */
function withoutContradiction(result: StatusResult, kept: KeptStatus | undefined): StatusResult {
  if (!result.ok || kept?.thisUpdate === undefined || result.status.status === kept.status) return result;
  const newer = result.thisUpdate.getTime() - kept.thisUpdate.getTime();
  return newer > 0 || (newer === 0 && kept.status !== 'revoked') ? result : olderThan(kept.thisUpdate, result.thisUpdate);
}

function olderThan(known: Date, thisUpdate: Date): StatusResult {
  return { ok: false, text: `the statement of ${dateText(thisUpdate)} is not newer than that of ${dateText(known)}` };
}

/** The kept list within its time. Without one, which is before the first use and after a long silence, the call fetches it. */
async function readList({ lists, fetchStatus }: RevocationParts, asked: Asked, anchor: TrustedAuthority, url: string): Promise<StatusResult> {
  const { issuer, at } = asked;
  const key = { issuer: issuer.thumbprint, url };
  const kept = anchor.revocationHosts.includes(hostOf(url)) ? await lists.find(key, at) : undefined;
  const known = kept && readCrl(kept.der, asked);
  if (known?.ok === true) return known;
  const response = await fetchStatus({ url, hosts: anchor.revocationHosts, bytesMax: CRL_BYTES_MAX });
  const read = response.ok ? readCrl(response.bytes, asked) : response;
  // The kept list has run out. An older one may not name its revocations.
  const result = read.ok && kept !== undefined && read.thisUpdate < kept.thisUpdate ? olderThan(kept.thisUpdate, read.thisUpdate) : read;
  count('crl', result);
  const checked = response.ok && result.ok ? checkCrl(response.bytes, asked) : undefined;
  if (response.ok && checked?.ok === true) {
    await lists.keep({ ...key, ...checked.dates, issuerDer: issuer.der, anchor: anchor.x509.thumbprint, der: response.bytes, fetchedAt: at });
  }
  return result;
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');

function count(source: 'ocsp' | 'crl', result: StatusResult): void {
  revocationQuestions.add(1, { source, outcome: result.ok ? result.status.status : 'failed' });
}

const isHttp = (url: string): boolean => /^http:/i.test(url);

function faultOf(
  { policy, alert }: RevocationParts,
  certificate: X509,
  { status, revokedAt, reason }: CertificateStatus,
): CertificateFault | undefined {
  if (status === 'good') return undefined;
  if (status === 'revoked') {
    const since = revokedAt === undefined ? '' : ` on ${dateText(revokedAt)}`;
    return {
      code: 'CERTIFICATE_REVOKE',
      text: `The issuer revoked the certificate${since} (reason: ${reason ?? 'unspecified'}). Use another certificate, and ask the issuer for a new one.`,
    };
  }
  if (policy === 'hard')
    return { code: 'CERTIFICATE_INVALID', text: 'The issuer does not know the certificate. Ask the issuer, or use another certificate.' };
  alert(`The issuer does not know the certificate ${certificate.thumbprint}. It was accepted, because PORTICO_REVOCATION is soft.`);
  return undefined;
}

function withoutResponse(deps: RevocationParts, certificate: X509, kept: KeptStatus | undefined, text: string): CertificateFault | undefined {
  if (kept?.status === 'revoked') return faultOf(deps, certificate, kept);
  const what = `The revocation status of the certificate ${certificate.thumbprint} cannot be read: ${text}.`;
  if (kept?.status === 'good' && deps.now().getTime() - kept.checkedAt.getTime() <= TOLERATED_MS) {
    deps.alert(`${what} The status of ${dateText(kept.checkedAt)} counts for 24 hours.`);
    return undefined;
  }
  if (deps.policy === 'soft') {
    deps.alert(`${what} It was accepted, because PORTICO_REVOCATION is soft.`);
    return undefined;
  }
  deps.alert(`${what} Its calls are refused.`);
  return {
    code: 'SERVICE_UNAVAILABLE',
    text: 'The issuer does not respond, so the bank cannot read whether the certificate was revoked. Send the request again later.',
  };
}
