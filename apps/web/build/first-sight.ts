/**
 * The landing page as a server draws it (decision 0028): the page with everything in its head that its first paint needs, and the module that
 * draws what stands in it. Both are for the server alone.
 */
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { compileMessages } from './compile-messages.ts';

/** Beside `index.html`. */
const PAGE = 'landing.html';
/** Below the folder of the build; what begins with a dot is not served. */
const FOLDER = '.server';
const MODULE = 'first-sight';
/** What every page of the portal goes on with. */
const PORTAL = 'src/app/portal-app.tsx';
/** What the landing page alone goes on with: the first script asks for it, which knows whether the address is the landing page's. */
const LANDING = ['src/app/landing-page.tsx', 'src/features/content/content-pages.ts'];
/** In which everything that is seen first is written. */
const FONTS = ['portico-text-latin.woff2', 'portico-display-latin.woff2'];
const ENTRY = /<script type="module" crossorigin src="(\/assets\/index-[^"]*)"><\/script>/;

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

/** Vite plugin, build of the browser's pages only. */
export function firstSight(): Plugin {
  let root = '';
  let outDir = '';
  return {
    name: 'portico-first-sight',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
      outDir = join(root, config.build.outDir);
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('The build has no index.html.');
        this.emitFile({ type: 'asset', fileName: PAGE, source: landingPage(String(page.source), bundle) });
      },
    },
    async closeBundle(error?: Error) {
      if (error !== undefined) return;
      await build({
        root,
        configFile: false,
        logLevel: 'warn',
        plugins: [compileMessages()],
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
        ssr: { noExternal: true },
        build: {
          ssr: join(root, 'src/app/first-sight.tsx'),
          outDir: join(outDir, FOLDER),
          target: 'es2024',
          minify: true,
          assetsInlineLimit: 0,
          rolldownOptions: { output: { entryFileNames: `${MODULE}.js`, chunkFileNames: '[name]-[hash].js' } },
        },
      });
    },
  };
}

/** The script that decides what is seen, all styles of what is seen, and the portal's scripts, which `early/begin.ts` fetches after the paint: on a slow line they would share it. */
export function landingPage(html: string, bundle: Bundle): string {
  const guard = chunkOf(bundle, 'src/app/early/elsewhere.ts');
  if (guard.imports.length > 0 || guard.exports.length > 0) throw new Error('elsewhere.ts is a plain script: it can import and export nothing.');
  const chunks = (...modules: readonly string[]) =>
    withImports(
      bundle,
      modules.map((module) => chunkOf(bundle, module)),
    );
  const styles = chunks(PORTAL, ...LANDING).flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  const [entry, src] = ENTRY.exec(html) ?? [];
  if (entry === undefined) throw new Error('index.html does not load its entry as expected.');
  const missing = (line: string) => (html.includes(line) ? [] : [`\n    ${line}`]);
  const lines = [
    ...new Set(styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)),
    ...FONTS.map((name) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${assetOf(bundle, name)}">`),
    ...chunks(PORTAL).map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`),
  ].flatMap(missing);
  return html
    .replace(entry, () => `<link rel="modulepreload" crossorigin href="${src}" data-entry>`)
    .replace('</title>', () => `</title>\n    <script src="/${guard.fileName}"></script>`)
    .replace('\n    <link rel="icon"', (icon) => `${lines.join('')}${icon}`)
    .replaceAll('<link rel="modulepreload"', '<link data-rel="modulepreload"');
}

function chunkOf(bundle: Bundle, module: string): Chunk {
  const found = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(`/${module}`));
  if (found?.type !== 'chunk') throw new Error(`The build has no ${module}.`);
  return found;
}

function assetOf(bundle: Bundle, name: string): string {
  const found = Object.values(bundle).find((file) => file.type === 'asset' && file.names.includes(name));
  if (found === undefined) throw new Error(`The build has no ${name}.`);
  return found.fileName;
}

/** With what they import, what is imported first before what imports it. */
function withImports(bundle: Bundle, chunks: readonly Chunk[], found = new Set<Chunk>()): readonly Chunk[] {
  for (const chunk of chunks) {
    if (found.has(chunk)) continue;
    withImports(
      bundle,
      chunk.imports.flatMap((name) => (bundle[name]?.type === 'chunk' ? [bundle[name]] : [])),
      found,
    );
    found.add(chunk);
  }
  return [...found];
}
