/** The list of operations beside an operation's page; on narrow screens it is folded above the page, and loaded when it is opened. */
import type { OperationBrief } from '@portico/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { HAS_SIDE_LIST } from '../../../shared/early/early-addresses.ts';
import { useMedia } from '../../../shared/page/use-media.ts';
import { FoldedPart } from '../../../shared/portal/folded-part.tsx';
import { FindField } from '../catalogue/find-field.tsx';
import { sideOfFound, sideOfNeighbours } from '../catalogue/side-groups.ts';
import { SideList, UnknownOperations } from '../catalogue/side-list.tsx';
import { useFind } from '../catalogue/use-find.ts';
import type { ExplorerList } from '../explorer-calls.ts';
import { useExplorerIndex, useNeighbours } from '../use-catalogue.ts';
import styles from './operation.module.css';

interface OperationSideProps {
  url: string;
  list: ExplorerList;
  slice: OperationBrief;
}

export function OperationSide(props: OperationSideProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (useMedia(HAS_SIDE_LIST)) return <Side {...props} />;
  return (
    <FoldedPart title="Operations" className={styles.folded} onToggle={setIsOpen}>
      {isOpen ? <Side {...props} /> : null}
    </FoldedPart>
  );
}

function Side({ url, list, slice }: OperationSideProps) {
  // The whole index is loaded when the visitor searches or expands more of the list.
  const [isWhole, setIsWhole] = useState(false);
  const wantWhole = useCallback(() => setIsWhole(true), []);
  const { value: index, failure } = useExplorerIndex(list, isWhole);
  const neighbours = useNeighbours(slice, index === undefined);
  const find = useFind(index);
  const listed = useRef<HTMLDivElement>(null);
  const isDrawn = index !== undefined || neighbours !== undefined;
  // The current operation may be far below in a long list.
  useEffect(() => {
    const list = listed.current;
    const current = list?.querySelector<HTMLElement>('[aria-current]');
    if (!isDrawn || !list || !current) return;
    const top = current.offsetTop - list.clientHeight / 3;
    // Scrolls to the beginning of a row.
    const first = Array.from(list.querySelectorAll<HTMLElement>('summary, a')).findLast(({ offsetTop }) => offsetTop <= top);
    list.scrollTop = first?.offsetTop ?? 0;
  }, [isDrawn]);
  const sections = index !== undefined ? sideOfFound(find.found, find.isSearch, slice) : neighbours && sideOfNeighbours(neighbours, slice);
  return (
    <nav className={styles.side} aria-label="Operations">
      {sections === undefined ? null : (
        <>
          <FindField find={find} onIntent={wantWhole} />
          <div ref={listed} className={styles.list}>
            <SideList
              pageUrl={url}
              sections={sections}
              current={slice}
              unknown={
                <UnknownOperations onSeen={wantWhole}>
                  {failure === undefined ? 'Loading' : <a href={`#${url}`}>See all operations</a>}
                </UnknownOperations>
              }
            />
          </div>
        </>
      )}
    </nav>
  );
}
