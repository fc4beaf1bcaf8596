/**
 * Content lives in memory: read and checked at start, read again when the folder changes (development). A folder that does
 * not pass the checks stops the start; a bad change while running is logged and the last good content stays.
 */
import { type FSWatcher, watch } from 'node:fs';
import type { Logger } from 'pino';
import { type Content, ContentError } from './content.ts';
import { type LoadedContent, loadContent } from './load-content.ts';

const SETTLE_MS = 100;

export interface ContentDeps {
  /** Folder with `menu.json`, `homepage.json` and `pages/*.md`. */
  readonly contentDir: string;
  /** Values of the `{{name}}` placeholders in texts, e.g. `bankName`, `apiBase`. */
  readonly placeholders: Readonly<Record<string, string>>;
  /** Read again on change. */
  readonly isWatched: boolean;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly watch?: typeof watch;
}

/** @throws ContentError when a file is missing or holds what the readers do not know, with file and line. */
export async function createContent(deps: ContentDeps): Promise<Content> {
  let loaded = await loadFirst(deps);
  const reload = async () => {
    try {
      loaded = await loadContent(deps.contentDir, deps.placeholders);
      deps.log.info('content read again');
    } catch (error) {
      deps.log.error({ err: error }, 'changed content is not valid, the last good one stays');
    }
  };
  const watcher = deps.isWatched ? watchFolder(deps, reload) : undefined;
  return {
    menu: () => loaded.menu,
    page: (name) => loaded.pages.get(name),
    homepage: () => loaded.homepage,
    close: () => watcher?.close(),
  };
}

async function loadFirst({ contentDir, placeholders }: ContentDeps): Promise<LoadedContent> {
  try {
    return await loadContent(contentDir, placeholders);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ContentError(`The content cannot be served: ${reason}`, { cause: error });
  }
}

/** Undefined where the system grants no watcher (Linux limits them per user): content is then read at start only. */
function watchFolder(deps: ContentDeps, reload: () => Promise<void>): FSWatcher | undefined {
  let timer: NodeJS.Timeout | undefined;
  const giveUp = (error: unknown) => deps.log.warn({ err: error }, 'Changes of the content are not noticed; start again to see them.');
  try {
    const watcher = (deps.watch ?? watch)(deps.contentDir, { recursive: true, persistent: false }, () => {
      clearTimeout(timer);
      // Editors write a file in several steps.
      timer = setTimeout(reload, SETTLE_MS);
    });
    watcher.on('error', giveUp);
    watcher.on('close', () => clearTimeout(timer));
    return watcher;
  } catch (error) {
    giveUp(error);
    return undefined;
  }
}
