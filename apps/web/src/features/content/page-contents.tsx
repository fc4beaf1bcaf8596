/** The sections of a long page. Buttons, not links: the address' fragment belongs to the router. */
import type { Paragraph } from '@portico/contract';
import { focusBehindDialog } from '../../shared/page/focus-behind-dialog.ts';
import { sectionId } from '../../shared/portal/prose/prose-block.tsx';
import styles from './page-contents.module.css';

type Heading = Extract<Paragraph, { type: 'heading' }>;

const SECTIONS_MIN = 4;

/** Nothing for short pages and on screens without room beside the text. */
export function PageContents({ paragraphs }: { paragraphs: readonly Paragraph[] }) {
  const sections = paragraphs.filter((paragraph): paragraph is Heading => paragraph.type === 'heading' && paragraph.level === 2);
  if (sections.length < SECTIONS_MIN) return null;
  return (
    <nav className={styles.contents} aria-labelledby="on-this-page">
      <h2 id="on-this-page">On this page</h2>
      <ul>
        {sections.map(({ id, text }) => (
          <li key={id}>
            <button type="button" onClick={() => goToSection(id)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Nothing happens for a section that the page does not have. */
export function goToSection(id: string): void {
  const section = document.getElementById(sectionId(id));
  section?.scrollIntoView();
  if (section !== null) focusBehindDialog(section);
}
