/** Recognises that a server was not called because of its certificate, and says what to do. Its code alone helps few operators. */

/** Codes of Node (https://nodejs.org/api/tls.html#x509-certificate-error-codes), by what is wrong. */
const UNTRUSTED: ReadonlySet<string> = new Set([
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'CERT_UNTRUSTED',
  'INVALID_CA',
]);
const OTHERS: ReadonlyMap<string, string> = new Map([
  ['CERT_HAS_EXPIRED', 'has expired'],
  ['CERT_NOT_YET_VALID', 'is not valid yet; compare the clocks'],
  ['CERT_REVOKED', 'is revoked'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'names another host than the one that was called'],
]);
/** Some libraries replace the code and keep the message of OpenSSL or Node. */
const MESSAGES: readonly (readonly [text: RegExp, code: string])[] = [
  [/self[- ]signed certificate in certificate chain/, 'SELF_SIGNED_CERT_IN_CHAIN'],
  [/self[- ]signed certificate/, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  [/unable to verify the first certificate/, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  [/unable to get local issuer certificate/, 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
  [/unable to get issuer certificate/, 'UNABLE_TO_GET_ISSUER_CERT'],
  [/certificate has expired/, 'CERT_HAS_EXPIRED'],
  [/certificate is not yet valid/, 'CERT_NOT_YET_VALID'],
  [/does not match certificate's altnames/, 'ERR_TLS_CERT_ALTNAME_INVALID'],
];
const CAUSES_MAX = 8;

/** @returns a clause about the certificate without names and addresses, such as `its certificate has expired (CERT_HAS_EXPIRED)`; or undefined. */
export function certificateFault(error: unknown): string | undefined {
  const code = codeOf(error, 0);
  if (code === undefined) return undefined;
  const other = OTHERS.get(code);
  if (other !== undefined) return `its certificate ${other} (${code})`;
  return `its certificate is not trusted (${code}): if an authority of the bank signed it, give that authority in the file that NODE_EXTRA_CA_CERTS names, and start again`;
}

function codeOf(error: unknown, depth: number): string | undefined {
  if (!(error instanceof Error) || depth > CAUSES_MAX) return undefined;
  const given = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (UNTRUSTED.has(given) || OTHERS.has(given)) return given;
  return MESSAGES.find(([text]) => text.test(error.message))?.[1] ?? codeOf(error.cause, depth + 1);
}
