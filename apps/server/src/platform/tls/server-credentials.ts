/** The server's certificate and key from files. A renewed certificate is used from the next handshake on, without a restart. */
import { readFileSync } from 'node:fs';
import type { Server } from 'node:tls';
import type { Logger } from 'pino';
import { type CredentialFiles, flawOfFiles } from './credential-files.ts';
import { mtlsOptions, type ServerCredentials } from './mtls-listener.ts';
import { MTLS_FILES } from './mtls-settings.ts';

/** How often the files are looked at. A certificate is renewed days before it expires. */
const LOOK_MS = 60_000;

export const readCredentials = ({ certFile, keyFile }: CredentialFiles): ServerCredentials => ({
  keyPem: readFileSync(keyFile, 'utf8'),
  certPem: readFileSync(certFile, 'utf8'),
});

export interface Renewal {
  /** Looks at the files now. */
  look(): void;
  end(): void;
}

/**
 * Reads the files at intervals, because a watch of the file system misses what orchestrators do: they replace a link to the folder. Files that cannot
 * be used, such as a certificate whose key is still to come, change nothing, and the log names them once.
 */
export function renewCredentials(
  files: CredentialFiles,
  servers: readonly Pick<Server, 'setSecureContext'>[],
  log: Pick<Logger, 'info' | 'warn'>,
): Renewal {
  let known = textOf(files);
  const look = () => {
    const found = textOf(files);
    if (found === known) return;
    known = found;
    const flaw = flawOfFiles(files, MTLS_FILES);
    if (flaw !== undefined) {
      log.warn({ file: files[flaw.of], accepted: flaw.accepted }, 'The new certificate for mutual TLS cannot be used; the old one stays.');
      return;
    }
    const options = mtlsOptions(readCredentials(files));
    for (const server of servers) server.setSecureContext(options);
    log.info({ file: files.certFile }, 'The certificate for mutual TLS was renewed.');
  };
  const timer = setInterval(look, LOOK_MS).unref();
  return { look, end: () => clearInterval(timer) };
}

/** Undefined where one of the files cannot be read. */
function textOf(files: CredentialFiles): string | undefined {
  try {
    const { certPem, keyPem } = readCredentials(files);
    return `${certPem}\n${keyPem}`;
  } catch {
    return undefined;
  }
}
