/** Reads a page when its route opens; what was read before is shown at once and refreshed behind. */

import type { ContentPage } from '@portico/contract';
import { useEffect } from 'react';
import { useAppDispatch, useAppSelector, useRequest } from '../../shared/store/hooks.ts';
import type { RequestFailure } from '../../shared/store/request-failure.ts';
import { type ContentRoot, loadPage } from './content-page-slice.ts';

export function useContentPage(url: string): { page: ContentPage | undefined; error: RequestFailure | undefined; reload: () => void } {
  const dispatch = useAppDispatch();
  const page = useAppSelector((state: ContentRoot) => state.contentPage.pages[url]);
  const { error } = useRequest(loadPage.typePrefix);
  useEffect(() => {
    const reading = dispatch(loadPage(url));
    return () => reading.abort();
  }, [dispatch, url]);
  return { page, error, reload: () => void dispatch(loadPage(url)) };
}
