/** The colonnade: the way of a payment under one lintel, tinted where it happens at the bank. */
import type { Paragraph } from '@portico/contract';
import { useId } from 'react';
import { breakable } from '../portal/prose/inline-text.tsx';
import { classNames } from '../ui/class-names.ts';
import styles from './steps.module.css';

export function Steps({ title, items }: Extract<Paragraph, { type: 'steps' }>) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="vh">
        {title}
      </h2>
      <ol className={styles.colonnade}>
        {items.map((step) => (
          <li key={step.title} className={classNames(step.atBank && styles.bank)}>
            <span className={styles.who}>{step.who}</span>
            <h3>{step.title}</h3>
            <p>{step.text}</p>
            <code>{breakable(step.code)}</code>
          </li>
        ))}
      </ol>
    </section>
  );
}
