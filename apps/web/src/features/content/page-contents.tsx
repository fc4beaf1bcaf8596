/** The sections of a long page: a list beside the text, or folded above it where there is no room. */
import type { Paragraph } from '@portico/contract';
import { goToSection, sectionHref } from '../../shared/portal/prose/sections.ts';
import { FoldedList } from './folded-list.tsx';
import styles from './page-contents.module.css';

type Heading = Extract<Paragraph, { type: 'heading' }>;

const SECTIONS_MIN = 4;
const TITLE = 'On this page';

interface PageContentsProps {
  /** The page's route. */
  url: string;
  paragraphs: readonly Paragraph[];
  isFolded: boolean;
}

/** Nothing for short pages. */
export function PageContents({ url, paragraphs, isFolded }: PageContentsProps) {
  const sections = paragraphs.filter((paragraph): paragraph is Heading => paragraph.type === 'heading' && paragraph.level === 2);
  if (sections.length < SECTIONS_MIN) return null;
  const list = (
    <ul>
      {sections.map(({ id, text }) => (
        <li key={id}>
          {/* The address may be this one already, and then the browser does nothing. */}
          <a href={sectionHref(url, id)} onClick={() => goToSection(id)}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
  if (isFolded) return <FoldedList title={TITLE}>{list}</FoldedList>;
  return (
    <nav className={styles.contents} aria-labelledby="on-this-page">
      <h2 id="on-this-page">{TITLE}</h2>
      {list}
    </nav>
  );
}
