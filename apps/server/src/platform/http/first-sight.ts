/** Loads the parts of the built pages that render the landing page on the server (decision 0028). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RuntimeConfig } from '@portico/contract';

/** @returns the content of `#root`; undefined where this content gives no landing page. Throws for content that cannot be rendered. */
type Draw = (config: RuntimeConfig, content: Readonly<Record<string, object>>) => Promise<string | undefined>;

export interface FirstSight {
  /** The page with an empty `#root`. Its head has everything that the first paint needs. */
  readonly html: string;
  readonly draw: Draw;
}

/** @param folder of the built pages; @throws Error where the build does not match these sources */
export async function loadFirstSight(folder: string): Promise<FirstSight> {
  const [html, module]: [string, { drawFirstSight?: Draw }] = await Promise.all([
    readFile(join(folder, 'landing.html'), 'utf8'),
    import(pathToFileURL(join(folder, '.server', 'first-sight.js')).href),
  ]);
  if (module.drawFirstSight === undefined) throw new Error('The module draws nothing.');
  return { html, draw: module.drawFirstSight };
}
