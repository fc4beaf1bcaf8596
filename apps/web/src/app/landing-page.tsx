/** The landing page, and below what it says the newest of the news where the menu has a page for them. */
import { type ContentRoot, loadContentPages, selectMenu } from '../features/content/index.ts';
import { lazyComponent } from '../shared/page/lazy-component.tsx';
import { MissingPart } from '../shared/portal/missing-part.tsx';
import { useAppSelector } from '../shared/store/hooks.ts';
import type { PageProps } from './page-registry.ts';

const NewsTeaser = lazyComponent(async () => (await import('../features/news/index.ts')).NewsTeaser, undefined, MissingPart);

export async function loadLandingPage() {
  const { LandingPageView } = await loadContentPages();
  return function LandingPage({ url, title }: PageProps) {
    const menu = useAppSelector((state: ContentRoot) => selectMenu(state));
    const isRead = useAppSelector((state: ContentRoot) => state.contentPage.pages[url] !== undefined);
    const newsUrl = menu?.main.find(({ component }) => component === 'NewsPage')?.pageUrl;
    return (
      <>
        <LandingPageView url={url} title={title} />
        {isRead && newsUrl !== undefined ? <NewsTeaser url={newsUrl} /> : null}
      </>
    );
  };
}
