/** Reads files of `vectors/`, whose README names their origins. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPemChain } from '../read/read-pem-chain.ts';

/** The DER form of the one certificate in a file of `vectors/`. */
export function readVector(name: string): Uint8Array {
  const result = readPemChain(readFileSync(join(import.meta.dirname, 'vectors', name), 'utf8'));
  const [der] = result.ok ? result.chain : [];
  if (der === undefined) throw new Error(`${name} contains no certificate.`);
  return der;
}
