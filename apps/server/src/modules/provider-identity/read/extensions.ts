/** Extensions of X.509 certificates (RFC 5280 §4.2) that the checks need. */
import { BitString, Boolean as DerBoolean, Integer } from 'asn1js';
import type { Certificate } from 'pkijs';
import { childrenOf, contentOf, type DerLimits, type DerNode, octetsOf, oidOf, readDer } from './der.ts';
import { refuse } from './read-fault.ts';

const LIMITS: DerLimits = { depth: 16, nodes: 1_000 };
const ADDRESSES_MAX = 8;

const AUTHORITY_INFORMATION = '1.3.6.1.5.5.7.1.1';
const BASIC_CONSTRAINTS = '2.5.29.19';
const CRL_ADDRESSES = '2.5.29.31';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const KEY_USAGE = '2.5.29.15';
const NAME_CONSTRAINTS = '2.5.29.30';
const QC_STATEMENTS = '1.3.6.1.5.5.7.1.3';
const SUBJECT_KEY_ID = '2.5.29.14';
const AUTHORITY_KEY_ID = '2.5.29.35';
const OCSP = '1.3.6.1.5.5.7.48.1';

/** Critical extensions that may be present: read here, or without an effect on the checks (subjectAltName, policies). */
const KNOWN_CRITICAL: ReadonlySet<string> = new Set([
  BASIC_CONSTRAINTS,
  EXTENDED_KEY_USAGE,
  KEY_USAGE,
  NAME_CONSTRAINTS,
  QC_STATEMENTS,
  '2.5.29.17',
  '2.5.29.32',
]);

/** In the order of the bits (RFC 5280 §4.2.1.3). */
const KEY_USAGES = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
] as const;
type KeyUsage = (typeof KEY_USAGES)[number];

export interface Extensions {
  readonly isAuthority: boolean;
  /** `pathLenConstraint` (RFC 5280 §4.2.1.9): the greatest number of authorities between this one and a provider’s certificate; undefined: no limit. */
  readonly pathLength: number | undefined;
  /** Undefined: the certificate does not say. */
  readonly keyUsages: readonly KeyUsage[] | undefined;
  /** OIDs; undefined: the certificate does not say. */
  readonly extendedKeyUsages: readonly string[] | undefined;
  readonly hasNameConstraints: boolean;
  /** Critical extensions that Portico does not process: the certificate must not be used (RFC 5280 §4.2), for example a precertificate (RFC 6962 §3.1). */
  readonly unknownCritical: readonly string[];
  readonly ocspAddresses: readonly string[];
  readonly crlAddresses: readonly string[];
  /** In hexadecimal. */
  readonly subjectKeyId: string | undefined;
  readonly authorityKeyId: string | undefined;
  /** The value of the extension qcStatements, unread. */
  readonly qcStatements: Uint8Array | undefined;
}

/** Throws `UnreadableCertificate`: an extension twice (RFC 5280 §4.2), or a value that is no DER. */
export function readExtensions({ extensions = [] }: Certificate): Extensions {
  const ids = extensions.map(({ extnID }) => extnID);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined)
    refuse('extensions', `The certificate has the extension ${twice} more than once (RFC 5280 §4.2). Ask the issuer for a new certificate.`);
  const bytesOf = (id: string): Uint8Array | undefined => extensions.find(({ extnID }) => extnID === id)?.extnValue.valueBlock.valueHexView;
  const extensionOf = (id: string, name: string): DerNode | undefined => {
    const bytes = bytesOf(id);
    if (bytes === undefined) return undefined;
    return (
      readDer(bytes, LIMITS) ??
      refuse(name, `The certificate's ${name} is no DER of at most ${LIMITS.nodes} values. Ask the issuer for a new certificate.`)
    );
  };
  const constraints = extensionOf(BASIC_CONSTRAINTS, 'basicConstraints');
  const usages = extensionOf(EXTENDED_KEY_USAGE, 'extendedKeyUsage');
  return {
    isAuthority: childrenOf(constraints).some((each) => each instanceof DerBoolean && each.getValue()),
    pathLength: childrenOf(constraints).flatMap((each) => (each instanceof Integer ? [pathLengthOf(each)] : []))[0],
    keyUsages: keyUsagesOf(extensionOf(KEY_USAGE, 'keyUsage')),
    extendedKeyUsages: usages === undefined ? undefined : childrenOf(usages).flatMap((each) => oidOf(each) ?? []),
    unknownCritical: extensions.flatMap(({ extnID, critical }) => (critical && !KNOWN_CRITICAL.has(extnID) ? [extnID] : [])),
    hasNameConstraints: bytesOf(NAME_CONSTRAINTS) !== undefined,
    ocspAddresses: ocspAddressesOf(extensionOf(AUTHORITY_INFORMATION, 'authorityInfoAccess')),
    crlAddresses: crlAddressesOf(extensionOf(CRL_ADDRESSES, 'cRLDistributionPoints')),
    subjectKeyId: hexOf(octetsOf(extensionOf(SUBJECT_KEY_ID, 'subjectKeyIdentifier'))),
    authorityKeyId: authorityKeyIdOf(extensionOf(AUTHORITY_KEY_ID, 'authorityKeyIdentifier')),
    qcStatements: bytesOf(QC_STATEMENTS),
  };
}

const hexOf = (bytes: Uint8Array | undefined): string | undefined => (bytes === undefined ? undefined : Buffer.from(bytes).toString('hex'));

function pathLengthOf(value: Integer): number {
  const [length = 0, more] = contentOf(value);
  return more === undefined && length < 0x80
    ? length
    : refuse('basicConstraints', "The certificate's path length is out of range. Ask the issuer for a new certificate.");
}

function keyUsagesOf(value: DerNode | undefined): readonly KeyUsage[] | undefined {
  if (value === undefined) return undefined;
  if (!(value instanceof BitString)) return refuse('keyUsage', "The certificate's keyUsage is no bit string. Ask the issuer for a new certificate.");
  // The first byte counts the unused bits.
  const [, ...bytes] = contentOf(value);
  return KEY_USAGES.filter((_, bit) => ((bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0);
}

/** accessMethod and accessLocation, whose tag [6] is an address (RFC 5280 §4.2.2.1). */
function ocspAddressesOf(value: DerNode | undefined): readonly string[] {
  return childrenOf(value)
    .flatMap((each) => {
      const [method, location] = childrenOf(each);
      return oidOf(method) === OCSP ? addressOf(location) : [];
    })
    .slice(0, ADDRESSES_MAX);
}

/** DistributionPoint: [0] distributionPoint: [0] fullName: names (RFC 5280 §4.2.1.13). */
function crlAddressesOf(value: DerNode | undefined): readonly string[] {
  return childrenOf(value)
    .flatMap((point) =>
      tagged(point, 0)
        .flatMap((name) => tagged(name, 0))
        .flatMap(childrenOf)
        .flatMap(addressOf),
    )
    .slice(0, ADDRESSES_MAX);
}

const CONTEXT = 3;

const tagged = (node: DerNode | undefined, tag: number): readonly DerNode[] =>
  childrenOf(node).filter(({ idBlock }) => idBlock.tagClass === CONTEXT && idBlock.tagNumber === tag);

function addressOf(node: DerNode | undefined): readonly string[] {
  if (node === undefined || node.idBlock.tagClass !== CONTEXT || node.idBlock.tagNumber !== 6) return [];
  return [Buffer.from(contentOf(node)).toString('latin1')];
}

function authorityKeyIdOf(value: DerNode | undefined): string | undefined {
  const [id] = tagged(value, 0);
  return id === undefined ? undefined : hexOf(contentOf(id));
}
