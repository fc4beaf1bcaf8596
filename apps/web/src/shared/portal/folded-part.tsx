/** A list that is beside the text on wide screens. Narrow screens fold it behind a control as wide as a field. */
import type { ReactNode, Ref } from 'react';
import { classNames } from '../ui/class-names.ts';
import styles from './folded-part.module.css';

interface FoldedPartProps {
  title: string;
  className?: string | undefined;
  ref?: Ref<HTMLDetailsElement>;
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
}

export function FoldedPart({ title, className, ref, onToggle, children }: FoldedPartProps) {
  return (
    <details ref={ref} className={classNames(styles.folded, className)} onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
