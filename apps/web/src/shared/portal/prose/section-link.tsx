/** The `#` beside a heading or an error code: its address is the address of the section. */
import { use } from 'react';
import styles from './prose.module.css';
import { goToSection, SectionPageContext, sectionHref } from './sections.ts';

/** @param name what the link leads to, for screen readers */
export function SectionLink({ id, name, isQuiet = false }: { id: string; name: string; isQuiet?: boolean }) {
  const url = use(SectionPageContext);
  if (url === undefined) return null;
  return (
    <a
      className={isQuiet ? styles.quietAnchor : styles.anchor}
      href={sectionHref(url, id)}
      aria-label={`Link to ${name}`}
      // The address may be this one already, and then the browser does nothing.
      onClick={() => goToSection(id)}
    >
      #
    </a>
  );
}
