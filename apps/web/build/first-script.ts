/**
 * Writes the first script into the head of the portal's page (decision 0042), and before it the names of what it may fetch: which parts of the
 * build an address goes on with. What can come late stands last.
 */
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

const ENTRY = 'src/app/early/main.ts';
const LATE = /\n *<link rel="(?:icon|preload)"[^>]*>/g;
/** Kinds of addresses and the modules that they go on with; with what these import, less what stands in the page anyway. */
const PARTS = {
  portal: ['src/app/portal-app.tsx'],
  landing: ['src/app/landing-page.tsx', 'src/features/content/content-pages.ts'],
  operation: ['src/features/explorer/operation/visitor-workbench.tsx'],
} as const;

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

/** Vite plugin, build only. */
export function firstScript(): Plugin {
  let root = '';
  return {
    name: 'portico-first-script',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { path, bundle }) {
        const late = html.match(LATE)?.join('') ?? '';
        const ordered = html.replace(LATE, '').replace('\n  </head>', () => `${late}\n  </head>`);
        return path === '/index.html' ? withFirstScript(ordered, bundle ?? {}, await bundleScript(join(root, ENTRY))) : ordered;
      },
    },
  };
}

/** A plain script without imports, all of it in one line. */
async function bundleScript(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: entry, output: { format: 'iife' } },
      modulePreload: { polyfill: false },
    },
  });
  const [script] = (Array.isArray(built) ? built : [built]).flatMap((result) => ('output' in result ? result.output : []));
  if (script?.type !== 'chunk') throw new Error('The first script was not built.');
  return script.code.trim();
}

/** @param script what browsers end at its first `</script`, wherever that stands */
export function withFirstScript(html: string, bundle: Bundle, script: string): string {
  if (/<\/script|<!--/i.test(script)) throw new Error('The first script cannot stand in a page.');
  const links: string[] = [];
  const named = (file: string) => html.includes(`"/${file}"`) || links.some((link) => link.includes(`"/${file}"`));
  for (const [part, modules] of Object.entries(PARTS)) {
    const chunks = withImports(
      bundle,
      modules.map((module) => chunkOf(bundle, module)),
    );
    for (const { fileName } of largestFirst(chunks)) if (!named(fileName)) links.push(linkFor(part, 'modulepreload', fileName));
    for (const file of stylesOf(chunks)) if (!named(file)) links.push(linkFor(part, 'preload" as="style', file));
  }
  return html.replace('</title>', () => ['</title>', ...links, `<script>${script}</script>`].join('\n    '));
}

/** A name that the first script turns into a link when its part is wanted. */
export function linkFor(part: string, kind: string, file: string): string {
  return `<link data-for="${part}" data-rel="${kind}" crossorigin href="/${file}">`;
}

/** What takes longest is asked for first: of one origin a browser asks for six things at once. */
export function largestFirst(chunks: readonly Chunk[]): readonly Chunk[] {
  return chunks.toSorted((one, other) => other.code.length - one.code.length);
}

export function stylesOf(chunks: readonly Chunk[]): readonly string[] {
  return [...new Set(chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))];
}

export function chunkOf(bundle: Bundle, module: string): Chunk {
  const found = Object.values(bundle).find((file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(`/${module}`)));
  if (found?.type !== 'chunk') throw new Error(`The build has no ${module}.`);
  return found;
}

/** With what they import, which stands before what imports it. */
export function withImports(bundle: Bundle, chunks: readonly Chunk[], found = new Set<Chunk>()): readonly Chunk[] {
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
