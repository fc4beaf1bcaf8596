/** Operations as a list of links. */
import type { IndexOperation } from '@portico/contract';
import { useState } from 'react';
import { CallPath } from '../../../shared/portal/http/call-path.tsx';
import { MethodBadge } from '../../../shared/portal/http/method-badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { type OperationAddress, operationHref } from '../operation-address.ts';
import styles from './operation-list.module.css';

/** Rows that are rendered before the visitor asks for all of them. */
const FIRST_ROWS = 100;

export interface ListedOperation {
  readonly section: { readonly apiId: string };
  readonly operation: IndexOperation;
}

interface OperationRowsProps {
  pageUrl: string;
  operations: readonly ListedOperation[];
  /** The operation whose page is open. */
  current?: OperationAddress;
  isDense?: boolean;
}

export function OperationRows({ pageUrl, operations, current, isDense = false }: OperationRowsProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? operations : operations.slice(0, FIRST_ROWS);
  return (
    <>
      <ul>
        {shown.map((found) => (
          <li key={found.operation.operationId}>
            <a
              href={operationHref(pageUrl, found.section.apiId, found.operation.operationId)}
              aria-current={isCurrent(found, current) ? 'page' : undefined}
            >
              <MethodBadge method={found.operation.method} />
              <span className={styles.summary}>
                {found.operation.summary}
                {found.operation.isDeprecated === true ? <span className="micro muted"> deprecated</span> : null}
              </span>
              {isDense ? null : <CallPath path={found.operation.path} className={styles.path} />}
            </a>
          </li>
        ))}
      </ul>
      {shown.length === operations.length ? null : <Button onClick={() => setIsWhole(true)}>Show all {operations.length}</Button>}
    </>
  );
}

export function isCurrent({ section, operation }: ListedOperation, current: OperationAddress | undefined): boolean {
  return current?.apiId === section.apiId && current.operationId === operation.operationId;
}
