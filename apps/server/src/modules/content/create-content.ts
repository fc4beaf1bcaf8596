/**
 * Keeps content in memory: reads and checks it at the start, and again when the folder changes. Each fault is logged with its file name. While the
 * server runs, the last valid version of a file stays. A start has no earlier version: it leaves out an invalid text, serves one with a dead link, and
 * takes an invalid menu or landing page from the delivered content. Texts of the portal never keep customers from the bank.
 */
import { type FSWatcher, watch } from 'node:fs';
import type { Logger } from 'pino';
import { oncePer } from '#platform/once.ts';
import { type Content, ContentError, type LoadedContent } from './content.ts';
import { contentPlaces } from './content-places.ts';
import { type ContentTexts, loadContent } from './load-content.ts';

const SETTLE_MS = 100;

export interface ContentDeps extends ContentTexts {
  /** Folder with `menu.json`, `homepage.json`, `pages/*.md` and `news/*.md`. */
  readonly contentDir: string;
  /** The content that the product delivers, for a menu or landing page that is not valid at the start. Default: none, so the start fails. */
  readonly deliveredDir?: string;
  /** The time by which news are published. */
  readonly now: () => Date;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly watch?: typeof watch;
}

/** @throws ContentError when menu or landing page is missing or invalid, and the delivered one cannot replace it. */
export async function createContent(deps: ContentDeps): Promise<Content> {
  let loaded = await loadFirst(deps);
  let reading = Promise.resolve();
  const reload = async () => {
    const { content, problems } = await loadContent(deps.contentDir, deps, loaded);
    if (content !== undefined) loaded = content;
    for (const problem of problems) deps.log.error({ problem }, 'changed content is not good, its last good version stays');
    if (problems.length === 0) deps.log.info('content read again');
  };
  const published = () => loaded.news.filter(({ value }) => Date.parse(value.date) <= deps.now().getTime());
  const places = oncePer(
    () => loaded,
    () => contentPlaces(loaded),
  );
  const watcher = watchFolder(deps, () => {
    // One after another, so that the last change takes effect.
    reading = reading.then(reload).catch((error: unknown) => deps.log.error({ err: error }, 'content could not be read again'));
  });
  return {
    menu: () => loaded.menu,
    page: (name) => loaded.pages.get(name),
    homepage: () => loaded.homepage,
    news: published,
    newsItem: (name) => published().find(({ value }) => value.url === `/news/${name}`),
    places,
    close: () => watcher?.close(),
  };
}

async function loadFirst(deps: ContentDeps): Promise<LoadedContent> {
  const { contentDir, deliveredDir, log } = deps;
  const read = await loadContent(contentDir, deps);
  const { content, problems } = read.content === undefined ? await loadWithDelivered() : read;
  if (content === undefined) throw new ContentError(`The content cannot be served: ${problems.join('\n')}`);
  for (const problem of problems) log.error({ problem }, 'content is not good: what is good of it is served');
  return content;

  async function loadWithDelivered() {
    if (deliveredDir === undefined || deliveredDir === contentDir) return read;
    const delivered = await loadContent(deliveredDir, deps);
    return delivered.content === undefined ? read : loadContent(contentDir, deps, { ...delivered.content, pages: new Map(), news: [] });
  }
}

/** Undefined where the system grants no watcher (Linux limits them per user): content is then read at the start only. */
function watchFolder(deps: ContentDeps, reload: () => void): FSWatcher | undefined {
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
