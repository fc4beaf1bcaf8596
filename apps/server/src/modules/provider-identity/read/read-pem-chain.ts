/** Reads certificates that a person pasted or a program sent as text. */
import { PEM_LENGTH_MAX } from '@portico/contract/values';

const CHAIN_LENGTH_MAX = 4;

export type PemResult =
  /** DER forms in the order of the text; at least one. */
  { readonly ok: true; readonly chain: readonly Uint8Array[] } | { readonly ok: false; readonly text: string };

const BEGIN = '-----BEGIN ';
const DASHES = '-----';
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Reads one to four certificates from PEM (RFC 7468): with any line ends, on one line, with text before, between and after. The base64 form of one
 * DER certificate without the PEM lines is accepted too. Never throws. The bytes are no certificates yet: pass them to `readCertificate`.
 */
export function readPemChain(text: string): PemResult {
  if (text.length > PEM_LENGTH_MAX) return fault(`The text has ${text.length} characters. At most ${PEM_LENGTH_MAX} are accepted.`);
  if (text.includes('PRIVATE KEY-----')) {
    return fault(
      'The text contains a private key. Never send your private key, and replace this one. Send the certificate only ("BEGIN CERTIFICATE").',
    );
  }
  // Settings and environment variables often hold line ends as the two characters \n.
  const plain = text.replaceAll('\\r', ' ').replaceAll('\\n', ' ');
  const chain = plain.includes(BEGIN) ? readBlocks(plain) : readBare(plain);
  if (typeof chain === 'string') return fault(chain);
  if (chain.length > CHAIN_LENGTH_MAX) return fault(`The text contains ${chain.length} certificates. At most ${CHAIN_LENGTH_MAX} are accepted.`);
  return { ok: true, chain };
}

const fault = (text: string): PemResult => ({ ok: false, text });

/** The certificates of all blocks, or what is wrong. */
function readBlocks(text: string): readonly Uint8Array[] | string {
  const chain: Uint8Array[] = [];
  for (let begin = text.indexOf(BEGIN); begin !== -1; begin = text.indexOf(BEGIN, begin + BEGIN.length)) {
    const labelEnd = text.indexOf(DASHES, begin + BEGIN.length);
    const label = labelEnd === -1 ? '' : text.slice(begin + BEGIN.length, labelEnd);
    if (label !== 'CERTIFICATE') return `The text contains a block that does not begin with "-----BEGIN CERTIFICATE-----". Send certificates only.`;
    const end = text.indexOf(`-----END CERTIFICATE-----`, labelEnd);
    const bytes = end === -1 ? undefined : decode(text.slice(labelEnd + DASHES.length, end));
    if (bytes === undefined)
      return 'The text contains an incomplete certificate. Send it from "-----BEGIN CERTIFICATE-----" to "-----END CERTIFICATE-----", unchanged.';
    chain.push(bytes);
  }
  return chain;
}

/** base64 of DER begins with the tag of a SEQUENCE. */
function readBare(text: string): readonly Uint8Array[] | string {
  const bytes = decode(text);
  return bytes?.[0] === 0x30 ? [bytes] : 'The text contains no certificate. Send it as PEM, which begins with "-----BEGIN CERTIFICATE-----".';
}

function decode(text: string): Uint8Array | undefined {
  const base64 = text.replaceAll(/\s/g, '');
  return BASE64.test(base64) ? new Uint8Array(Buffer.from(base64, 'base64')) : undefined;
}
