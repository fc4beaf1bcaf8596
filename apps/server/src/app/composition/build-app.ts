/** Builds the server without starting it: modules connected, routes registered. `main.ts` runs it; tests call it with `inject`. */
import { join } from 'node:path';
import { sanitiseHtml } from '@portico/contract/html';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { MakeCore } from '#modules/bank-core/index.ts';
import { createBankDocuments } from '#modules/catalog/index.ts';
import { ContentError, createContent } from '#modules/content/index.ts';
import { createMaintenancePages } from '#modules/maintenance/index.ts';
import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/db/database.ts';
import { createHttpServer, type KnownRoute } from '#platform/http/create-http-server.ts';
import { closeServer, createShutdown, type Door, runStopSteps, type Shutdown } from '#platform/http/graceful-stop.ts';
import { hashAddressOf } from '#platform/http/hash-address.ts';
import { STOP_TIMEOUT_MS } from '#platform/http/limits.ts';
import type { ReadLoad } from '#platform/http/load-shedding.ts';
import type { Platform } from '#platform/platform.ts';
import { provenClientOf } from '#platform/request-notes.ts';
import { serverFolder } from '#platform/server-folder.ts';
import { createDrawPdf } from '../draw-pdf.ts';
import { compose } from './compose.ts';
import { type Edition, loadEdition } from './edition.ts';
import { hashRoutes } from './hash-routes.ts';
import type { Modules } from './modules.ts';
import { NEW_WORK } from './new-work.ts';
import { registerRoutes } from './register-routes.ts';
import { textsOf } from './texts-of.ts';

const root = (path: string) => join(serverFolder, '../..', path);

/** The build of `apps/web`. */
export const BUILT_PAGES = root('apps/web/dist');

export interface BuildAppDeps {
  readonly config: Config;
  /** Open and migrated. The caller closes it after `stop`. */
  readonly database: Database;
  readonly log: Logger;
  /** Creates the bank's own core; with `config.bank` `adapter` only. */
  readonly makeCore?: MakeCore | undefined;
  readonly onRoute?: (route: KnownRoute) => void;
  /** Returns the delay of the event loop. Default: never late. */
  readonly readLoad?: ReadLoad;
  /** Default: the build of `apps/web`. */
  readonly webFolder?: string;
  /** Default: the folder of the settings, or `content/` of the repository. */
  readonly contentDir?: string;
}

export interface Portico {
  readonly app: FastifyInstance;
  readonly platform: Platform;
  readonly modules: Modules;
  readonly edition: Edition;
  readonly shutdown: Shutdown;
  /** Further servers with the same routes. Who opens one adds it, and {@link stop} closes it. */
  readonly doors: Door[];
  /** Starts the jobs; the caller starts to listen. */
  start(): Promise<void>;
  /** Ends held requests with 503 and lets running requests and jobs finish, within 10 s. Returns the names of the steps that did not end in time. */
  stop(): Promise<readonly string[]>;
}

export async function buildApp(deps: BuildAppDeps): Promise<Portico> {
  const { config, database, log, makeCore, onRoute, webFolder, contentDir, readLoad = () => 0 } = deps;
  const shutdown = createShutdown();
  const makeEdition = await loadEdition(config, makeCore);
  const { platform, modules, edition, startJobs, stopMailbox } = compose({ config, database, log, shutdown, makeEdition });
  const texts = textsOf({ ...config, ...(contentDir === undefined ? {} : { contentDir }) });
  const startedAt = (await platform.clock.realNow(database.db)).getTime() - performance.now();
  const content = await createContent({ ...texts, log, now: () => new Date(startedAt + performance.now()) });
  const maintenancePages = await createMaintenancePages({ ...texts, sanitise: sanitiseHtml, log }).catch((cause: unknown) => {
    throw new ContentError(`The content cannot be served: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  });
  const drawPdf = createDrawPdf();
  const bankDocuments = createBankDocuments(config.specsDir, config.apiBase, log);
  const app = await createHttpServer({
    config,
    log,
    shutdown,
    pageElsewhere: (url) => hashAddressOf(hashRoutes(content.menu()), url),
    applicationOf: (request) => applicationOf(modules, request),
    load: { readLoad, newWork: NEW_WORK, delayMsMax: config.busyDelayMs },
    ...(onRoute === undefined ? {} : { onRoute }),
  });
  await registerRoutes(app, {
    platform,
    modules,
    edition,
    content,
    maintenancePages,
    bankSections: bankDocuments.sections,
    database,
    shutdown,
    drawPdf,
    webFolder: webFolder ?? BUILT_PAGES,
    clientFolder: root('apps/server/dist/client'),
  });
  await app.ready();
  const doors: Door[] = [];

  return {
    app,
    platform,
    modules,
    edition,
    shutdown,
    doors,
    async start() {
      // A wrong folder of authorities stops the server here, and not its first call.
      if (config.trustDir !== undefined) await modules.providerIdentity.loadAuthorities();
      await startJobs();
      void bankDocuments.load();
    },
    async stop() {
      shutdown.begin();
      content.close();
      return runStopSteps(
        [
          { name: 'requests', run: () => closeServer(app, STOP_TIMEOUT_MS / 2, doors) },
          { name: 'jobs', run: () => platform.jobs.stop(STOP_TIMEOUT_MS / 4) },
          { name: 'mailbox', run: stopMailbox },
          { name: 'documents', run: bankDocuments.stop },
          { name: 'PDFs', run: drawPdf.stop },
          { name: 'request log', run: modules.requestLog.flush },
        ],
        STOP_TIMEOUT_MS,
      );
    },
  };
}

/** By its token, or by its secret. */
function applicationOf({ oauth }: Pick<Modules, 'oauth'>, request: object) {
  const holder = oauth.holderOf(request);
  if (holder !== undefined) return { appId: holder.appId };
  const clientId = provenClientOf(request);
  return clientId === undefined ? undefined : { clientId };
}
