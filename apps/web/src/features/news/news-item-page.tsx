/** `{news}/{name}`: one complete news item. */
import type { RuntimeConfig } from '@portico/contract';
import { MarkdownLink } from '../../shared/content/markdown-link.tsx';
import { Paragraphs } from '../../shared/content/paragraphs.tsx';
import { LoadFailure } from '../../shared/portal/load-failure.tsx';
import { PageHeading } from '../../shared/portal/page-heading.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from './news.module.css';
import { NewsFeedLink } from './news-feed-link.tsx';
import { NewsMeta } from './news-meta.tsx';
import { useNews } from './use-news.ts';

interface NewsItemPageProps {
  /** Path of the list. */
  url: string;
  title: string;
  /** The further path segment: the item's name. */
  below: readonly string[];
  config: RuntimeConfig;
}

export function NewsItemPage({ url, title, below: [name = ''], config }: NewsItemPageProps) {
  const { value: items, failure, reload } = useNews();
  const item = items?.find((one) => one.url === `/news/${name}`);
  if (item !== undefined) {
    return (
      <article className={styles.item}>
        <PageHeading title={item.title} />
        <NewsMeta item={item} />
        <p className={styles.summary}>{item.summary}</p>
        <Paragraphs paragraphs={item.field_paragraphs} />
        <footer className={styles.foot}>
          <a href={`#${url}`}>All news</a>
          <NewsFeedLink contentBase={config.contentBase} />
          <MarkdownLink contentBase={config.contentBase} path={item.markdown} />
        </footer>
      </article>
    );
  }
  return (
    <div className="stack-5">
      <PageHeading title={items === undefined ? title : 'News item not found'} />
      {items !== undefined ? (
        <p>
          There is no news item of this name. It may have been withdrawn. <a href={`#${url}`}>See all news</a>
        </p>
      ) : failure === undefined ? (
        <Skeleton label="Loading the news item" lines={9} />
      ) : (
        <LoadFailure failure={failure} onRetry={reload} />
      )}
    </div>
  );
}
