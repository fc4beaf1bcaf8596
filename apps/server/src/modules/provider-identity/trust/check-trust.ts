/** For operators: examines the authorities of a folder as a server does, and compares them with trusted lists. */
import type { Anchor } from './anchors.ts';
import { findAuthorityFault } from './build-chain.ts';
import { compareWithLists, countOthers, type Listing } from './compare-with-lists.ts';
import { type ListedAnchor, listAnchors } from './load-anchors.ts';
import { publicKeyOf, type TrustedList } from './trusted-list.ts';

export interface CheckedAnchor {
  readonly file: string;
  readonly use: Anchor['use'];
  readonly revocationHosts: readonly string[];
  /** These four are absent where the file holds no certificate of an authority. */
  readonly subject?: string;
  readonly thumbprint?: string;
  readonly notBefore?: string;
  readonly notAfter?: string;
  /** What keeps a server from using the authority. */
  readonly faults: readonly string[];
  /** Absent without lists. */
  readonly listing?: Listing;
}

export interface CheckedList {
  readonly territory: string;
  readonly issuedAt: string;
  readonly nextUpdate: string;
  readonly services: number;
  /** Granted services for QWACs or QSealCs that are no authorities of the bank. */
  readonly servicesThatAreNoAnchors: number;
  readonly unreadableCertificates: number;
  readonly faults: readonly string[];
}

export interface TrustOptions {
  /** `PORTICO_REVOCATION`. With `hard`, an authority without hosts is of no use. */
  readonly revocation: 'hard' | 'soft';
  readonly at: Date;
}

/** @throws Error if `trust.json` cannot be read. */
export async function checkTrust(
  folder: string,
  lists: readonly TrustedList[],
  options: TrustOptions,
): Promise<{ readonly anchors: readonly CheckedAnchor[]; readonly lists: readonly CheckedList[] }> {
  const listed = await listAnchors(folder);
  const services = lists.flatMap((list) => list.services);
  const keys = listed.flatMap((anchor) => (anchor.fault === undefined ? [publicKeyOf(anchor.x509.native)] : []));
  return {
    anchors: listed.map((anchor) => {
      const checked = checkAnchor(anchor, listed, options);
      if (anchor.fault !== undefined || lists.length === 0) return checked;
      return { ...checked, listing: compareWithLists(publicKeyOf(anchor.x509.native), anchor.use, services) };
    }),
    lists: lists.map((list) => ({
      territory: list.territory,
      issuedAt: list.issuedAt,
      nextUpdate: list.nextUpdate,
      services: list.services.length,
      servicesThatAreNoAnchors: countOthers(keys, list.services),
      unreadableCertificates: list.unreadable,
      faults: listFaults(list, options.at),
    })),
  };
}

function checkAnchor(anchor: ListedAnchor, all: readonly ListedAnchor[], { revocation, at }: TrustOptions): CheckedAnchor {
  const { file, use, revocationHosts } = anchor;
  if (anchor.fault !== undefined) return { file, use, revocationHosts, faults: [anchor.fault] };
  const { x509 } = anchor;
  const faults = [
    findAuthorityFault(x509, at),
    revocationHosts.length === 0 && revocation === 'hard'
      ? 'has no revocationHosts: with PORTICO_REVOCATION=hard its certificates are refused, because their status cannot be read.'
      : undefined,
    all.some((other) => other !== anchor && other.fault === undefined && other.x509.thumbprint === x509.thumbprint && other.use === use)
      ? 'is listed twice with this use. Remove one entry.'
      : undefined,
  ];
  return {
    file,
    subject: x509.subject.text,
    use,
    notBefore: x509.notBefore.toISOString(),
    notAfter: x509.notAfter.toISOString(),
    thumbprint: x509.thumbprint,
    revocationHosts,
    faults: faults.filter((fault) => fault !== undefined),
  };
}

function listFaults({ nextUpdate }: TrustedList, at: Date): readonly string[] {
  if (nextUpdate === '') return ['The list is closed: it names no next update (TS 119 612, 5.3.15).'];
  // An unreadable date is not later than any other.
  return Date.parse(nextUpdate) > at.getTime() ? [] : [`The next list was due on ${nextUpdate}. Download the present one.`];
}
