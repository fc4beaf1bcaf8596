/** Builds the console: a second HTTP server with its own routes, on the services of the ordinary one. */
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type ConsoleServices, registerConsole, registerConsolePages } from '#modules/console/index.ts';
import type { ConsoleSettings } from '#platform/config.ts';
import { createHttpServer, type KnownRoute } from '#platform/http/create-http-server.ts';
import { BUILT_PAGES, type Portico } from './build-app.ts';

export interface ConsoleServer {
  readonly settings: ConsoleSettings;
  readonly log: Logger;
  readonly onRoute?: (route: KnownRoute) => void;
  /** Default: the build of `apps/web`. */
  readonly folder?: string;
}

/** The caller starts to listen, and closes the server with those of {@link Portico.doors}. */
export async function buildConsole(
  { platform, modules, shutdown }: Pick<Portico, 'platform' | 'modules' | 'shutdown'>,
  { settings, log, onRoute, folder = BUILT_PAGES }: ConsoleServer,
): Promise<FastifyInstance> {
  const { url } = settings;
  // The policy and the origin guard name the console only: no other page may call it, and it calls no other address.
  const config = { ...platform.config, publicUrl: url, apiBase: url, contentBase: url, sandboxBase: url, identityBase: url, allowedOrigins: [] };
  const app = await createHttpServer({ config, log, shutdown, ...(onRoute === undefined ? {} : { onRoute }) });
  registerConsole(app, consoleServicesOf({ platform, modules }, settings));
  await registerConsolePages(app, folder);
  await app.ready();
  return app;
}

export const consoleServicesOf = ({ platform, modules }: Pick<Portico, 'platform' | 'modules'>, settings: ConsoleSettings): ConsoleServices => ({
  ...modules,
  platform,
  settings,
  flushRequests: modules.requestLog.flush,
});
