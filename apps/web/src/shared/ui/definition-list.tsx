/** Label and value rows, as in the document that is signed. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './definition-list.module.css';

export function DefinitionList({ isDense = false, children }: { isDense?: boolean; children: ReactNode }) {
  return <dl className={classNames(styles.dl, isDense && styles.dense)}>{children}</dl>;
}

/** `isLong` (an IBAN, a long name) goes below its label in narrow places. */
export function Definition({ label, isLong = false, children }: { label: ReactNode; isLong?: boolean; children: ReactNode }) {
  return (
    <div className={classNames(isLong && styles.long)}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
