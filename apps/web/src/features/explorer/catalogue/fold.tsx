/** A heading that opens what stands below it; what is closed is not drawn, because there may be a thousand lines of it. */
import { type ReactNode, useState } from 'react';
import styles from './fold.module.css';

interface FoldProps {
  /** The heading. */
  title: ReactNode;
  count: number;
  /** Whether it is open until somebody decides. */
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
