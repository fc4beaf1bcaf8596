/** The history's section. It is always present, and an empty history shows an explanation. */
import { type ReactNode, useId } from 'react';
import styles from './history-frame.module.css';

interface HistoryFrameProps {
  customerName: string | undefined;
  /** Beside the heading. */
  action?: ReactNode;
  children: ReactNode;
}

export function HistoryFrame({ customerName, action, children }: HistoryFrameProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="row wrap between">
        <h2 id={id}>History</h2>
        {action}
      </div>
      <p className={styles.lead}>
        {customerName === undefined ? 'What you sent' : `What you sent for ${customerName}`}, kept in this browser without tokens and secrets.
      </p>
      {children}
    </section>
  );
}

export function NothingSent({ children = 'Nothing yet. A request that you send stands here, to be sent again or opened.' }: { children?: string }) {
  return <p className={styles.empty}>{children}</p>;
}
