/** Certificate revocation lists (RFC 5280 §5). Everyone may read them, and they may be long, so entries are written as bytes: pkijs takes half a millisecond for each. */
import * as asn1js from 'asn1js';
import { CertificateRevocationList, Extensions } from 'pkijs';
import { extension, FIRST_GENERALIZED_YEAR, type Issuer, toArrayBuffer, toTime } from '../authority/build-certificate.ts';
import type { Revocation } from '../authority-store.ts';

const AUTHORITY_KEY = '2.5.29.35';
const SUBJECT_KEY = '2.5.29.14';
const CRL_NUMBER = '2.5.29.20';
const VALID_MS = 24 * 60 * 60_000;
const [INTEGER, SEQUENCE, UTC_TIME, GENERALIZED_TIME] = [0x02, 0x30, 0x17, 0x18];

class ListOfBytes extends CertificateRevocationList {
  /** The entries of the list, one after another. */
  entries: Buffer = Buffer.alloc(0);

  override encodeTBS(): asn1js.Sequence {
    const content = super.encodeTBS();
    // An empty list is absent (§5.1.2.6).
    if (this.entries.length === 0) return content;
    const list = new asn1js.Primitive({ idBlock: { tagClass: 1, tagNumber: 16 }, valueHex: toArrayBuffer(this.entries) });
    list.idBlock.isConstructed = true;
    // Before the extensions, which are last.
    content.valueBlock.value.splice(-1, 0, list);
    return content;
  }
}

/** An entry: serial number and time. Both are short. */
function entryOf({ serial, revokedAt }: Revocation): Buffer {
  const digits = Buffer.from(serial.padStart(serial.length + (serial.length % 2), '0'), 'hex');
  const number = (digits[0] ?? 0) > 0x7f ? Buffer.concat([Buffer.alloc(1), digits]) : digits;
  const text = revokedAt.toISOString().replaceAll(/[-:T]|\..*/g, '');
  const isEarly = revokedAt.getUTCFullYear() < FIRST_GENERALIZED_YEAR;
  const time = short(isEarly ? UTC_TIME : GENERALIZED_TIME, Buffer.from(`${isEarly ? text.slice(2) : text}Z`));
  return short(SEQUENCE, Buffer.concat([short(INTEGER, number), time]));
}

const short = (tag: number, content: Buffer): Buffer => Buffer.concat([Uint8Array.of(tag, content.length), content]);

/** @param now decides the number of the list, in milliseconds: two lists of one second have two numbers (§5.2.3). Returns the DER form. */
export async function buildCrl(issuer: Issuer, revoked: readonly Revocation[], now: Date): Promise<Buffer> {
  const keyId = issuer.certificate.extensions?.find(({ extnID }) => extnID === SUBJECT_KEY)?.parsedValue;
  const list = new ListOfBytes({
    version: 1,
    issuer: issuer.certificate.subject,
    thisUpdate: toTime(now),
    nextUpdate: toTime(new Date(now.getTime() + VALID_MS)),
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
        extension(CRL_NUMBER, asn1js.Integer.fromBigInt(BigInt(now.getTime()))),
      ],
    }),
  });
  list.entries = Buffer.concat(revoked.map(entryOf));
  await list.sign(issuer.key, 'SHA-256');
  return Buffer.from(list.toSchema(true).toBER());
}
