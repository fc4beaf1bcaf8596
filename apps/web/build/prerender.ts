/**
 * The landing page as a server draws it (decision 0028): the page with everything in its head that its first paint needs, and the module that
 * draws what stands in it. Both are for the server alone.
 */
import { join, resolve } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { compileMessages } from './compile-messages.ts';
import { chunkOf, largestFirst, linkFor, stylesOf, withImports } from './first-script.ts';

/** Beside `index.html`. */
const PAGE = 'landing.html';
/** Below the folder of the build; what begins with a dot is not served. */
const FOLDER = '.server';
const MODULE = 'first-sight';
/** What is seen first belongs to every page of the portal and to the landing page. */
const ENTRY = 'src/app/main.tsx';
const PORTAL = 'src/app/portal-app.tsx';
const LANDING = ['src/app/landing-page.tsx', 'src/features/content/content-pages.ts'];
/** In which everything that is seen first is written. */
const FONTS = ['portico-text-latin.woff2', 'portico-display-latin.woff2'];
const STARTED = /\n *(?:<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>)/g;
const STYLES = /\n *<link rel="stylesheet"[^>]*>/g;

type Bundle = Rolldown.OutputBundle;

/** Vite plugin, build of the browser's pages only. */
export function prerender(): Plugin {
  let root = '';
  let outDir = '';
  return {
    name: 'portico-prerender',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
      outDir = resolve(root, config.build.outDir);
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
          ssr: join(root, 'src/app/prerender-landing-page.tsx'),
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

/**
 * Nothing of the page starts by itself: in its head stand names, which the first script turns into links. Scripts it fetches after the paint,
 * with which they would share a slow line; styles and fonts of what is seen at once, or not at all where something else is meant.
 */
export function landingPage(html: string, bundle: Bundle): string {
  const withParts = (...modules: readonly string[]) =>
    withImports(
      bundle,
      modules.map((module) => chunkOf(bundle, module)),
    );
  const entry = chunkOf(bundle, ENTRY);
  const styles = stylesOf(withParts(ENTRY, PORTAL));
  const seen = stylesOf(withParts(...LANDING)).filter((file) => !styles.includes(file));
  const fonts = FONTS.map((name) => assetOf(bundle, name));
  const names = [
    ...seen.map((file) => linkFor('sight', 'stylesheet" blocking="render', file)),
    ...fonts.map((file) => linkFor('sight', 'preload" as="font" type="font/woff2', file)),
    ...largestFirst(withParts(ENTRY)).map((chunk) => linkFor(chunk === entry ? 'entry" data-entry="' : 'entry', 'modulepreload', chunk.fileName)),
  ];
  const styled = styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
  const plain = seen.map((file) => `<noscript><link rel="stylesheet" href="/${file}"></noscript>`);
  const known = [...styles, ...seen].map((file) => `href="/${file}"`);
  const isKnown = (line: string) => line.includes('data-rel="preload"') && known.some((name) => line.includes(name));
  return html
    .replaceAll(STARTED, '')
    .replaceAll(STYLES, '')
    .split('\n')
    .filter((line) => !isKnown(line))
    .join('\n')
    .replace('</title>', () => ['</title>', ...names].join('\n    '))
    .replace('\n    <link rel="icon"', (icon) => `${[...styled, ...plain].map((line) => `\n    ${line}`).join('')}${icon}`);
}

function assetOf(bundle: Bundle, name: string): string {
  const found = Object.values(bundle).find((file) => file.type === 'asset' && file.names.includes(name));
  if (found === undefined) throw new Error(`The build has no ${name}.`);
  return found.fileName;
}
