/** Certificate revocation lists (RFC 5280 §5). A list may have 300,000 entries, so entries are scanned and never all read at once. */
import { AlgorithmIdentifier } from 'pkijs';
import { childrenOf, contentOf, type DerLimits, type DerNode, octetsOf, oidOf, readDer } from '../../read/der.ts';
import { serialOf, type X509 } from '../../read/x509.ts';
import { dateText, TOLERANCE_MS } from '../dates.ts';
import { type CertificateStatus, reasonOf, type StatusResult } from './certificate-status.ts';
import { isSignedBy } from './is-signed-by.ts';

export const CRL_BYTES_MAX = 10 * 1_024 * 1_024;
const LIMITS: DerLimits = { depth: 24, nodes: 1_000 };

const [INTEGER, BIT_STRING, SEQUENCE, EXTENSIONS] = [0x02, 0x03, 0x30, 0xa0];
const REASON_CODE = '2.5.29.21';
const ISSUING_POINT = '2.5.29.28';

interface Asked {
  readonly certificate: X509;
  readonly issuer: X509;
  /** Real time. */
  readonly at: Date;
}

/** Reads the list that the issuer of the certificate itself signed. Lists of other issuers, delta lists and lists of some reasons are refused. Never throws. */
export function readCrl(bytes: Uint8Array, asked: Asked): StatusResult {
  try {
    return read(bytes, asked);
  } catch {
    return refuse('the response is no CRL');
  }
}

/** Checks signature and dates of a list, not which certificates it is about. Never throws. */
export function checkCrl(bytes: Uint8Array, asked: Omit<Asked, 'certificate'>): CheckedCrl | Refusal {
  try {
    return open(bytes, asked);
  } catch {
    return refuse('the response is no CRL');
  }
}

interface CheckedCrl {
  readonly ok: true;
  readonly dates: { readonly thisUpdate: Date; readonly nextUpdate: Date };
}
interface OpenedCrl extends CheckedCrl {
  readonly entries: Part | undefined;
  readonly extensions: Part | undefined;
}
type Refusal = StatusResult & { readonly ok: false };

const refuse = (text: string): Refusal => ({ ok: false, text });

function read(bytes: Uint8Array, asked: Asked): StatusResult {
  const opened = open(bytes, asked);
  if (!opened.ok) return opened;
  const { entries, extensions, dates } = opened;
  const { certificate } = asked;
  const fault = extensions && findScopeFault(bytes.subarray(extensions.start, extensions.end), certificate);
  if (fault !== undefined) return refuse(fault);
  const status: CertificateStatus = entries === undefined ? { status: 'good' } : findEntry(bytes, entries, certificate.serial);
  return { ok: true, status, ...dates };
}

function open(bytes: Uint8Array, { issuer, at }: Omit<Asked, 'certificate'>): OpenedCrl | Refusal {
  const list = bytes.length > CRL_BYTES_MAX ? undefined : partAt(bytes, 0);
  if (list === undefined || list.end !== bytes.length) return refuse('the response is no CRL');
  const [content, algorithm, signature] = partsOf(bytes, list);
  if (content === undefined || algorithm === undefined || signature?.tag !== BIT_STRING) return refuse('the response is no CRL');
  const parts = [...partsOf(bytes, content)];
  if (parts[0]?.tag === INTEGER) parts.shift();
  const [, name, thisUpdate, ...others] = parts;
  const nextUpdate = isTime(others[0]) ? others.shift() : undefined;
  const entries = others[0]?.tag === SEQUENCE ? others.shift() : undefined;
  const extensions = others[0]?.tag === EXTENSIONS ? others.shift() : undefined;
  if (name === undefined || thisUpdate === undefined || others.length > 0) return refuse('the response is no CRL');
  if (!Buffer.from(issuer.subject.der).equals(all(bytes, name))) return refuse('another authority made the CRL');
  if (issuer.keyUsages !== undefined && !issuer.keyUsages.includes('cRLSign')) return refuse('the issuer must not sign CRLs (keyUsage)');
  const schema = readDer(all(bytes, algorithm), LIMITS);
  const isSigned = isSignedBy(
    issuer.native.publicKey,
    new AlgorithmIdentifier({ schema }),
    all(bytes, content),
    bytes.subarray(signature.start + 1, signature.end),
  );
  if (!isSigned) return refuse('the issuer did not sign the CRL');
  const [from, until] = [dateAt(bytes, thisUpdate), nextUpdate && dateAt(bytes, nextUpdate)];
  if (from === undefined || until === undefined) return refuse('the CRL does not say until when it is valid');
  if (from.getTime() > at.getTime() + TOLERANCE_MS) return refuse(`the CRL is valid from ${dateText(from)} only`);
  if (until.getTime() + TOLERANCE_MS < at.getTime()) return refuse(`the CRL was valid until ${dateText(until)}`);
  return { ok: true, entries, extensions, dates: { thisUpdate: from, nextUpdate: until } };
}

function findEntry(bytes: Uint8Array, entries: Part, serial: string): CertificateStatus {
  const last = Number.parseInt(serial.slice(-2), 16);
  for (const entry of partsOf(bytes, entries)) {
    const number = partAt(bytes, entry.start);
    // Most entries differ in the last byte, which is cheap to compare.
    if (number === undefined || bytes[number.end - 1] !== last || serialOf(bytes.subarray(number.start, number.end)) !== serial) continue;
    const [, time, extensions] = childrenOf(readDer(all(bytes, entry), LIMITS));
    const reason = childrenOf(extensions).find((each) => oidOf(childrenOf(each)[0]) === REASON_CODE);
    const value = octetsOf(childrenOf(reason).at(-1));
    // ENUMERATED of one byte: tag, length, value.
    return { status: 'revoked', revokedAt: dateOf(time), reason: reasonOf(value?.[2]) };
  }
  return { status: 'good' };
}

/** A critical extension limits what a list says (RFC 5280 §5.2): it must be about this certificate, and about every reason. */
function findScopeFault(extensions: Uint8Array, { crlAddresses }: X509): string | undefined {
  for (const extension of childrenOf(readDer(extensions, LIMITS))) {
    const [id, ...others] = childrenOf(extension);
    const value = octetsOf(others.at(-1));
    const isCritical = others.length > 1;
    if (!isCritical) continue;
    const point = oidOf(id) === ISSUING_POINT && value !== undefined ? childrenOf(readDer(value, LIMITS)) : undefined;
    if (point === undefined) return 'the CRL has a critical extension that Portico does not process';
    // [0] distributionPoint, [1] onlyContainsUserCerts; the other members exclude certificates or reasons.
    if (point.some(({ idBlock }) => idBlock.tagNumber > 1)) return 'the CRL is not about all certificates or reasons';
    const text = Buffer.from(value ?? []).toString('latin1');
    const names = point.some(({ idBlock }) => idBlock.tagNumber === 0);
    if (names && !crlAddresses.some((address) => text.includes(address))) return 'the CRL is about other certificates of the issuer';
  }
  return undefined;
}

/** Tag, and the bytes of a value: `begin` with tag and length, `start` without. */
interface Part {
  readonly tag: number;
  readonly begin: number;
  readonly start: number;
  readonly end: number;
}

const all = (bytes: Uint8Array, { begin, end }: Part): Uint8Array => bytes.subarray(begin, end);

/** The value that begins at an offset; undefined if there is no complete one. */
function partAt(bytes: Uint8Array, begin: number): Part | undefined {
  const [tag, first] = [bytes[begin], bytes[begin + 1]];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return undefined;
  const digits = first < 0x80 ? 0 : first & 0x7f;
  if (first >= 0x80 && (digits === 0 || digits > 4)) return undefined;
  const start = begin + 2 + digits;
  const length = first < 0x80 ? first : bytes.subarray(begin + 2, start).reduce((sum, byte) => sum * 256 + byte, 0);
  return start + length > bytes.length ? undefined : { tag, begin, start, end: start + length };
}

/** The values in a value. Throws if one is incomplete: an entry behind it could be the one that matters. */
function* partsOf(bytes: Uint8Array, { start, end }: Part): Generator<Part, undefined> {
  for (let offset = start; offset < end; ) {
    const part = partAt(bytes, offset);
    if (part === undefined || part.end > end) throw new Error('A value of the CRL is incomplete.');
    yield part;
    offset = part.end;
  }
}

const isTime = (part: Part | undefined): boolean => part?.tag === 0x17 || part?.tag === 0x18;

const dateAt = (bytes: Uint8Array, part: Part): Date | undefined => (isTime(part) ? dateOf(readDer(all(bytes, part), LIMITS)) : undefined);

/** UTCTime `YYMMDDhhmmssZ` or GeneralizedTime `YYYYMMDDhhmmssZ` (RFC 5280 §4.1.2.5). */
function dateOf(node: DerNode | undefined): Date | undefined {
  const text = node === undefined ? '' : Buffer.from(contentOf(node)).toString('latin1');
  const [, year = '', month, day, hour, minute, second] = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/.exec(text) ?? [];
  const full = year.length === 4 ? year : `${Number(year) < 50 ? 20 : 19}${year}`;
  const date = new Date(`${full}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
