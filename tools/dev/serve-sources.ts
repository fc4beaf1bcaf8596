/**
 * What a developer of Portico works with: Vite serves the pages from their sources at the portal's address and passes every other request to a
 * Portico server that runs from its sources on a port of this machine. The pages' strict content policy is absent here, because Vite writes
 * inline scripts; `npm start` and every journey have it.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { freePort } from '../../packages/testkit/src/ports.mjs';
import { pageOf } from './page-of.ts';
import { createServerProcess } from './server-process.ts';

const root = join(import.meta.dirname, '../..');
/** A change in these folders restarts the server process. The server reads a changed file in `content/` without a restart. */
const SERVER_SOURCES = ['apps/server/src', 'apps/server/migrations', 'apps/demo-tpp/src', 'apps/demo-idp/src', 'packages'].map((path) =>
  join(root, path),
);
const TEST = /\.test\.tsx?$/;
const DEFAULT_PORT = 3000;
/** Every path except those of the files that Vite creates from the sources. */
const FOR_SERVER = /^\/(?!@|src\/|node_modules\/)/;

const settings = join(root, '.env');
if (existsSync(settings)) process.loadEnvFile(settings);
const port = Number(process.env.PORT ?? DEFAULT_PORT);
const serverPort = await freePort();
const publicUrl = process.env.PORTICO_PUBLIC_URL ?? `http://localhost:${port}`;
const server = createServerProcess({
  entry: join(root, 'apps/server/src/app/main.ts'),
  port: serverPort,
  env: { ...process.env, PORTICO_PUBLIC_URL: publicUrl },
});

const pages = await createServer({
  configFile: join(root, 'apps/web/vite.config.ts'),
  plugins: [holdUntilReady()],
  server: {
    port,
    strictPort: true,
    host: 'localhost',
    proxy: {
      [FOR_SERVER.source]: {
        target: `http://127.0.0.1:${serverPort}`,
        bypass: ({ url }) => pageOf(url),
      },
    },
  },
});
await pages.listen();
server.start();
restartOnChange(pages);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await Promise.all([server.stop(), pages.close()]);
    process.exit(0);
  });
}

/** While the server restarts, the loading of a page waits for it instead of showing an error. */
function holdUntilReady(): Plugin {
  return {
    name: 'portico-hold-until-ready',
    configureServer({ middlewares }) {
      middlewares.use(async ({ url = '' }, response, next) => {
        if (!FOR_SERVER.test(url) || (await server.isReady())) return next();
        response.statusCode = 503;
        response.end('The server has ended. The terminal says why; it starts again when a source changes.');
      });
    },
  };
}

function restartOnChange({ watcher }: ViteDevServer): void {
  watcher.add(SERVER_SOURCES);
  watcher.on('all', (_event, path) => {
    if (SERVER_SOURCES.some((folder) => path.startsWith(folder)) && !TEST.test(path)) server.restart();
  });
}
