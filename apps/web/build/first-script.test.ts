import type { Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { withFirstScript } from './first-script.ts';
import { landingPage } from './prerender.ts';

const HTML = `<html><head>
    <title>Portico</title>
    <script type="module" crossorigin src="/assets/vendor-1.js"></script>
    <script type="module" crossorigin src="/assets/shared-1.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/shared-1.css">
    <link rel="icon" type="image/svg+xml" href="/assets/mark-1.svg" />
  </head><body><div id="root"></div></body></html>`;
const SCRIPT = 'run(1<2)';

interface ChunkOptions {
  readonly module?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly length?: number;
}

const chunk = (name: string, { module, imports = [], css = [], length = 1 }: ChunkOptions) => ({
  [`assets/${name}-1.js`]: {
    type: 'chunk',
    fileName: `assets/${name}-1.js`,
    moduleIds: module === undefined ? [] : [`/x/${module}`],
    imports: imports.map((other) => `assets/${other}-1.js`),
    code: 'x'.repeat(length),
    viteMetadata: { importedCss: new Set(css.map((file) => `assets/${file}-1.css`)) },
  },
});
const font = (name: string) => ({ [`assets/${name}-1.woff2`]: { type: 'asset', fileName: `assets/${name}-1.woff2`, names: [`${name}.woff2`] } });

const BUNDLE = {
  ...chunk('shared', { module: 'src/app/main.tsx', imports: ['vendor'], css: ['shared'], length: 20 }),
  ...chunk('vendor', { length: 100 }),
  ...chunk('portal', { imports: ['shared', 'vendor'], css: ['portal'], length: 30 }),
  ...chunk('portal-app', { module: 'src/app/portal-app.tsx', imports: ['portal'] }),
  ...chunk('landing-page', { module: 'src/app/landing-page.tsx', imports: ['portal', 'vendor'] }),
  ...chunk('content-pages', { module: 'src/features/content/content-pages.ts', imports: ['vendor'], css: ['shared', 'content'] }),
  ...chunk('workbench', { imports: ['portal'], css: ['workbench'], length: 40 }),
  ...chunk('visitor', { module: 'src/features/explorer/operation/visitor-workbench.tsx', imports: ['workbench'] }),
  ...chunk('tokens', { module: 'src/features/tokens/index.ts', imports: ['vendor'], css: ['tokens'] }),
  ...font('portico-text-latin'),
  ...font('portico-display-latin'),
  ...font('portico-mono-latin'),
};
const write = (bundle: object = BUNDLE, script = SCRIPT) => withFirstScript(HTML, bundle as Rolldown.OutputBundle, script);
const draw = (bundle: object = BUNDLE, html = write()) => landingPage(html, bundle as Rolldown.OutputBundle);
/** What each part names, in its order: file names without their ends. */
function partsOf(page: string): Record<string, string[]> {
  const parts: Record<string, string[]> = {};
  for (const [, part = '', file = ''] of page.matchAll(/<link data-for="(\w+)"[^>]* data-rel="[^>]* href="\/assets\/([^"]+)-1\.\w+">/g))
    parts[part] = [...(parts[part] ?? []), file];
  return parts;
}
/** What a browser fetches without a script. */
const fetched = (page: string) =>
  Array.from(
    page.replaceAll(/<noscript>.*<\/noscript>/g, '').matchAll(/<(?:script[^>]* src|link rel="(?!icon)[^>]* href)="\/assets\/([^"]+)-1\.\w+"/g),
    ([, file]) => file,
  );

describe('the portal’s page', () => {
  it('places the first script after the links it may use and before any style sheet', () => {
    const page = write();
    const places = ['</title>', 'data-for="operation"', `<script>${SCRIPT}</script>`, 'src="/assets/shared-1.js"', 'rel="stylesheet"'].map((text) =>
      page.indexOf(text),
    );
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(page.lastIndexOf('data-for=')).toBeLessThan(page.indexOf('<script>'));
  });
  it('lists each part once, its largest file first, and no file that the page already loads', () => {
    expect(partsOf(write())).toEqual({
      portal: ['portal', 'portal-app', 'portal'],
      landing: ['landing-page', 'content-pages', 'content'],
      operation: ['workbench', 'visitor', 'workbench'],
    });
    expect(fetched(write())).toEqual(['vendor', 'shared', 'shared']);
  });
});

describe('the landing page', () => {
  const page = draw();

  it('starts no module and loads only the styles that every portal page has', () => {
    expect(fetched(page)).toEqual(['shared', 'portal']);
    expect(page).not.toMatch(/<script type="module"| rel="modulepreload"/);
  });
  it('lists its styles and fonts, its own scripts, and the parts of other addresses', () => {
    expect(partsOf(page)).toEqual({
      sight: ['content', 'portico-text-latin', 'portico-display-latin'],
      entry: ['vendor', 'shared'],
      portal: ['portal', 'portal-app'],
      landing: ['landing-page', 'content-pages'],
      operation: ['workbench', 'visitor', 'workbench'],
    });
    expect(Array.from(page.matchAll(/data-entry[^>]* href="([^"]+)"/g), ([, href]) => href)).toEqual(['/assets/shared-1.js']);
    expect(page.lastIndexOf('data-for=')).toBeLessThan(page.indexOf('<script>'));
  });
  it('has its style sheet in noscript', () => {
    expect(page).toContain('<noscript><link rel="stylesheet" href="/assets/content-1.css"></noscript>');
  });
});

describe('the build fails', () => {
  it.each(['a</script>', 'a</SCRIPT >', 'a<!--'])('when a browser would end the first script early: %s', (script) => {
    expect(() => write(BUNDLE, script)).toThrow('cannot stand in a page');
  });
  it.each(['assets/portal-app-1.js', 'assets/visitor-1.js', 'assets/content-pages-1.js'])('when the bundle has no %s', (name) => {
    expect(() => write(Object.fromEntries(Object.entries(BUNDLE).filter(([file]) => file !== name)))).toThrow('The build has no');
  });
  it.each(['assets/shared-1.js', 'assets/portico-text-latin-1.woff2'])('when the landing page has no %s', (name) => {
    expect(() => draw(Object.fromEntries(Object.entries(BUNDLE).filter(([file]) => file !== name)))).toThrow('The build has no');
  });
});
