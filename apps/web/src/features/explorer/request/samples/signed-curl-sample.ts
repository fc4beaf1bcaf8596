import { writeCurl } from './curl-sample.ts';
import { shellLiteral } from './literals.ts';
import type { SampleRequest, SampleSignature } from './sample-request.ts';
import { signedHeaders, signedNames } from './signed-headers.ts';

/** For every POSIX shell; openssl signs, and reads serial number and issuer from the certificate. */
export function signedCurlSample(request: SampleRequest, { algorithm }: SampleSignature): string {
  const signed = signedHeaders(request);
  const format = ['digest', ...signed.map(([name]) => name.toLowerCase())].map((name) => `${name}: %s`).join(String.raw`\n`);
  const values = ['"$DIGEST"', ...signed.map(([, value]) => shellLiteral(value))].join(' ');
  return [
    `BODY=${shellLiteral(request.body ?? '')}`,
    'DIGEST="SHA-256=$(printf %s "$BODY" | openssl dgst -sha256 -binary | openssl base64 -A)"',
    `SIGNATURE=$(printf '${format}' ${values} \\`,
    '  | openssl dgst -sha256 -sign qseal.key | openssl base64 -A)',
    'SERIAL=$(openssl x509 -in qseal.pem -noout -serial | cut -d= -f2)',
    'ISSUER=$(openssl x509 -in qseal.pem -noout -issuer -nameopt RFC2253,-esc_msb,utf8 | cut -d= -f2-)',
    writeCurl(request, '"$BODY"', [
      '-H "Digest: $DIGEST"',
      '-H "TPP-Signature-Certificate: $(openssl x509 -in qseal.pem -outform DER | openssl base64 -A)"',
      String.raw`-H "Signature: keyId=\"SN=$SERIAL,CA=$ISSUER\",algorithm=\"${algorithm}\",headers=\"${signedNames(request)}\",signature=\"$SIGNATURE\""`,
    ]),
  ].join('\n');
}
