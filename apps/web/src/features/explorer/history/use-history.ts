/** The requests of one owner that were sent in this browser. Other tabs' come in as they are sent. */
import { STORAGE_KEYS } from '@portico/contract/values';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useExtra } from '../../../shared/portal/use-extra.ts';
import { readSent, type SentRequest, writeSent } from './sent-request.ts';

export interface SentHistory {
  /** Newest first. */
  readonly items: readonly SentRequest[];
  readonly add: (request: SentRequest) => void;
  readonly remove: (requests: readonly SentRequest[]) => void;
  /** Undoes a removal. */
  readonly putBack: (requests: readonly SentRequest[]) => void;
}

export function useHistory(owner: string): SentHistory {
  const { storage } = useExtra();
  const stored = storage.explorerHistory;
  const [text, setText] = useState(() => stored.read());
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === STORAGE_KEYS.explorerHistory || event.key === null) setText(stored.read());
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [stored]);
  // What another tab wrote since is kept.
  const change = useCallback(
    (next: (all: readonly SentRequest[]) => readonly SentRequest[]) => {
      stored.write(writeSent(next(readSent(stored.read()))));
      setText(stored.read());
    },
    [stored],
  );
  const items = useMemo(() => readSent(text).filter((request) => request.owner === owner), [text, owner]);
  return {
    items,
    add: useCallback((request) => change((all) => [request, ...all]), [change]),
    remove: useCallback(
      (requests) => {
        const ids = new Set(requests.map(({ id }) => id));
        change((all) => all.filter(({ id }) => !ids.has(id)));
      },
      [change],
    ),
    putBack: useCallback((requests) => change((all) => [...all, ...requests].sort((a, b) => (a.at < b.at ? 1 : -1))), [change]),
  };
}
