/**
 * What runs when a page of the portal opens is compiled whole while it comes, on a thread of its own, instead of each function when the page first
 * calls it (decision 0054). Chromium's browsers heed the hint as a script's first line and nowhere else; to others it is a comment.
 */
import type { Plugin, Rolldown } from 'vite';

const HINT = '//# allFunctionsCalledOnLoad\n';
/** Almost all of these is called by the page of an operation, and much of the first by every page. */
const CHUNKS: ReadonlySet<string> = new Set(['shared', 'portal', 'workbench']);

/** Vite plugin, build only. */
export function compileAhead(): Plugin {
  return {
    name: 'portico-compile-ahead',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After Vite has written the names of parts above the code.
      order: 'post',
      handler: (_options, bundle) => hintChunks(bundle),
    },
  };
}

/** Throws where one of the chunks is missing: a hint that nobody misses is soon a hint that nobody gives. */
export function hintChunks(bundle: Rolldown.OutputBundle): void {
  for (const name of CHUNKS) {
    const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === name);
    if (chunk?.type !== 'chunk') throw new Error(`The build has no chunk ${name}.`);
    chunk.code = `${HINT}${chunk.code}`;
  }
}
