/** The history as text in this browser's storage. Requests from other tabs are added when they are sent. */
import { STORAGE_KEYS } from '@portico/contract/values';
import { useEffect, useMemo, useState } from 'react';
import { useExtra } from '../../../../shared/portal/use-extra.ts';

export interface StoredHistory {
  /** Undefined: no request was sent from this browser yet. */
  readonly text: string | undefined;
  readonly write: (text: string) => void;
  /** The present text, including changes by other tabs. */
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
