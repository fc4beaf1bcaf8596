/** A block of a developer's page: one heading, one matter. */
import { type ReactNode, useId } from 'react';
import { classNames } from '../ui/class-names.ts';
import styles from './card.module.css';

interface CardProps {
  title: string;
  /** The one thing of the page that matters. */
  hasLintel?: boolean;
  /** Beside the heading. */
  aside?: ReactNode;
  children: ReactNode;
}

export function Card({ title, hasLintel = false, aside, children }: CardProps) {
  const id = useId();
  return (
    <section className={classNames(styles.card, hasLintel && styles.lintel)} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
