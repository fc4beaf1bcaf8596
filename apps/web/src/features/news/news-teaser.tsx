/** The newest items, for the landing page. It is an extra: without news, or without an answer, nothing is said. */
import { DEFAULT_LOCALE } from '@portico/contract/values';
import { LinkList } from '../../shared/content/link-list.tsx';
import { formatDateTime } from '../../shared/format/dates.ts';
import { browserTimeZone } from '../../shared/portal/browser-time-zone.ts';
import styles from './news-teaser.module.css';
import { useNews } from './use-news.ts';

const SHOWN_MAX = 3;

/** @param url of the list */
export function NewsTeaser({ url }: { url: string }) {
  const { value: items = [] } = useNews();
  if (items.length === 0) return null;
  return (
    <>
      <LinkList
        type="links"
        title="What’s new"
        items={items.slice(0, SHOWN_MAX).map(({ title, url: href, summary, date }) => ({
          label: title,
          href: `#${href}`,
          text: summary,
          note: formatDateTime(date, DEFAULT_LOCALE, browserTimeZone()),
        }))}
      />
      <p className={`small ${styles.all}`}>
        <a href={`#${url}`}>All news</a>
      </p>
    </>
  );
}
