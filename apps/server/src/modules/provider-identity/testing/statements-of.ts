/** The value of the extension qcStatements, which an authority of openssl writes into its certificates. */
import { readX509 } from '../read/x509.ts';
import { makeCertificate, type QcParts, qcStatements } from './make-certificate.ts';

export function statementsOf(parts: QcParts = {}): Uint8Array {
  const made = readX509(makeCertificate({ extensions: [qcStatements(parts)] }));
  if (!made.ok) throw new Error(made.fault.text);
  return made.x509.qcStatements ?? new Uint8Array();
}
