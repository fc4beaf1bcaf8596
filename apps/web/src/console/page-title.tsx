/** The heading of a page, and the title of the window. */
import { type ReactNode, useLayoutEffect } from 'react';
import { Note } from '../shared/ui/note.tsx';
import styles from './console.module.css';

export function PageTitle({ title, children }: { title: string; children?: ReactNode }) {
  useLayoutEffect(() => {
    document.title = `${title} · Console`;
  }, [title]);
  return (
    <div className={styles.title}>
      <h1>{title}</h1>
      {children}
    </div>
  );
}

export function Failure({ text }: { text: string | undefined }) {
  return text === undefined ? null : (
    <Note kind="warn" role="alert">
      <p>{text}</p>
    </Note>
  );
}
