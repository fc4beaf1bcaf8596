/** PKCS #12 (RFC 7292): key, certificate and issuers in one file, encrypted with AES-256-CBC and SHA-256, as OpenSSL 3 does by default. */
import * as asn1js from 'asn1js';
import { Attribute, AuthenticatedSafe, CertBag, type Certificate, PFX, PKCS8ShroudedKeyBag, PrivateKeyInfo, SafeBag, SafeContents } from 'pkijs';
import { toArrayBuffer } from '../authority/build-certificate.ts';

const [KEY_BAG, CERT_BAG] = ['1.2.840.113549.1.12.10.1.2', '1.2.840.113549.1.12.10.1.3'];
const [FRIENDLY_NAME, LOCAL_KEY_ID] = ['1.2.840.113549.1.9.20', '1.2.840.113549.1.9.21'];
/** Few: the password is random, and the file needs no protection beyond it. */
const ITERATIONS = 2048;
const [UNENCRYPTED, ENCRYPTED] = [0, 1];

/** @param chain the certificate of the key first. Returns the DER form. */
export async function createBundle(
  name: string,
  pkcs8: Uint8Array,
  chain: readonly [Certificate, ...Certificate[]],
  password: string,
): Promise<Buffer> {
  const secret = toArrayBuffer(Buffer.from(password));
  const encryption = {
    password: secret,
    contentEncryptionAlgorithm: { name: 'AES-CBC', length: 256 },
    hmacHashAlgorithm: 'SHA-256',
    iterationCount: ITERATIONS,
  };
  const keyId = await crypto.subtle.digest('SHA-1', chain[0].toSchema().toBER());
  const marks = [
    new Attribute({ type: FRIENDLY_NAME, values: [new asn1js.BmpString({ value: name })] }),
    new Attribute({ type: LOCAL_KEY_ID, values: [new asn1js.OctetString({ valueHex: keyId })] }),
  ];
  const keyBag = new PKCS8ShroudedKeyBag({ parsedValue: PrivateKeyInfo.fromBER(toArrayBuffer(pkcs8)) });
  await keyBag.makeInternalValues(encryption);
  const certificates = chain.map(
    (certificate, index) =>
      new SafeBag({
        bagId: CERT_BAG,
        bagValue: new CertBag({ parsedValue: certificate }),
        ...(index === 0 ? { bagAttributes: marks } : {}),
      }),
  );
  const safe = new AuthenticatedSafe({
    parsedValue: {
      safeContents: [
        {
          privacyMode: UNENCRYPTED,
          value: new SafeContents({ safeBags: [new SafeBag({ bagId: KEY_BAG, bagValue: keyBag, bagAttributes: marks })] }),
        },
        { privacyMode: ENCRYPTED, value: new SafeContents({ safeBags: certificates }) },
      ],
    },
  });
  await safe.makeInternalValues({ safeContents: [{}, encryption] });
  const pfx = new PFX({ parsedValue: { integrityMode: 0, authenticatedSafe: safe } });
  await pfx.makeInternalValues({ password: secret, iterations: ITERATIONS, pbkdf2HashAlgorithm: 'SHA-256', hmacHashAlgorithm: 'SHA-256' });
  return Buffer.from(pfx.toSchema().toBER());
}
