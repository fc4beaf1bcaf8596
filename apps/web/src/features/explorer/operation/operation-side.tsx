/** The list of operations beside the page of one, where there is room for it; elsewhere it is not even read. */
import type { OperationSlice } from '@portico/contract';
import { useEffect, useRef } from 'react';
import { useMedia } from '../../../shared/page/use-media.ts';
import { FindField } from '../catalogue/find-field.tsx';
import { SideList } from '../catalogue/operation-list.tsx';
import { useFind } from '../catalogue/use-find.ts';
import type { ExplorerList } from '../explorer-calls.ts';
import { useExplorerIndex } from '../use-catalogue.ts';
import styles from './operation.module.css';

/** As in the style sheet. */
const HAS_ROOM = '(min-width: 1200px)';

interface OperationSideProps {
  url: string;
  list: ExplorerList;
  slice: OperationSlice;
}

export function OperationSide(props: OperationSideProps) {
  return useMedia(HAS_ROOM) ? <Side {...props} /> : null;
}

function Side({ url, list, slice }: OperationSideProps) {
  const { value: index } = useExplorerIndex(list);
  const find = useFind(index);
  const nav = useRef<HTMLElement>(null);
  const isDrawn = index !== undefined;
  // The open operation may stand far below in a long list.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (isDrawn && nav.current !== null && current) nav.current.scrollTop = current.offsetTop - nav.current.clientHeight / 3;
  }, [isDrawn]);
  return (
    <nav ref={nav} className={styles.side} aria-label="Operations">
      {index === undefined ? null : (
        <>
          <FindField find={find} />
          <div>
            <SideList pageUrl={url} found={find.found} isSearch={find.isSearch} current={slice} />
          </div>
        </>
      )}
    </nav>
  );
}
