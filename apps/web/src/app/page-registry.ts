/** Component names of the server's menu → pages. A name that is not here has no route yet. A developer's own pages come when they are opened. */
import type { RuntimeConfig } from '@portico/contract';
import type { MenuComponent } from '@portico/contract/values';
import type { ComponentType } from 'react';
import { ContentPageView } from '../features/content/index.ts';
import { lazyPart } from '../shared/page/lazy-part.tsx';
import { LandingPage } from './landing-page.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

export interface PageProps {
  /** Route of the page. */
  url: string;
  /** Title in the menu. */
  title: string;
  config: RuntimeConfig;
}

export const pageRegistry: Readonly<Partial<Record<MenuComponent, ComponentType<PageProps>>>> = {
  ContentPage: ContentPageView,
  LandingPage,
  NewsPage: lazyPart(async () => (await import('../features/news/index.ts')).NewsPage, PageSkeleton),
  ApplicationIdentityPage: lazyPart(async () => (await import('../features/application-identity/index.ts')).ApplicationIdentityPage, PageSkeleton),
  ApiExplorerPage: lazyPart(async () => (await import('../features/explorer/index.ts')).ApiExplorerPage, PageSkeleton),
  ApiStatusPage: lazyPart(async () => (await import('../features/status/index.ts')).ApiStatusPage, PageSkeleton),
  StatisticsPage: lazyPart(async () => (await import('../features/statistics/index.ts')).StatisticsPage, PageSkeleton),
  TokensPage: lazyPart(async () => (await import('../features/tokens/index.ts')).TokensPage, PageSkeleton),
};

/** Pages below a menu entry: an explorer's operations, at `{pageUrl}/{apiId}/{operationId}` (specification §2); a news item; an application's requests. */
export const subpageRegistry: Readonly<Partial<Record<MenuComponent, { path: string; Page: ComponentType<PageProps> }>>> = {
  ApiExplorerPage: { path: ':apiId/*', Page: lazyPart(async () => (await import('../features/explorer/index.ts')).OperationPage, PageSkeleton) },
  ApplicationIdentityPage: {
    path: 'requests',
    Page: lazyPart(async () => (await import('../features/request-log/index.ts')).RequestLogPage, PageSkeleton),
  },
  NewsPage: { path: ':name', Page: lazyPart(async () => (await import('../features/news/index.ts')).NewsItemPage, PageSkeleton) },
};
