/** A page of the portal: title, then its paragraphs. Loading, missing, failed and done each have their view. */
import type { RuntimeConfig } from '@portico/contract';
import { type ReactNode, useEffect } from 'react';
import { MarkdownLink } from '../../shared/content/markdown-link.tsx';
import { Paragraphs } from '../../shared/content/paragraphs.tsx';
import { LoadFailure } from '../../shared/portal/load-failure.tsx';
import { PageHeading } from '../../shared/portal/page-heading.tsx';
import { useQuery } from '../../shared/portal/router/place.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from './content-page.module.css';
import { goToSection, PageContents } from './page-contents.tsx';
import { useContentPage } from './use-content-page.ts';

const NOT_FOUND = 404;

/** @param title the menu's title, shown until the page has arrived. */
export function ContentPageView({ url, title, config }: { url: string; title: string; config: RuntimeConfig }) {
  const { page, error, reload } = useContentPage(url);
  const section = useQuery().get('section');
  const isHere = page !== undefined;
  useEffect(() => {
    if (isHere && section !== null) goToSection(section);
  }, [isHere, section]);
  if (page !== undefined) {
    return (
      <div className={styles.columns}>
        <Article title={page.title}>
          <Paragraphs paragraphs={page.field_paragraphs} />
          <MarkdownLink contentBase={config.contentBase} path={page.markdown} />
        </Article>
        <PageContents paragraphs={page.field_paragraphs} />
      </div>
    );
  }
  if (error?.status === NOT_FOUND) return <Article title="Page not found" />;
  return (
    <Article title={title}>
      {error === undefined ? <Skeleton label="Loading the page" lines={9} /> : <LoadFailure failure={error} onRetry={reload} />}
    </Article>
  );
}

function Article({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <article className={styles.article}>
      <PageHeading title={title} />
      {children}
    </article>
  );
}
