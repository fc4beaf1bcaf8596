/** Below the title of an item: when, and what it is about. */
import type { NewsItem } from '@portico/contract';
import styles from './news.module.css';
import { NewsDate } from './news-date.tsx';

export function NewsMeta({ item: { date, tags } }: { item: NewsItem }) {
  return (
    <p className={`small muted ${styles.meta}`}>
      <NewsDate date={date} />
      {tags.length === 0 ? null : <span>{tags.join(' · ')}</span>}
    </p>
  );
}
