/** Opens the addresses for mutual TLS of a server: its own, and the one for proxies. */
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { Server as TlsServer } from 'node:tls';
import type { Logger } from 'pino';
import type { Config } from '#platform/config.ts';
import { matchAddresses } from '#platform/http/address-list.ts';
import { createFurtherServer, type FurtherServerOptions } from '#platform/http/further-server.ts';
import type { Door } from '#platform/http/graceful-stop.ts';
import { createMtlsServer, type ServerCredentials } from '#platform/tls/mtls-listener.ts';
import type { MtlsSettings } from '#platform/tls/mtls-settings.ts';
import { createProxyServer } from '#platform/tls/proxy-header.ts';
import { readCredentials, renewCredentials } from '#platform/tls/server-credentials.ts';
import type { Portico } from '../composition/build-app.ts';
import type { Say } from '../demo/announce.ts';
import { findFreePort, isPortFree } from '../demo/child-site.ts';

export interface OpenedMtls {
  /** The origin that applications call; undefined: this server has none. */
  readonly url: string | undefined;
  /** The doors themselves are closed by {@link Portico.stop}. */
  end(): void;
}

/** A development server goes on with a free port where another program uses its port, as other servers of the same developer do. */
export async function withFreeMtlsPort(config: Config, say: Say): Promise<Config> {
  const { mtls } = config;
  if (config.mode !== 'development' || mtls?.port === undefined || (await isPortFree(mtls.port))) return config;
  const port = await findFreePort();
  say(`Port ${mtls.port} is already in use, so mutual TLS gets port ${port}. Set PORTICO_MTLS_PORT to choose one.`);
  return { ...config, mtls: { ...mtls, port, url: withPort(mtls, port) } };
}

/** Only where the URL names the port: a proxy or a name of another kind may be in front of it. */
function withPort({ url, port: from }: MtlsSettings, port: number): string {
  const changed = new URL(url);
  if (changed.port === String(from)) changed.port = String(port);
  return changed.origin;
}

/** @throws the error of `listen`, e.g. EADDRINUSE. */
export async function openMtls(
  { app, doors, edition }: Pick<Portico, 'app' | 'doors' | 'edition'>,
  config: Config,
  log: Logger,
): Promise<OpenedMtls> {
  const { mtls } = config;
  const open = async (port: number, make: FurtherServerOptions['make']): Promise<readonly Door[]> => {
    const hosts = await hostsOf(config.host);
    const tried = await Promise.allSettled(hosts.map((host) => listen(createFurtherServer(app, { config, make }), host, port)));
    const opened = tried.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    doors.push(...opened);
    // One address of `localhost` is enough: a machine may have IPv6 in its list of hosts only.
    if (opened.length === 0) throw tried.find((each) => each.status === 'rejected')?.reason;
    return opened;
  };
  if (mtls?.proxy !== undefined) {
    const settings = { ...mtls.proxy, isTrusted: matchAddresses(config.trustedProxies ?? []) };
    await open(mtls.proxy.port, (options, route) => createProxyServer(settings, options, route));
  }
  const credentials = mtls?.port === undefined ? undefined : await credentialsOf(mtls, edition.serverCredentials);
  if (mtls?.port === undefined || credentials === undefined) return { url: mtls?.proxy && mtls.url, end: () => undefined };
  const opened = await open(mtls.port, (options, route) => createMtlsServer(credentials, options, route));
  const servers = opened.map(({ server }) => server).filter((server) => server instanceof TlsServer);
  const renewal = mtls.files && renewCredentials(mtls.files, servers, log);
  log.info({ host: config.host, port: mtls.port, url: mtls.url }, 'listening for mutual TLS');
  return { url: mtls.url, end: () => renewal?.end() };
}

async function listen(door: Door, host: string, port: number): Promise<Door> {
  door.server.listen({ host, port });
  await once(door.server, 'listening');
  return door;
}

async function credentialsOf({ files }: MtlsSettings, make?: () => Promise<ServerCredentials>): Promise<ServerCredentials | undefined> {
  return files === undefined ? make?.() : readCredentials(files);
}

/** `localhost` has two addresses on most machines, and clients try either of them first. Fastify listens in the same way. */
async function hostsOf(host: string): Promise<readonly string[]> {
  return host === 'localhost' ? (await lookup(host, { all: true })).map(({ address }) => address) : [host];
}
