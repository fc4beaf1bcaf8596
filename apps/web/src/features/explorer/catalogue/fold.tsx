/** A heading that expands its content. Collapsed content is not rendered, because it may have a thousand lines. */
import { type ReactNode, useState } from 'react';
import styles from './fold.module.css';

interface FoldProps {
  /** The heading. */
  title: ReactNode;
  count: number;
  /** Initial state, until the visitor changes it. */
  isOpen: boolean;
  children: () => ReactNode;
}

export function Fold({ title, count, isOpen: isOpenAtFirst, children }: FoldProps) {
  const [choice, setChoice] = useState<boolean>();
  const isOpen = choice ?? isOpenAtFirst;
  return (
    <details
      className={styles.fold}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) setChoice(currentTarget.open);
      }}
    >
      <summary>
        {title} <span className="micro muted">{count}</span>
      </summary>
      {isOpen ? children() : null}
    </details>
  );
}
