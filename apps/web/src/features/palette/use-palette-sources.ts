/** Loads what the palette searches, when it opens. What has arrived is found at once. */
import type { ContentPlace, ExplorerIndex, Menu, NamedParameter, NewsItem } from '@portico/contract';
import { useCallback, useMemo } from 'react';
import { isExplorerIndex, isNamedParameters } from '../../shared/api/answers.ts';
import { contentCall } from '../../shared/content/content-call.ts';
import { isContentPlaces, isNewsList } from '../../shared/content/content-checks.ts';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { useLoaded } from '../../shared/portal/use-loaded.ts';
import { toRequestFailure } from '../../shared/store/request-failure.ts';
import { FALLBACK_URL, type PaletteSources } from './palette-entries.ts';

const NO_INDEXES: ReadonlyMap<string, ExplorerIndex> = new Map();
const NO_NEWS: readonly NewsItem[] = [];
const NO_PLACES: readonly ContentPlace[] = [];
const NO_PARAMETERS: readonly NamedParameter[] = [];
const NOT_FOUND = 404;

interface LoadedSources {
  readonly sources: PaletteSources;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly reload: () => void;
}

export function usePaletteSources(menu: Menu): LoadedSources {
  const parts = [useIndexes(menu), useNews(menu), usePlaces(), useParameters()] as const;
  const [indexes, news, places, parameters] = parts;
  const sources = useMemo(
    () => ({
      menu,
      indexes: indexes.value ?? NO_INDEXES,
      news: news.value ?? NO_NEWS,
      places: places.value ?? NO_PLACES,
      parameters: parameters.value ?? NO_PARAMETERS,
    }),
    [menu, indexes.value, news.value, places.value, parameters.value],
  );
  return {
    sources,
    isLoading: parts.some(({ value, failure }) => value === undefined && failure === undefined),
    hasFailed: parts.some(({ value, failure }) => value === undefined && failure !== undefined),
    reload: () => {
      for (const { value, reload } of parts) if (value === undefined) reload();
    },
  };
}

/** The indexes of every explorer in the menu. */
function useIndexes(menu: Menu) {
  const { api } = useExtra();
  return useLoaded(
    useCallback(
      async (signal: AbortSignal) => {
        const urls = menu.main.filter(({ component }) => component === 'ApiExplorerPage').map(({ pageUrl }) => pageUrl);
        const read = async (url: string) => {
          const list = url === FALLBACK_URL ? 'fallback' : 'main';
          return [url, await api.json({ path: '/specs/index', query: { list }, signal }, isExplorerIndex)] as const;
        };
        return new Map(await Promise.all(urls.map(read)));
      },
      [api, menu],
    ),
  );
}

function useNews(menu: Menu) {
  const { api } = useExtra();
  const hasNews = menu.main.some(({ component }) => component === 'NewsPage');
  return useLoaded(
    useCallback(async (signal: AbortSignal) => (hasNews ? api.json(contentCall('/dev-portal-news', signal), isNewsList) : NO_NEWS), [api, hasNews]),
  );
}

/** Another content system may have no search; then titles are found. */
function usePlaces() {
  const { api } = useExtra();
  return useLoaded(
    useCallback(
      async (signal: AbortSignal) =>
        api.json(contentCall('/dev-portal-search', signal), isContentPlaces).catch((error: unknown) => {
          if (toRequestFailure(error).status === NOT_FOUND) return NO_PLACES;
          throw error;
        }),
      [api],
    ),
  );
}

function useParameters() {
  const { api } = useExtra();
  return useLoaded(useCallback(async (signal: AbortSignal) => api.json({ path: '/specs/parameters', signal }, isNamedParameters), [api]));
}
