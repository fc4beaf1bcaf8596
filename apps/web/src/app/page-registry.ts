/** Component names of the server's menu → pages. All that the specification names (§2). A developer's own pages come when they are opened. */
import type { RuntimeConfig } from '@portico/contract';
import type { MenuComponent } from '@portico/contract/values';
import type { ComponentType } from 'react';
import { loadContentPages } from '../features/content/index.ts';
import { loadExplorerPage, OperationEntryPage, OperationPage } from '../features/explorer/index.ts';
import { type LazyPart, lazyPart } from '../shared/page/lazy-part.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

export interface PageProps {
  /** Route of the page. */
  url: string;
  /** Title in the menu. */
  title: string;
  config: RuntimeConfig;
}

/** The page of the portal's first place. */
export const LandingPage: LazyPart<PageProps> = lazyPart(async () => (await import('./landing-page.tsx')).loadLandingPage(), PageSkeleton);

export const pageRegistry: Readonly<Record<MenuComponent, ComponentType<PageProps>>> = {
  ContentPage: lazyPart(async () => (await loadContentPages()).ContentPageView, PageSkeleton),
  LandingPage,
  NewsPage: lazyPart(async () => (await import('../features/news/index.ts')).NewsPage, PageSkeleton),
  ApplicationIdentityPage: lazyPart(async () => (await import('../features/application-identity/index.ts')).ApplicationIdentityPage, PageSkeleton),
  ApiExplorerPage: lazyPart(async () => (await loadExplorerPage()).ApiExplorerPage, PageSkeleton),
  ApiStatusPage: lazyPart(async () => (await import('../features/status/index.ts')).ApiStatusPage, PageSkeleton),
  OperationPage: OperationEntryPage,
  StatisticsPage: lazyPart(async () => (await import('../features/statistics/index.ts')).StatisticsPage, PageSkeleton),
  TokensPage: lazyPart(async () => (await import('../features/tokens/index.ts')).TokensPage, PageSkeleton),
};

interface SubpageProps extends PageProps {
  /** What stands behind {@link PageProps.url} in the address, part by part and decoded. */
  below: readonly string[];
}

interface Subpage {
  readonly takes: (below: readonly string[]) => boolean;
  readonly Page: ComponentType<SubpageProps>;
}

/** Pages below a menu entry, for the same visitors: an explorer's operations, at `{pageUrl}/{apiId}/{operationId}` (specification §2); an application's requests; a news item. */
export const subpageRegistry: Readonly<Partial<Record<MenuComponent, Subpage>>> = {
  ApiExplorerPage: {
    takes: (below) => below.length > 1,
    Page: OperationPage,
  },
  ApplicationIdentityPage: {
    takes: ([name, ...more]) => name === 'requests' && more.length === 0,
    Page: lazyPart(async () => (await import('../features/request-log/index.ts')).RequestLogPage, PageSkeleton),
  },
  NewsPage: {
    takes: (below) => below.length === 1,
    Page: lazyPart(async () => (await import('../features/news/index.ts')).NewsItemPage, PageSkeleton),
  },
};
