/** What the page shows may have changed: it comes back from the browser's memory or to the front, or another tab says so. */
import { useCallback, useEffect, useRef } from 'react';
import { watchReturn } from '../page/page.ts';

const CHANNEL = 'portico-bank-pages';
/** Shorter looks at another window change nothing. */
const AWAY_MS = 2000;

/** Answers how to tell the other tabs of this browser. `reload` must be stable. */
export function useReturn(reload: () => void): () => void {
  const channel = useRef<BroadcastChannel>(undefined);
  useEffect(() => {
    const opened = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);
    channel.current = opened;
    opened?.addEventListener('message', reload);
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) reload();
    };
    window.addEventListener('pageshow', onShow);
    const stopWatching = watchReturn(AWAY_MS, reload);
    return () => {
      opened?.close();
      window.removeEventListener('pageshow', onShow);
      stopWatching();
    };
  }, [reload]);
  return useCallback(() => channel.current?.postMessage('changed'), []);
}
