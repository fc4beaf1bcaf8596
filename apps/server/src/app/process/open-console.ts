/** Opens the console of the bank's staff at its own address. */
import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Config } from '#platform/config.ts';
import type { Portico } from '../composition/build-app.ts';
import { buildConsole } from '../composition/build-console.ts';
import type { Say } from '../demo/announce.ts';
import { findFreePort, isPortFree } from '../demo/child-site.ts';

/** A development server goes on with a free port where another program uses its port, as other servers of the same developer do. */
export async function withFreeConsolePort(config: Config, say: Say): Promise<Config> {
  const { console } = config;
  if (config.mode !== 'development' || console === undefined || (await isPortFree(console.port))) return config;
  const port = await findFreePort();
  say(`Port ${console.port} is already in use, so the console gets port ${port}. Set PORTICO_CONSOLE_ADDRESS to choose one.`);
  const url = new URL(console.url);
  if (url.port === String(console.port)) url.port = String(port);
  return { ...config, console: { ...console, port, url: url.origin } };
}

/** {@link Portico.stop} closes it. @throws the error of `listen`, e.g. EADDRINUSE. */
export async function openConsole(portico: Portico, { console }: Config, log: Logger): Promise<void> {
  if (console === undefined) return;
  const { host, port, url } = console;
  const { server } = await buildConsole(portico, { settings: console, log });
  server.listen({ host, port });
  await once(server, 'listening');
  portico.doors.push({ server, cut: () => server.closeAllConnections() });
  log.info({ host, port, url }, 'listening for the console');
}
