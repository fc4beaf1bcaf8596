/** The list of guides: beside the text, or folded above it. */
import { hrefOf } from '../../shared/portal/router/place.ts';
import { FoldedList } from './folded-list.tsx';
import styles from './guide-list.module.css';
import type { GuidePlace, GuideSection } from './guides.ts';

const TITLE = 'Guides';

interface GuideListProps {
  sections: readonly GuideSection[];
  /** The route of the open guide. */
  url: string;
  isFolded: boolean;
}

export function GuideList({ sections, url, isFolded }: GuideListProps) {
  const list = sections.flatMap(({ title, guides }) => [
    <h2 key={title}>{title}</h2>,
    <ul key={`${title} guides`}>
      {guides.map((guide) => (
        <li key={guide.url}>
          <a href={hrefOf(guide.url)} aria-current={guide.url === url ? 'page' : undefined}>
            {guide.title}
          </a>
        </li>
      ))}
    </ul>,
  ]);
  if (isFolded) return <FoldedList title={TITLE}>{list}</FoldedList>;
  return (
    <nav className={styles.guides} aria-label={TITLE}>
      {list}
    </nav>
  );
}

export function GuideNeighbours({ place: { previous, next } }: { place: GuidePlace }) {
  return (
    <nav className={styles.neighbours} aria-label="Previous and next guide">
      {previous === undefined ? null : (
        <a className={styles.previous} href={hrefOf(previous.url)} rel="prev">
          <span className="small second">Previous</span>
          <span className="strong">{previous.title}</span>
        </a>
      )}
      {next === undefined ? null : (
        <a className={styles.next} href={hrefOf(next.url)} rel="next">
          <span className="small second">Next</span>
          <span className="strong">{next.title}</span>
        </a>
      )}
    </nav>
  );
}
