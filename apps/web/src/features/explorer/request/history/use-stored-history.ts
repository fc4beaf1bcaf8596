/** The history as it is kept in this browser, unread. Other tabs' requests come in as they are sent. */
import { STORAGE_KEYS } from '@portico/contract/values';
import { useEffect, useMemo, useState } from 'react';
import { useExtra } from '../../../../shared/portal/use-extra.ts';

export interface StoredHistory {
  /** Undefined: nothing was sent from here yet. */
  readonly text: string | undefined;
  readonly write: (text: string) => void;
  /** What stands there now, whoever wrote it. */
  readonly read: () => string | undefined;
}

export function useStoredHistory(): StoredHistory {
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
  return useMemo(
    () => ({
      text,
      write(next) {
        stored.write(next);
        setText(stored.read());
      },
      read: () => stored.read(),
    }),
    [text, stored],
  );
}
