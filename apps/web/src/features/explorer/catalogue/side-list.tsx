/** The list beside an operation's page: its section and tag are expanded, the others are collapsed. */
import { type ReactNode, useEffect } from 'react';
import type { OperationAddress } from '../operation-address.ts';
import { Fold } from './fold.tsx';
import styles from './operation-list.module.css';
import { OperationRows } from './operation-rows.tsx';
import type { SideGroup, SideSection } from './side-groups.ts';

interface SideListProps {
  pageUrl: string;
  sections: readonly SideSection[];
  current: OperationAddress;
  /** Shown for operations that are not loaded yet; loads them. */
  unknown: ReactNode;
}

export function SideList({ pageUrl, sections, current, unknown }: SideListProps) {
  const rows = (operations: SideGroup['operations']) =>
    operations === undefined ? unknown : <OperationRows pageUrl={pageUrl} operations={operations} current={current} isDense />;
  return sections.map(({ apiId, title, count, isOpen, operations, tags }) => (
    <section key={apiId} className={styles.dense} aria-label={title}>
      <Fold title={<h3>{title}</h3>} count={count} isOpen={isOpen}>
        {() =>
          tags === undefined ? (
            rows(operations)
          ) : (
            <div className={styles.tags}>
              {tags.map((group) => (
                <Fold key={group.title} title={group.title} count={group.count} isOpen={group.isOpen}>
                  {() => rows(group.operations)}
                </Fold>
              ))}
            </div>
          )
        }
      </Fold>
    </section>
  ));
}

/** @param onSeen loads the missing operations */
export function UnknownOperations({ onSeen, children }: { onSeen: () => void; children: ReactNode }) {
  useEffect(onSeen, [onSeen]);
  return <p className="small muted">{children}</p>;
}
