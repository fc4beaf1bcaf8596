/** The main part of a page that holds one sheet; on a phone the sheet fills it to the bottom. */
import type { ReactNode } from 'react';
import styles from './sheet-main.module.css';

export function SheetMain({ children }: { children: ReactNode }) {
  return (
    <main className={styles.main} id="main">
      {children}
    </main>
  );
}
