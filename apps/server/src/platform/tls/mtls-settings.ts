/** The operator's settings for mutual TLS. The server ends TLS itself, or a proxy does, or both. */
import type { SettingReader } from '../setting-reader.ts';
import type { SettingName } from '../settings.ts';
import { type CredentialFiles, type CredentialNames, readCredentialFiles } from './credential-files.ts';
import { PROXY_HEADERS } from './proxy-header.ts';

export interface MtlsSettings {
  /** The origin that applications call, e.g. `https://localhost:3443`. */
  readonly url: string;
  /** The port on which the server ends TLS; absent: only a proxy does. */
  readonly port?: number | undefined;
  /** Absent: the sandbox's own authority makes the certificate of the server. */
  readonly files?: CredentialFiles | undefined;
  /** The port for proxies that end TLS; absent: none. */
  readonly proxy?: { readonly port: number; readonly header: (typeof PROXY_HEADERS)[number]; readonly secret: string } | undefined;
}

export interface Around {
  readonly isDevelopment: boolean;
  /** Port of the ordinary address. */
  readonly port: number;
  /** True: an authority of the sandbox makes the certificate of the server where no files are set. */
  readonly hasAuthority: boolean;
  readonly trustedProxies: readonly string[];
}

const PORT_MAX = 65_535;
const DEVELOPMENT_PORT = 3443;
const SECRET_LENGTH_MIN = 32;
/** The certificate that this server shows. */
export const MTLS_FILES: CredentialNames = { certFile: 'PORTICO_MTLS_CERT_FILE', keyFile: 'PORTICO_MTLS_KEY_FILE', whose: 'this server' };

/** Returns undefined where this server has no address for mutual TLS. */
export function readMtls(read: SettingReader, { isDevelopment, port: ordinary, hasAuthority, trustedProxies }: Around): MtlsSettings | undefined {
  const [portName, proxyName] = ['PORTICO_MTLS_PORT', 'PORTICO_MTLS_PROXY_PORT'] as const;
  const port = read.integer(portName, { min: 0, max: PORT_MAX, fallback: isDevelopment && hasAuthority ? DEVELOPMENT_PORT : 0 });
  const files = readCredentialFiles(read, MTLS_FILES);
  if (port !== 0 && files === undefined && !(isDevelopment && hasAuthority))
    refuse(read, 'PORTICO_MTLS_CERT_FILE', undefined, `the file of the server's certificate, which ${portName} requires (this setting is required)`);
  if (port === 0 && files !== undefined) refuse(read, 'PORTICO_MTLS_CERT_FILE', files.certFile, `nothing, unless ${portName} is set`);
  const proxyPort = read.integer(proxyName, { min: 0, max: PORT_MAX, fallback: 0 });
  const proxy = proxyPort === 0 ? noProxy(read) : { port: proxyPort, ...readProxy(read, trustedProxies) };
  const ports = [ordinary, port, proxyPort].filter((each) => each !== 0);
  if (new Set(ports).size < ports.length)
    refuse(
      read,
      proxyPort === ordinary || proxyPort === port ? proxyName : portName,
      String(proxyPort || port),
      'a port that no other setting names',
    );
  const hasAddress = port !== 0 || proxyPort !== 0;
  if (!hasAddress && !read.isGiven('PORTICO_MTLS_URL')) return undefined;
  const url = read.origin('PORTICO_MTLS_URL', {
    fallback: isDevelopment ? `https://localhost:${port || proxyPort || DEVELOPMENT_PORT}` : undefined,
    httpOnLoopback: false,
  });
  if (!hasAddress) refuse(read, 'PORTICO_MTLS_URL', url, `nothing, unless ${portName} or ${proxyName} is set`);
  return { url, port: port === 0 ? undefined : port, files, proxy };
}

function readProxy(read: SettingReader, trustedProxies: readonly string[]): Omit<NonNullable<MtlsSettings['proxy']>, 'port'> {
  if (trustedProxies.length === 0)
    refuse(
      read,
      'PORTICO_TRUSTED_PROXIES',
      undefined,
      'the addresses of the proxies, which PORTICO_MTLS_PROXY_PORT requires (this setting is required)',
    );
  return {
    header: read.oneOf('PORTICO_MTLS_PROXY_HEADER', PROXY_HEADERS, PROXY_HEADERS[0]),
    secret: read.secret('PORTICO_MTLS_PROXY_SECRET', { lengthMin: SECRET_LENGTH_MIN }),
  };
}

function noProxy(read: SettingReader): undefined {
  for (const name of ['PORTICO_MTLS_PROXY_SECRET', 'PORTICO_MTLS_PROXY_HEADER'] as const)
    if (read.isGiven(name)) refuse(read, name, '(hidden)', 'nothing, unless PORTICO_MTLS_PROXY_PORT is set');
}

function refuse(read: SettingReader, name: SettingName, given: string | undefined, accepted: string): void {
  read.problems.push({ name, given, accepted });
}
