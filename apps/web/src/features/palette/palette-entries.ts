/** Where the palette can lead: pages, sections of guides, codes, operations, parameters and news. */
import type { ContentPlace, ExplorerIndex, Menu, NamedParameter, NewsItem } from '@portico/contract';
import { DEFAULT_LOCALE, SUBSCRIPTION_PAGE, SUBSCRIPTION_TOPICS } from '@portico/contract/values';
import { formatDate } from '../../shared/format/dates.ts';
import { userPages } from '../../shared/portal/user-pages.ts';

/** In display order where groups match equally well. The groups of the fallback interface are always the last ones. */
export const PALETTE_GROUPS = ['Pages', 'Guides', 'Codes', 'Operations', 'Parameters', 'News', 'Fallback operations', 'Fallback parameters'] as const;
export type PaletteGroup = (typeof PALETTE_GROUPS)[number];

export interface PaletteEntry {
  readonly group: PaletteGroup;
  readonly href: string;
  readonly title: string;
  /** The page of a section, the day of a news item, or method and path. */
  readonly detail: string;
  /** What is searched, too, and shown where the words are. */
  readonly text: string;
}

/** Everything that the palette searches; parts that are not loaded yet are empty. */
export interface PaletteSources {
  readonly menu: Menu;
  /** By the address of their explorer's page. */
  readonly indexes: ReadonlyMap<string, ExplorerIndex>;
  readonly news: readonly NewsItem[];
  readonly places: readonly ContentPlace[];
  readonly parameters: readonly NamedParameter[];
}

/** The menu's entry for the fallback list (specification §2). */
export const FALLBACK_URL = '/fallback-explorer';

/** Searched, too: a visitor looks for incidents or maintenance. */
const SUBSCRIPTION_TOPICS_TEXT = Object.values(SUBSCRIPTION_TOPICS).join(', ');

export function paletteEntries({ menu, indexes, news, places, parameters }: PaletteSources): PaletteEntry[] {
  const introductions = new Map(places.map(({ kind, url, text }) => [kind === 'page' ? url : '', text]));
  const pages = [...menu.main, ...menu.hidden, ...userPages(menu.user)].map(
    ({ title, pageUrl }): PaletteEntry => ({ group: 'Pages', href: `#${pageUrl}`, title, detail: 'Page', text: introductions.get(pageUrl) ?? '' }),
  );
  const subscriptions = [...menu.main, ...menu.hidden].flatMap(({ pageUrl, component }): readonly PaletteEntry[] =>
    component === 'ApiStatusPage'
      ? [
          {
            group: 'Pages',
            href: `#${pageUrl}/${SUBSCRIPTION_PAGE.segment}`,
            title: 'Updates by mail',
            detail: 'Page',
            text: SUBSCRIPTION_TOPICS_TEXT,
          },
        ]
      : [],
  );
  const sections = places.flatMap(({ kind, url, title, page, text }): readonly PaletteEntry[] =>
    kind === 'page' ? [] : [{ group: kind === 'code' ? 'Codes' : 'Guides', href: `#${url}`, title, detail: page, text }],
  );
  const items = news.map(
    ({ url, title, date, summary }): PaletteEntry => ({
      group: 'News',
      href: `#${url}`,
      title,
      detail: `News of ${formatDate(date.slice(0, 'YYYY-MM-DD'.length), DEFAULT_LOCALE)}`,
      text: summary,
    }),
  );
  const ofExplorers = [...indexes].flatMap(([pageUrl, index]) => [...operationEntries(pageUrl, index), ...parameterEntries(pageUrl, parameters)]);
  return [...pages, ...subscriptions, ...sections, ...items, ...ofExplorers];
}

function operationEntries(pageUrl: string, { sections }: ExplorerIndex): readonly PaletteEntry[] {
  return sections.flatMap(({ apiId, operations }) =>
    operations.map(({ operationId, summary, method, path }) => ({
      group: pageUrl === FALLBACK_URL ? 'Fallback operations' : 'Operations',
      href: operationHref(pageUrl, apiId, operationId),
      title: summary === '' ? operationId : summary,
      detail: `${method} ${path}`,
      text: operationId,
    })),
  );
}

function parameterEntries(pageUrl: string, parameters: readonly NamedParameter[]): readonly PaletteEntry[] {
  const isFallback = pageUrl === FALLBACK_URL;
  return parameters.flatMap(({ name, in: place, list, text, operations: [first, ...others] }): readonly PaletteEntry[] => {
    if (first === undefined || (list === 'fallback') !== isFallback) return [];
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    return [
      {
        group: isFallback ? 'Fallback parameters' : 'Parameters',
        href: operationHref(pageUrl, first.apiId, first.operationId),
        title: name,
        detail: `${place} of ${first.operationId}${more}`,
        text,
      },
    ];
  });
}

function operationHref(pageUrl: string, apiId: string, operationId: string): string {
  return `#${pageUrl}/${encodeURIComponent(apiId)}/${encodeURIComponent(operationId)}`;
}
