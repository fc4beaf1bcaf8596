/** Earlier requests: shown, opened in their page, sent again, deleted. */
import type { OperationBrief } from '@portico/contract';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Tabs } from '../../../../shared/portal/tabs.tsx';
import { Button } from '../../../../shared/ui/button.tsx';
import styles from './history.module.css';
import { HistoryFrame, NothingSent } from './history-frame.tsx';
import { createSentHistory } from './sent-history.ts';
import type { SentRequest } from './sent-request.ts';
import { SentRow } from './sent-row.tsx';
import type { StoredHistory } from './use-stored-history.ts';

const SHOWN_FIRST = 8;

type Scope = 'operation' | 'all';

interface HistorySectionProps {
  history: StoredHistory;
  owner: string;
  slice: OperationBrief;
  customerName: string | undefined;
  /** True for a signed-in developer, whose application has a request log. */
  hasLog: boolean;
  /** Undefined while the page cannot send. */
  onAgain: ((sent: SentRequest, isSameId: boolean) => void) | undefined;
}

export function HistorySection({ history: stored, owner, slice, customerName, hasLog, onAgain }: HistorySectionProps) {
  const [scope, setScope] = useState<Scope>('operation');
  const [isWhole, setIsWhole] = useState(false);
  const [removed, setRemoved] = useState<readonly SentRequest[]>([]);
  const history = useMemo(() => createSentHistory(stored, owner), [stored, owner]);
  const { items } = history;
  const own = items.filter((sent) => isOf(slice, sent));
  const chosen = scope === 'operation' ? own : items;
  const shown = isWhole ? chosen : chosen.slice(0, SHOWN_FIRST);
  const tabs = [
    { id: 'operation', label: `This operation ${own.length}` },
    { id: 'all', label: `All operations ${items.length}` },
  ] as const;
  return (
    <HistoryFrame
      customerName={customerName}
      action={
        chosen.length === 0 ? null : (
          <Button
            kind="quiet"
            isDense
            onClick={() => {
              setRemoved(chosen);
              history.remove(chosen);
            }}
          >
            Clear
          </Button>
        )
      }
    >
      {removed.length === 0 ? null : (
        <Removed
          count={removed.length}
          onUndo={() => {
            history.putBack(removed);
            setRemoved([]);
          }}
        />
      )}
      {items.length === 0 ? (
        <NothingSent />
      ) : (
        <Tabs label="History" tabs={tabs} chosen={scope} onChoose={setScope} bar={(list) => <div className={styles.bar}>{list}</div>}>
          {chosen.length === 0 ? <NothingSent>This operation was not sent yet.</NothingSent> : null}
          <ul className={styles.list}>
            {shown.map((sent) => (
              <SentRow
                key={sent.id}
                sent={sent}
                hasLog={hasLog}
                onAgain={onAgain === undefined || !isOf(slice, sent) ? undefined : (isSameId) => onAgain(sent, isSameId)}
                onRemove={() => {
                  setRemoved([sent]);
                  history.remove([sent]);
                }}
              />
            ))}
          </ul>
          {shown.length === chosen.length ? null : (
            <Button kind="quiet" isDense onClick={() => setIsWhole(true)}>
              {`Show all ${chosen.length}`}
            </Button>
          )}
        </Tabs>
      )}
    </HistoryFrame>
  );
}

/** Takes the focus, because the pressed button was removed with the deleted entries. */
function Removed({ count, onUndo }: { count: number; onUndo: () => void }) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus(), []);
  return (
    <p className={styles.removed} role="status">
      {count === 1 ? 'One request deleted.' : `${count} requests deleted.`}
      <Button ref={undo} kind="quiet" isDense onClick={onUndo}>
        Undo
      </Button>
    </p>
  );
}

function isOf({ apiId, operationId }: OperationBrief, sent: SentRequest): boolean {
  return sent.apiId === apiId && sent.operationId === operationId;
}
