/** A block of a developer's page: one heading, one matter. */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from '../ui/class-names.ts';
import styles from './card.module.css';

interface CardProps {
  title: string;
  /** The one thing of the page that matters. */
  hasLintel?: boolean;
  /** The card replaces what a developer pressed: its heading takes the focus, so that a screen reader and the keyboard start there. */
  takesFocus?: boolean;
  /** Beside the heading. */
  aside?: ReactNode;
  children: ReactNode;
}

export function Card({ title, hasLintel = false, takesFocus = false, aside, children }: CardProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <section className={classNames(styles.card, hasLintel && styles.lintel)} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 ref={heading} id={id} tabIndex={takesFocus ? -1 : undefined}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
