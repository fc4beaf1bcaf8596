/**
 * Bundles each process (servers and operators' commands) with the packages that it loads into a few files, which Node opens instead of 2400
 * (docs/decisions/0053-bundle-each-server-into-a-few-files.md). The sources also run unbundled, as in tests of single files.
 */
import { join } from 'node:path';
import { build } from 'vite';
import { AS_INSTALLED } from './runtime.mjs';

const root = join(import.meta.dirname, '..');
/** The folder of the output must have the right depth, because other files are found relative to it: `platform/server-folder.ts`, `build-site.ts`. */
const PROCESSES = [
  {
    entries: [
      'apps/server/src/app/main.ts',
      'apps/server/src/app/cli.ts',
      'apps/server/src/app/pdf-thread.ts',
      'apps/server/src/modules/catalog/bank-documents/document-worker.ts',
    ],
    folder: 'apps/server/dist/server',
  },
  { entries: ['apps/demo-tpp/src/main.ts'], folder: 'apps/demo-tpp/dist' },
  { entries: ['apps/demo-idp/src/main.ts'], folder: 'apps/demo-idp/dist' },
];

await Promise.all(
  PROCESSES.map(({ entries, folder }) =>
    build({
      root,
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      ssr: { noExternal: true, external: AS_INSTALLED },
      build: {
        ssr: true,
        outDir: folder,
        emptyOutDir: true,
        target: 'node24',
        minify: false,
        // The token library uses class names as names of its models.
        rolldownOptions: {
          input: entries,
          checks: { eval: false },
          output: { keepNames: true, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    }),
  ),
);
