/**
 * The signature in an ECDSA certificate can be written in a second form, by everyone. What is decided about one form, such as its removal or its block,
 * must not end with the other.
 */
import type { CertificateFault } from '../provider-identity.ts';

/** @param known thumbprint of the form that is known. */
export function otherForm(known: string): CertificateFault {
  return {
    code: 'CERTIFICATE_INVALID',
    text: `The certificate is a changed form of the known one with the thumbprint ${known}: its content is equal, and its signature is written otherwise. Send it as its issuer signed it.`,
  };
}
