/** Reads a certificate that a developer uploads. It proves nothing yet: everyone can have the certificate of another provider. */
import type { ReadCertificate } from '../read/read-certificate.ts';
import { readCertificate } from '../read/read-certificate.ts';
import { readPemChain } from '../read/read-pem-chain.ts';
import { notAcceptable } from './certificate-refusals.ts';

export interface UploadedForm {
  readonly der: Buffer;
  readonly certificate: ReadCertificate;
}

/** The first certificate of the text counts; its issuers may follow. @throws UiRefusal 400. */
export function readUpload(pem: string): UploadedForm {
  const read = readPemChain(pem);
  if (!read.ok) throw notAcceptable(read.text, 'pem');
  const [der] = read.chain;
  if (der === undefined) throw notAcceptable('The text contains no certificate.', 'pem');
  const result = readCertificate(der);
  if (!result.ok) throw notAcceptable(result.fault.text, 'pem');
  return { der: Buffer.from(der), certificate: result.certificate };
}
