/** Answers OCSP requests (RFC 6960). The issuer of the certificates signs the responses. */
import { createHash } from 'node:crypto';
import { CERTIFICATE_USES, type CertificateUse } from '@portico/contract/values';
import * as asn1js from 'asn1js';
import { BasicOCSPResponse, type CertID, Extension, OCSPRequest, OCSPResponse, ResponseBytes, ResponseData, SingleResponse } from 'pkijs';
import { type Issuer, wholeSeconds } from '../authority/build-certificate.ts';

export type FindIssued = (
  issuer: CertificateUse,
  serials: readonly string[],
) => Promise<ReadonlyMap<string, { readonly revokedAt: Date | undefined }>>;

export const OCSP_BYTES_MAX = 4096;
const LIMITS = { maxDepth: 20, maxNodes: 500 };
const CERTIFICATES_MAX = 10;
const BASIC_RESPONSE = '1.3.6.1.5.5.7.48.1.1';
const NONCE = '1.3.6.1.5.5.7.48.1.2';
/** RFC 9654 §2.1, with the tag and length of its OCTET STRING. */
const NONCE_BYTES_MAX = 131;
/** OCSPResponseStatus (RFC 6960 §4.2.1). */
const [SUCCESSFUL, MALFORMED, UNAUTHORIZED] = [0, 1, 6];
/** A response is valid for this time, so that a revocation is noticed soon. */
const VALID_MS = 10 * 60_000;
const HASHES: Readonly<Record<string, string>> = { '1.3.14.3.2.26': 'sha1', '2.16.840.1.101.3.4.2.1': 'sha256' };

/** Returns the DER form of the response, which may be an error (RFC 6960 §2.3). */
export async function answerOcsp(
  body: Uint8Array,
  issuers: Readonly<Record<CertificateUse, Issuer>>,
  findIssued: FindIssued,
  now: Date,
): Promise<Buffer> {
  const request = parse(body);
  const ids = request?.tbsRequest.requestList.map(({ reqCert }) => reqCert) ?? [];
  if (request === undefined || ids.length === 0 || ids.length > CERTIFICATES_MAX) return failure(MALFORMED);
  const use = CERTIFICATE_USES.find((each) => ids.some((id) => isOf(id, issuers[each])));
  if (use === undefined) return failure(UNAUTHORIZED);
  const nonce = request.tbsRequest.requestExtensions?.find(({ extnID }) => extnID === NONCE);
  if (nonce !== undefined && nonce.extnValue.valueBlock.valueHexView.length > NONCE_BYTES_MAX) return failure(MALFORMED);
  const issuer = issuers[use];
  const known = await findIssued(use, ids.map(serialOf));
  const producedAt = wholeSeconds(now);
  const tbsResponseData = new ResponseData({
    responderID: issuer.certificate.subject,
    producedAt,
    responses: ids.map(
      (certID) =>
        new SingleResponse({
          certID,
          certStatus: statusOf(isOf(certID, issuer) ? known.get(serialOf(certID)) : undefined),
          thisUpdate: producedAt,
          nextUpdate: new Date(producedAt.getTime() + VALID_MS),
        }),
    ),
    ...(nonce === undefined ? {} : { responseExtensions: [new Extension({ extnID: NONCE, extnValue: nonce.extnValue.getValue() })] }),
  });
  const basic = new BasicOCSPResponse({ tbsResponseData, certs: [issuer.certificate] });
  await basic.sign(issuer.key, 'SHA-256');
  const response = new OCSPResponse({
    responseStatus: new asn1js.Enumerated({ value: SUCCESSFUL }),
    responseBytes: new ResponseBytes({
      responseType: BASIC_RESPONSE,
      response: new asn1js.OctetString({ valueHex: basic.toSchema().toBER() }),
    }),
  });
  return Buffer.from(response.toSchema().toBER());
}

function parse(body: Uint8Array): OCSPRequest | undefined {
  try {
    const { offset, result } = asn1js.fromBER(new Uint8Array(body), LIMITS);
    return offset === body.length ? new OCSPRequest({ schema: result }) : undefined;
  } catch {
    return undefined;
  }
}

const failure = (value: number) => Buffer.from(new OCSPResponse({ responseStatus: new asn1js.Enumerated({ value }) }).toSchema().toBER());

/** Lower-case hexadecimal without leading zeros. */
const serialOf = ({ serialNumber }: CertID) =>
  Buffer.from(serialNumber.valueBlock.valueHexView)
    .toString('hex')
    .replace(/^0+(?=.)/, '');

function isOf({ hashAlgorithm, issuerNameHash, issuerKeyHash }: CertID, { certificate }: Issuer): boolean {
  const algorithm = HASHES[hashAlgorithm.algorithmId];
  if (algorithm === undefined) return false;
  const isHashOf = (hash: asn1js.OctetString, bytes: ArrayBuffer | Uint8Array) =>
    createHash(algorithm).update(new Uint8Array(bytes)).digest().equals(Buffer.from(hash.valueBlock.valueHexView));
  return (
    isHashOf(issuerNameHash, certificate.subject.toSchema().toBER()) &&
    isHashOf(issuerKeyHash, certificate.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView)
  );
}

/** CertStatus: good [0], revoked [1], unknown [2]. */
function statusOf(known: { readonly revokedAt: Date | undefined } | undefined): asn1js.BaseBlock {
  const tag = (tagNumber: number) => ({ tagClass: 3, tagNumber });
  if (known === undefined) return new asn1js.Primitive({ idBlock: tag(2) });
  if (known.revokedAt === undefined) return new asn1js.Primitive({ idBlock: tag(0) });
  return new asn1js.Constructed({ idBlock: tag(1), value: [new asn1js.GeneralizedTime({ valueDate: wholeSeconds(known.revokedAt) })] });
}
