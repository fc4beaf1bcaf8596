/** Adds the errors about certificates and signatures to every operation that takes an access token. */
import { routeAreaOf } from '#platform/http/route-area.ts';
import type { ErrorRow, Section } from '../operation.ts';

const WHO = 'of the application';

/** Of a certificate that came. */
export const SENT_CERTIFICATE_ERRORS = [
  { status: 401, code: 'CERTIFICATE_INVALID', when: `the certificate is not accepted, or is not one ${WHO}; the text says why` },
  { status: 401, code: 'CERTIFICATE_EXPIRED', when: 'the certificate has run out' },
  { status: 401, code: 'CERTIFICATE_REVOKE', when: 'its authority revoked the certificate' },
  { status: 401, code: 'CERTIFICATE_BLOCKED', when: 'the bank blocks the certificate' },
] as const satisfies readonly ErrorRow[];

/** Checked after the token, before the role. */
const CERTIFICATE_ERRORS: readonly ErrorRow[] = [
  { status: 401, code: 'CERTIFICATE_MISSING', when: `the profile ${WHO} needs a certificate, or its calls are signed, and no certificate came` },
  ...SENT_CERTIFICATE_ERRORS,
];

/** Checked after the headers, before the body. */
const SIGNATURE_ERRORS: readonly ErrorRow[] = [
  { status: 401, code: 'SIGNATURE_MISSING', when: 'the application signs its calls, and Signature or Digest is missing' },
  { status: 401, code: 'SIGNATURE_INVALID', when: 'Signature or Digest does not fit the call; path names the header' },
];

export function withIdentity(section: Section): Section {
  return {
    ...section,
    operations: section.operations.map((operation) => {
      const place = operation.errors.findLastIndex(({ code }) => code === 'TOKEN_EXPIRED') + 1;
      if (routeAreaOf(operation.path) !== 'xs2a' || place === 0) return operation;
      return { ...operation, errors: operation.errors.toSpliced(place, 0, ...CERTIFICATE_ERRORS, ...SIGNATURE_ERRORS) };
    }),
  };
}
