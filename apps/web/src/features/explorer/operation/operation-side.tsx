/** The list of operations beside the page of one, where there is room for it. */
import type { OperationSlice } from '@portico/contract';
import { FindField } from '../catalogue/find-field.tsx';
import { OperationList } from '../catalogue/operation-list.tsx';
import { useFind } from '../catalogue/use-find.ts';
import type { ExplorerList } from '../explorer-calls.ts';
import { useExplorerIndex } from '../use-catalogue.ts';
import styles from './operation.module.css';

export function OperationSide({ url, list, slice }: { url: string; list: ExplorerList; slice: OperationSlice }) {
  const { value: index } = useExplorerIndex(list);
  const find = useFind(index);
  return (
    <nav className={styles.side} aria-label="Operations">
      {index === undefined ? null : (
        <>
          <FindField find={find} />
          <div>
            <OperationList pageUrl={url} found={find.found} current={slice} isDense />
          </div>
        </>
      )}
    </nav>
  );
}
