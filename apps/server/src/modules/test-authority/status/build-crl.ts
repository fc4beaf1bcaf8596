/** Certificate revocation lists (RFC 5280 §5). */
import * as asn1js from 'asn1js';
import { CertificateRevocationList, Extensions, RevokedCertificate } from 'pkijs';
import { extension, type Issuer, toTime } from '../authority/build-certificate.ts';
import type { Revocation } from '../authority-store.ts';

const AUTHORITY_KEY = '2.5.29.35';
const SUBJECT_KEY = '2.5.29.14';
const CRL_NUMBER = '2.5.29.20';
const VALID_MS = 24 * 60 * 60_000;

/** Returns the DER form. */
export async function buildCrl(issuer: Issuer, revoked: readonly Revocation[], now: Date): Promise<Buffer> {
  const keyId = issuer.certificate.extensions?.find(({ extnID }) => extnID === SUBJECT_KEY)?.parsedValue;
  const list = new CertificateRevocationList({
    version: 1,
    issuer: issuer.certificate.subject,
    thisUpdate: toTime(now),
    nextUpdate: toTime(new Date(now.getTime() + VALID_MS)),
    // An empty list is absent (§5.1.2.6).
    ...(revoked.length === 0
      ? {}
      : {
          revokedCertificates: revoked.map(
            ({ serial, revokedAt }) =>
              new RevokedCertificate({ userCertificate: asn1js.Integer.fromBigInt(BigInt(`0x${serial}`)), revocationDate: toTime(revokedAt) }),
          ),
        }),
    crlExtensions: new Extensions({
      extensions: [
        ...(keyId instanceof asn1js.OctetString
          ? [
              extension(
                AUTHORITY_KEY,
                new asn1js.Sequence({
                  value: [new asn1js.Primitive({ idBlock: { tagClass: 3, tagNumber: 0 }, valueHex: keyId.getValue() })],
                }),
              ),
            ]
          : []),
        extension(CRL_NUMBER, asn1js.Integer.fromBigInt(BigInt(Math.floor(now.getTime() / 1000)))),
      ],
    }),
  });
  await list.sign(issuer.key, 'SHA-256');
  return Buffer.from(list.toSchema(true).toBER());
}
