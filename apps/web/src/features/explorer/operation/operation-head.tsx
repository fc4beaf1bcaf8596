/** The head of an operation's page: its name, method, path and description. */
import type { OperationBrief } from '@portico/contract';
import type { ReactNode } from 'react';
import { CallPath } from '../../../shared/portal/http/call-path.tsx';
import { MethodBadge } from '../../../shared/portal/http/method-badge.tsx';
import { PageHeading } from '../../../shared/portal/page-heading.tsx';
import { Badge } from '../../../shared/ui/badge.tsx';
import styles from './operation.module.css';

/** @param children the selection of application and customer */
export function OperationHead({ slice, children }: { slice: OperationBrief; children?: ReactNode }) {
  return (
    <div className={styles.head}>
      <div>
        <div className="row wrap">
          <PageHeading title={slice.summary === '' ? slice.operationId : slice.summary} />
          {slice.isDeprecated === true ? <Badge kind="warn">Deprecated</Badge> : null}
        </div>
        <div className={styles.address}>
          <MethodBadge method={slice.method} isSolid />
          <CallPath path={slice.path} />
        </div>
      </div>
      {children === undefined ? null : <div className={`${styles.customer} stack-2`}>{children}</div>}
    </div>
  );
}
