/** The news, newest first: title, date and a sentence of each. */
import type { RuntimeConfig } from '@portico/contract';
import { LoadFailure } from '../../shared/portal/load-failure.tsx';
import { PageHeading } from '../../shared/portal/page-heading.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from './news.module.css';
import { NewsFeedLink } from './news-feed-link.tsx';
import { NewsMeta } from './news-meta.tsx';
import { useNews } from './use-news.ts';

export function NewsPage({ title, config }: { title: string; config: RuntimeConfig }) {
  const { value: items, failure, reload } = useNews();
  return (
    <div className={styles.news}>
      <header className={styles.head}>
        <PageHeading title={title} />
        <NewsFeedLink contentBase={config.contentBase} />
      </header>
      {items === undefined ? (
        failure === undefined ? (
          <Skeleton label="Loading the news" lines={9} />
        ) : (
          <LoadFailure failure={failure} onRetry={reload} />
        )
      ) : items.length === 0 ? (
        <p>There is no news yet. What is new will stand here and in the feed.</p>
      ) : (
        <ol className={styles.list}>
          {items.map((item) => (
            <li key={item.url}>
              <h2>
                <a href={`#${item.url}`}>{item.title}</a>
              </h2>
              <NewsMeta item={item} />
              <p>{item.summary}</p>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
