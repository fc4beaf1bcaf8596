/** The operator's settings for the way to the bank's core. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { CoreSettings } from './config.ts';
import { replaceabilityOf } from './secret-file.ts';
import type { SettingReader } from './setting-reader.ts';
import { attempt, readCredentialFiles } from './tls/credential-files.ts';

const SECRET_LENGTH_MIN = 32;
const NAMES = [
  'PORTICO_BANK_URL',
  'PORTICO_BANK_SECRET',
  'PORTICO_BANK_TIMEOUT_MS',
  'PORTICO_BANK_CERT_FILE',
  'PORTICO_BANK_KEY_FILE',
  'PORTICO_BANK_CA_FILE',
  'PORTICO_BANK_AUTHENTICATION_ORIGINS',
] as const;
const [URL_NAME, SECRET, TIMEOUT, CERT_FILE, KEY_FILE, CA_FILE, ORIGINS] = NAMES;

/** The sandbox bank uses no core. A setting for a core is an error there, because the operator expected it to be used. */
export function readCore(read: SettingReader, bank: 'sandbox' | 'adapter', isDevelopment: boolean): CoreSettings | undefined {
  if (bank === 'adapter') {
    const url = read.base(URL_NAME, { httpOnLoopback: isDevelopment });
    return {
      url,
      secret: read.secret(SECRET, { lengthMin: SECRET_LENGTH_MIN }),
      timeoutMs: read.integer(TIMEOUT, { min: 100, max: 30_000, fallback: 5_000 }),
      authenticationOrigins: read.origins(ORIGINS, { httpOnLoopback: isDevelopment }),
      tls: readTls(read, url),
    };
  }
  for (const name of NAMES.filter((each) => read.isGiven(each)))
    read.problems.push({ name, given: '(hidden)', accepted: 'nothing, unless PORTICO_BANK is adapter' });
  return undefined;
}

function readTls(read: SettingReader, url: string): CoreSettings['tls'] {
  const credentials = readCredentialFiles(read, { certFile: CERT_FILE, keyFile: KEY_FILE, whose: 'Portico as a client of the core' });
  const caFile = read.isGiven(CA_FILE) ? read.text(CA_FILE, { fallback: undefined }) : undefined;
  if (caFile !== undefined) {
    requireCertificate(read, CA_FILE, caFile, 'a readable PEM file with the certificates of the authorities that certify the core');
    read.isPrivate(CA_FILE, replaceabilityOf(caFile, 'the authorities that certify the core'));
  }
  if (credentials !== undefined) requireCertificate(read, CERT_FILE, credentials.certFile, 'a certificate of Portico');
  for (const name of [CERT_FILE, CA_FILE])
    if (read.isGiven(name) && url.startsWith('http:'))
      read.problems.push({ name, given: '(a file)', accepted: `nothing, unless ${URL_NAME} begins with https` });
  return credentials === undefined && caFile === undefined ? undefined : { credentials, caFile };
}

/** The first certificate of the file must be readable and in force, because calls with another one fail. */
function requireCertificate(read: SettingReader, name: typeof CERT_FILE | typeof CA_FILE, file: string, accepted: string): void {
  const certificate = attempt(() => new X509Certificate(readFileSync(file)));
  if (certificate === undefined) read.problems.push({ name, given: file, accepted });
  else if (Date.parse(certificate.validTo) < Date.now())
    read.problems.push({ name, given: `${file} (expired on ${certificate.validTo})`, accepted: `${accepted} that has not expired` });
}
