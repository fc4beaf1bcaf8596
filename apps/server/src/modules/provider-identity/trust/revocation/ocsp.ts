/** The Online Certificate Status Protocol (RFC 6960). */
import { createHash, type KeyObject } from 'node:crypto';
import { BitString, Enumerated, Integer, Null, OctetString } from 'asn1js';
import { AlgorithmIdentifier, BasicOCSPResponse, CertID, OCSPRequest, OCSPResponse, Request, type SingleResponse } from 'pkijs';
import { childrenOf, contentOf, type DerLimits, type DerNode, encodedOf, readDer } from '../../read/der.ts';
import { readX509, serialOf, type X509 } from '../../read/x509.ts';
import { dateText, isEarly, isExpired, TOLERANCE_MS } from '../dates.ts';
import { type CertificateStatus, reasonOf, type StatusResult } from './certificate-status.ts';
import { isSignedBy } from './is-signed-by.ts';

export const OCSP_BYTES_MAX = 65_536;
const LIMITS: DerLimits = { depth: 24, nodes: 5_000 };
const RESPONDERS_MAX = 4;
/** A response without nextUpdate says that newer ones exist at any time (RFC 6960 §4.2.2.1). */
const AGE_MAX_MS = 24 * 3_600_000;

const SHA_1 = '1.3.14.3.2.26';
const BASIC = '1.3.6.1.5.5.7.48.1.1';
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';
const SUCCESSFUL = 0;
/** OCSPResponseStatus (RFC 6960 §4.2.1). */
const FAILURES: Readonly<Record<number, string>> = { 1: 'malformedRequest', 2: 'internalError', 3: 'tryLater', 5: 'sigRequired', 6: 'unauthorized' };

interface Asked {
  readonly certificate: X509;
  readonly issuer: X509;
}

/** Returns the DER form of a request for one certificate. SHA-1 names the issuer here, as every responder must support (RFC 5019 §2.1.1); it protects nothing. */
export function createOcspRequest(asked: Asked): Uint8Array {
  const { name, key } = issuerHashes(asked);
  const request = new OCSPRequest();
  request.tbsRequest.requestList = [
    new Request({
      reqCert: new CertID({
        hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA_1, algorithmParams: new Null() }),
        issuerNameHash: new OctetString({ valueHex: name }),
        issuerKeyHash: new OctetString({ valueHex: key }),
        serialNumber: new Integer({ valueHex: serialBytes(asked.certificate) }),
      }),
    }),
  ];
  return new Uint8Array(request.toSchema(true).toBER());
}

/**
 * Reads the response to {@link createOcspRequest}. The issuer, or a responder that this issuer delegated, must have signed it. Never throws.
 * @param at real time.
 */
export function readOcspResponse(bytes: Uint8Array, asked: Asked & { readonly at: Date }): StatusResult {
  try {
    return read(bytes, asked);
  } catch {
    return refuse('the response is no OCSP response');
  }
}

const refuse = (text: string): StatusResult => ({ ok: false, text });

function read(bytes: Uint8Array, asked: Asked & { readonly at: Date }): StatusResult {
  const outer = bytes.length > OCSP_BYTES_MAX ? undefined : readDer(bytes, LIMITS);
  if (outer === undefined) return refuse('the response is no OCSP response');
  const { responseStatus, responseBytes } = new OCSPResponse({ schema: outer });
  const code = responseStatus.valueBlock.valueDec;
  if (code !== SUCCESSFUL) return refuse(`the responder answered ${FAILURES[code] ?? `status ${code}`}`);
  const inner = responseBytes?.responseType === BASIC ? readDer(responseBytes.response.valueBlock.valueHexView, LIMITS) : undefined;
  if (inner === undefined) return refuse('the response is no basic OCSP response');
  const [content] = childrenOf(inner);
  const sent = childrenOf(childrenOf(childrenOf(inner)[3])[0])
    .slice(0, RESPONDERS_MAX)
    .map(encodedOf);
  const signed = content && encodedOf(content);
  const basic = new BasicOCSPResponse({ schema: inner });
  const signature = basic.signature.valueBlock.valueHexView;
  const isBy = (key: KeyObject): boolean => signed !== undefined && isSignedBy(key, basic.signatureAlgorithm, signed, signature);
  const isTrusted = isBy(asked.issuer.native.publicKey) || delegated(sent, asked).some(({ native }) => isBy(native.publicKey));
  if (!isTrusted) return refuse('neither the issuer nor a responder of the issuer signed the response');
  const single = basic.tbsResponseData.responses.find(({ certID }) => isAsked(certID, asked));
  return single === undefined ? refuse('the response is about another certificate') : statusOf(single, asked.at);
}

/** Responders that the issuer itself delegated (RFC 6960 §4.2.2.2). */
function delegated(sent: readonly Uint8Array[], { issuer, at }: Asked & { readonly at: Date }): readonly X509[] {
  return sent.flatMap((der) => {
    const result = readX509(der);
    if (!result.ok) return [];
    const { x509 } = result;
    const isDelegated =
      Buffer.from(x509.issuer.der).equals(issuer.subject.der) &&
      x509.extendedKeyUsages?.includes(OCSP_SIGNING) === true &&
      x509.unknownCritical.length === 0 &&
      !isExpired(x509, at) &&
      !isEarly(x509, at) &&
      x509.native.verify(issuer.native.publicKey);
    return isDelegated ? [x509] : [];
  });
}

function isAsked(id: CertID, asked: Asked): boolean {
  const { name, key } = issuerHashes(asked);
  return (
    id.hashAlgorithm.algorithmId === SHA_1 &&
    name.equals(id.issuerNameHash.valueBlock.valueHexView) &&
    key.equals(id.issuerKeyHash.valueBlock.valueHexView) &&
    serialOf(id.serialNumber.valueBlock.valueHexView) === asked.certificate.serial
  );
}

function statusOf({ certStatus, thisUpdate, nextUpdate }: SingleResponse, at: Date): StatusResult {
  if (thisUpdate.getTime() > at.getTime() + TOLERANCE_MS) return refuse(`the response is valid from ${dateText(thisUpdate)} only`);
  const until = nextUpdate ?? new Date(thisUpdate.getTime() + AGE_MAX_MS);
  if (!(until.getTime() + TOLERANCE_MS >= at.getTime())) return refuse(`the response was valid until ${dateText(until)}`);
  const status = readStatus(certStatus);
  return status === undefined ? refuse('the response has no status') : { ok: true, status, thisUpdate, nextUpdate };
}

const CONTEXT = 3;

/** CertStatus: [0] good, [1] revoked {time, [0] reason}, [2] unknown. */
function readStatus(node: DerNode): CertificateStatus | undefined {
  const { tagClass, tagNumber } = node.idBlock;
  if (tagClass !== CONTEXT) return undefined;
  if (tagNumber === 0) return { status: 'good' };
  if (tagNumber === 2) return { status: 'unknown' };
  if (tagNumber !== 1) return undefined;
  const [time, reason] = childrenOf(node);
  const [code] = childrenOf(reason);
  const revokedAt = time !== undefined && 'toDate' in time && typeof time.toDate === 'function' ? time.toDate() : undefined;
  return { status: 'revoked', revokedAt, reason: reasonOf(code instanceof Enumerated ? code.valueBlock.valueDec : undefined) };
}

/** SHA-1 of the issuer's name and of its key (RFC 6960 §4.1.1). */
function issuerHashes({ certificate, issuer }: Asked): { readonly name: Buffer; readonly key: Buffer } {
  const spki = readDer(new Uint8Array(issuer.native.publicKey.export({ type: 'spki', format: 'der' })), LIMITS);
  const bits = childrenOf(spki)[1];
  // The first byte of a BIT STRING counts its unused bits.
  const key = bits instanceof BitString ? contentOf(bits).subarray(1) : new Uint8Array();
  return { name: createHash('sha1').update(certificate.issuer.der).digest(), key: createHash('sha1').update(key).digest() };
}

/** Two's complement: a number whose first bit is set begins with a zero. */
function serialBytes({ serial }: X509): Uint8Array {
  const bytes = Buffer.from(serial.padStart(serial.length + (serial.length % 2), '0'), 'hex');
  return (bytes[0] ?? 0) > 0x7f ? Uint8Array.of(0, ...bytes) : new Uint8Array(bytes);
}
