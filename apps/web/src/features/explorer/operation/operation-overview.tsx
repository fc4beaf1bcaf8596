/** The page of an operation until it is known who is there: to read, with nothing to fill in that would be lost. */
import type { OperationBrief } from '@portico/contract';
import { ProseView } from '../../../shared/portal/prose/prose-view.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import styles from './operation.module.css';
import { OperationHead } from './operation-head.tsx';

export function OperationOverview({ slice }: { slice: OperationBrief }) {
  return (
    <div className="stack-6">
      <OperationHead slice={slice} />
      <div className={styles.columns}>
        <div className={`${styles.request} stack-6`}>
          <div className="stack-2 second">
            <ProseView prose={slice.description} />
          </div>
          <Skeleton label="Preparing the request" lines={12} />
        </div>
      </div>
    </div>
  );
}
