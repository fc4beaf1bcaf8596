/** The landing page: built from `field_paragraphs` of the static homepage JSON. */
import { Paragraphs } from '../../shared/content/paragraphs.tsx';
import { LoadFailure } from '../../shared/portal/load-failure.tsx';
import { PageHeading } from '../../shared/portal/page-heading.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useContentPage } from './use-content-page.ts';

export function LandingPageView({ url, title }: { url: string; title: string }) {
  const { page, error, reload } = useContentPage(url);
  if (page !== undefined) return <Paragraphs paragraphs={page.field_paragraphs} />;
  return (
    <>
      <PageHeading title={title} />
      {error === undefined ? <Skeleton label="Loading the page" lines={6} /> : <LoadFailure failure={error} onRetry={reload} />}
    </>
  );
}
