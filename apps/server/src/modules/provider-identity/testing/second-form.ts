/** Writes the signature of an ECDSA certificate in its second form: (r, s) and (r, n - s) verify alike. Everyone can do that, without a key. */
import { childrenOf, contentOf, encodedOf, readDer } from '../read/der.ts';
import { bits, integer, sequence } from './write-der.ts';

/** The order of the curve P-256 (SEC 2, §2.4.2). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const LIMITS = { depth: 24, nodes: 1_000 };

/** @param der signed with a key on P-256. Returns a certificate with the same content and another thumbprint. */
export function secondForm(der: Uint8Array): Buffer {
  const [content, algorithm, signature] = childrenOf(readDer(der, LIMITS));
  // The first byte of a BIT STRING counts its unused bits.
  const numbers = signature && readDer(contentOf(signature).subarray(1), LIMITS);
  const [r, s] = childrenOf(numbers);
  if (content === undefined || algorithm === undefined || r === undefined || s === undefined) throw new Error('This is no certificate with ECDSA.');
  const other = (ORDER - BigInt(`0x${Buffer.from(contentOf(s)).toString('hex')}`)).toString(16);
  const written = sequence(encodedOf(r), integer(other.padStart(other.length + (other.length % 2), '0')));
  return Buffer.from(sequence(encodedOf(content), encodedOf(algorithm), bits(written)));
}
