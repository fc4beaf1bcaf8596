/** A list of places to go: a word, a sentence, and perhaps a note on the right. */
import type { Paragraph } from '@portico/contract';
import { useId } from 'react';
import styles from './link-list.module.css';

export function LinkList({ title, items }: Extract<Paragraph, { type: 'links' }>) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <ul className={styles.links}>
        {items.map(({ label, href, text, note }) => (
          <li key={href}>
            <div className="grow">
              <a className="strong" href={href}>
                {label}
              </a>
              <div className="small second">{text}</div>
            </div>
            {note === undefined ? null : <span className="small muted tab">{note}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
