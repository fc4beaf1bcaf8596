import type { Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { landingPage } from './first-sight.ts';

const HTML = `<html><head>
    <title>Portico</title>
    <script type="module" async crossorigin src="/assets/early-1.js"></script>
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/vendor-1.js">
    <link rel="stylesheet" crossorigin href="/assets/shared-1.css">
    <link rel="icon" type="image/svg+xml" href="/assets/mark-1.svg" />
  </head><body><div id="root"></div></body></html>`;

const chunk = (name: string, facadeModuleId: string | null, imports: string[] = [], css: string[] = [], exports: string[] = []) => ({
  [`assets/${name}-1.js`]: {
    type: 'chunk',
    fileName: `assets/${name}-1.js`,
    facadeModuleId,
    imports: imports.map((other) => `assets/${other}-1.js`),
    exports,
    viteMetadata: { importedCss: new Set(css.map((file) => `assets/${file}-1.css`)) },
  },
});
const font = (name: string) => ({ [`assets/${name}-1.woff2`]: { type: 'asset', fileName: `assets/${name}-1.woff2`, names: [`${name}.woff2`] } });

const BUNDLE = {
  ...chunk('elsewhere', '/x/src/app/early/elsewhere.ts'),
  ...chunk('vendor', null),
  ...chunk('portal', null, ['vendor'], ['portal']),
  ...chunk('portal-app', '/x/src/app/portal-app.tsx', ['portal']),
  ...chunk('landing-page', '/x/src/app/landing-page.tsx', ['portal', 'vendor']),
  ...chunk('content-pages', '/x/src/features/content/content-pages.ts', ['vendor'], ['shared', 'content']),
  ...chunk('tokens', '/x/src/features/tokens/index.ts', ['vendor'], ['tokens']),
  ...font('portico-text-latin'),
  ...font('portico-display-latin'),
  ...font('portico-mono-latin'),
};
const pageOf = (bundle: object, html = HTML) => landingPage(html, bundle as Rolldown.OutputBundle);

describe('the landing page’s head', () => {
  const page = pageOf(BUNDLE);
  const addresses = (pattern: RegExp) => Array.from(page.matchAll(pattern), ([, address]) => address);

  it('begins with the script that decides what is seen, which the browser waits for', () => {
    expect(page).toMatch(/<\/title>\s*<script src="\/assets\/elsewhere-1\.js"><\/script>/);
    expect(addresses(/<script [^>]*src="\/assets\/([^"]+)"/g)).toEqual(['elsewhere-1.js', 'early-1.js']);
  });
  it('has every style and font of what is seen, each once, what all share before the rest', () => {
    expect(addresses(/rel="stylesheet" crossorigin href="\/assets\/([^"]+)"/g)).toEqual(['shared-1.css', 'portal-1.css', 'content-1.css']);
    expect(addresses(/rel="preload" as="font"[^>]* href="\/assets\/([^"]+)"/g)).toEqual([
      'portico-text-latin-1.woff2',
      'portico-display-latin-1.woff2',
    ]);
  });
  it('names the portal’s scripts, fetches and starts none of them, and leaves the landing page’s own to whoever is there', () => {
    expect(addresses(/link data-rel="modulepreload" crossorigin href="\/assets\/([^"]+)"/g)).toEqual([
      'index-1.js',
      'vendor-1.js',
      'portal-1.js',
      'portal-app-1.js',
    ]);
    expect(page).toContain('href="/assets/index-1.js" data-entry>');
    expect(page).not.toMatch(/ rel="modulepreload"/);
  });
});

describe('the build stops', () => {
  it.each([
    ['imports', chunk('elsewhere', '/x/src/app/early/elsewhere.ts', ['vendor'])],
    ['exports', chunk('elsewhere', '/x/src/app/early/elsewhere.ts', [], [], ['a'])],
  ])('where the plain script %s something: as a plain script it would not run', (_what, guard) => {
    expect(() => pageOf({ ...BUNDLE, ...guard })).toThrow('elsewhere.ts is a plain script');
  });
  it('where the page does not begin as it used to', () => {
    expect(() => pageOf(BUNDLE, HTML.replace('index-1.js', 'main-1.js'))).toThrow('does not load its entry');
  });
  it.each(['assets/portal-app-1.js', 'assets/portico-text-latin-1.woff2'])('where it has no %s', (name) => {
    expect(() => pageOf(Object.fromEntries(Object.entries(BUNDLE).filter(([file]) => file !== name)))).toThrow('The build has no');
  });
});
