/**
 * Makes one file of each process that `npm start` runs, and of the packages that it loads: Node then opens a few files instead of 2400
 * (docs/decisions/0053-a-start-opens-few-files.md). The sources run as they are, too; tests of single files do so.
 */
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '..');
/** They read files or start workers beside their own modules. */
const AS_INSTALLED = ['@electric-sql/pglite', 'pdfkit', 'pino'];

/** Where it lies decides where it finds what is no source: `platform/server-folder.ts`, `build-site.ts`. */
const PROCESSES = [
  { entry: 'apps/server/src/app/main.ts', folder: 'apps/server/dist/server' },
  { entry: 'apps/demo-tpp/src/main.ts', folder: 'apps/demo-tpp/dist' },
  { entry: 'apps/demo-idp/src/main.ts', folder: 'apps/demo-idp/dist' },
];

await Promise.all(
  PROCESSES.map(({ entry, folder }) =>
    build({
      root,
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      ssr: { noExternal: true, external: AS_INSTALLED },
      build: {
        ssr: entry,
        outDir: folder,
        emptyOutDir: true,
        target: 'node24',
        minify: false,
        // The provider of tokens names its models by their classes.
        rolldownOptions: { checks: { eval: false }, output: { keepNames: true, entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js' } },
      },
    }),
  ),
);
