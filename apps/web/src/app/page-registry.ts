/** Pages by the component names of the server's menu, all that the specification names (§2). Pages for developers only are loaded on demand. */
import type { RuntimeConfig } from '@portico/contract';
import { type MenuComponent, SUBSCRIPTION_PAGE } from '@portico/contract/values';
import type { ComponentType } from 'react';
import { loadContentPages } from '../features/content/index.ts';
import { loadExplorerPage, OperationEntryPage, OperationPage } from '../features/explorer/index.ts';
import { lazyComponent } from '../shared/page/lazy-component.tsx';
import { MissingPage } from './missing-page.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

export interface PageProps {
  /** Route of the page. */
  url: string;
  /** Title in the menu. */
  title: string;
  config: RuntimeConfig;
}

const page = <Props extends PageProps>(load: () => Promise<ComponentType<Props>>) => lazyComponent(load, PageSkeleton, MissingPage);

/** The portal's start page. */
export const LandingPage = page<PageProps>(async () => (await import('./landing-page.tsx')).loadLandingPage());

export const pageRegistry: Readonly<Record<MenuComponent, ComponentType<PageProps>>> = {
  ContentPage: page(async () => (await loadContentPages()).ContentPageView),
  LandingPage,
  NewsPage: page(async () => (await import('../features/news/index.ts')).NewsPage),
  ApplicationIdentityPage: page(async () => (await import('../features/application-identity/index.ts')).ApplicationIdentityPage),
  ApiExplorerPage: page(async () => (await loadExplorerPage()).ApiExplorerPage),
  ApiStatusPage: page(async () => (await import('../features/status/index.ts')).ApiStatusPage),
  OperationPage: OperationEntryPage,
  StatisticsPage: page(async () => (await import('../features/statistics/index.ts')).StatisticsPage),
  TokensPage: page(async () => (await import('../features/tokens/index.ts')).TokensPage),
};

interface SubpageProps extends PageProps {
  /** The decoded path segments after {@link PageProps.url}. */
  below: readonly string[];
}

interface Subpage {
  readonly takes: (below: readonly string[]) => boolean;
  readonly Page: ComponentType<SubpageProps>;
}

const isNamed =
  (segment: string) =>
  ([name, ...more]: readonly string[]) =>
    name?.toLowerCase() === segment && more.length === 0;

/**
 * Pages below a menu entry: an explorer's operations, at `{pageUrl}/{apiId}/{operationId}` (specification §2); subscriptions by mail, below the
 * status; an application's requests, certificates and notifications, the developer's sessions and second factor; a news item.
 */
const subpages: Readonly<Partial<Record<MenuComponent, readonly Subpage[]>>> = {
  ApiExplorerPage: [{ takes: (below) => below.length > 1, Page: OperationPage }],
  ApiStatusPage: [
    { takes: isNamed(SUBSCRIPTION_PAGE.segment), Page: page(async () => (await import('../features/subscriptions/index.ts')).SubscriptionPage) },
  ],
  ApplicationIdentityPage: [
    { takes: isNamed('requests'), Page: page(async () => (await import('../features/request-log/index.ts')).RequestLogPage) },
    { takes: isNamed('certificates'), Page: page(async () => (await import('../features/certificates/index.ts')).CertificatesPage) },
    { takes: isNamed('notifications'), Page: page(async () => (await import('../features/notifications/index.ts')).NotificationsPage) },
    { takes: isNamed('sessions'), Page: page(async () => (await import('../features/sessions/index.ts')).SessionsPage) },
    { takes: isNamed('security'), Page: page(async () => (await import('../features/security/index.ts')).SecurityPage) },
  ],
  NewsPage: [{ takes: (below) => below.length === 1, Page: page(async () => (await import('../features/news/index.ts')).NewsItemPage) }],
};

/** Undefined: the component has no page for these segments. */
export function subpageOf(component: MenuComponent, below: readonly string[]): ComponentType<SubpageProps> | undefined {
  return subpages[component]?.find(({ takes }) => takes(below))?.Page;
}
