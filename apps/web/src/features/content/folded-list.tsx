/** A list of links that is folded where there is no room beside the text. Choosing a link folds it again. */
import { type ReactNode, useRef } from 'react';
import { FoldedPart } from '../../shared/portal/folded-part.tsx';
import styles from './folded-list.module.css';

export function FoldedList({ title, children }: { title: string; children: ReactNode }) {
  const fold = useRef<HTMLDetailsElement>(null);
  return (
    <nav className={styles.folded} aria-label={title}>
      <FoldedPart ref={fold} title={title}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are the controls */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
        <div
          className={styles.links}
          onClick={({ target }) => {
            if (target instanceof HTMLElement && target.closest('a') !== null) fold.current?.removeAttribute('open');
          }}
        >
          {children}
        </div>
      </FoldedPart>
    </nav>
  );
}
