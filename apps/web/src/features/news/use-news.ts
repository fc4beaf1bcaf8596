/** All news, newest first, each whole: what a list, a page and a teaser show. */
import type { NewsItem } from '@portico/contract';
import { useCallback } from 'react';
import { contentCall } from '../../shared/content/content-call.ts';
import { isNewsList } from '../../shared/content/content-checks.ts';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { type Loaded, useLoaded } from '../../shared/portal/use-loaded.ts';

export function useNews(): Loaded<NewsItem[]> {
  const { api } = useExtra();
  return useLoaded(useCallback((signal) => api.json(contentCall('/dev-portal-news', signal), isNewsList), [api]));
}
