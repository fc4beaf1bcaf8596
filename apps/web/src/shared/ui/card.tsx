/** A hairline box for things that belong together. At most one per view carries the lintel. */
import type { ReactNode } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';

export function Card({ hasLintel = false, children }: { hasLintel?: boolean; children: ReactNode }) {
  return <section className={classNames(styles.card, hasLintel && styles.lintel)}>{children}</section>;
}
