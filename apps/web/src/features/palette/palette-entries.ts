/** Where the palette can lead: every page of the menu, every news item, every operation of every explorer. */
import type { ExplorerIndex, Menu, NewsItem } from '@portico/contract';
import { DEFAULT_LOCALE } from '@portico/contract/values';
import { formatDate } from '../../shared/format/dates.ts';
import { createWordSearch } from '../../shared/portal/search/word-search.ts';
import { userPages } from '../../shared/portal/user-pages.ts';

export interface PaletteEntry {
  readonly href: string;
  readonly title: string;
  /** What it is: `Page`, the day of a news item, or method and path. */
  readonly detail: string;
}

/** @param indexes by the address of their explorer's page */
export function paletteEntries(menu: Menu, indexes: ReadonlyMap<string, ExplorerIndex>, news: readonly NewsItem[]): PaletteEntry[] {
  const pages = [...menu.main, ...menu.hidden, ...userPages(menu.user)].map(({ title, pageUrl }) => ({ href: `#${pageUrl}`, title, detail: 'Page' }));
  const operations = [...indexes].flatMap(([pageUrl, { sections }]) =>
    sections.flatMap(({ apiId, operations: ofSection }) =>
      ofSection.map(({ operationId, summary, method, path }) => ({
        href: `#${pageUrl}/${encodeURIComponent(apiId)}/${encodeURIComponent(operationId)}`,
        title: summary === '' ? operationId : summary,
        detail: `${method} ${path}`,
      })),
    ),
  );
  const items = news.map(({ url, title, date }) => ({
    href: `#${url}`,
    title,
    detail: `News of ${formatDate(date.slice(0, 'YYYY-MM-DD'.length), DEFAULT_LOCALE)}`,
  }));
  return [...pages, ...items, ...operations];
}

export function createPaletteSearch(entries: readonly PaletteEntry[]): (words: string) => readonly PaletteEntry[] {
  return createWordSearch(entries, ({ title, detail }) => ({ title, detail }), ['title', 'detail'], { title: 3 });
}
