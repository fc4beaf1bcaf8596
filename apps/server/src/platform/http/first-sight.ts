/** What the build of the pages brings along for drawing the landing page here (decision 0028). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RuntimeConfig } from '@portico/contract';

/** @returns what stands in `#root`; undefined where this content has nothing to draw. Throws for content that cannot be drawn. */
type Draw = (config: RuntimeConfig, content: Readonly<Record<string, object>>) => Promise<string | undefined>;

export interface FirstSight {
  /** The page with an empty `#root`, and in its head all that the first paint needs. */
  readonly html: string;
  readonly draw: Draw;
}

/** @param folder of the built pages; @throws Error where the build is not of these sources */
export async function loadFirstSight(folder: string): Promise<FirstSight> {
  const [html, module]: [string, { drawFirstSight?: Draw }] = await Promise.all([
    readFile(join(folder, 'landing.html'), 'utf8'),
    import(pathToFileURL(join(folder, '.server', 'first-sight.js')).href),
  ]);
  if (module.drawFirstSight === undefined) throw new Error('The module draws nothing.');
  return { html, draw: module.drawFirstSight };
}
