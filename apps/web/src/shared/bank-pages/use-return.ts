/**
 * Reloads the page's data when it may have changed: after a restore from the back/forward cache, when the tab becomes visible, or when another tab
 * reports a change.
 */
import { useCallback, useEffect, useRef } from 'react';
import { watchReturn } from '../page/page.ts';

const CHANNEL = 'portico-bank-pages';
/** Tells the other tabs of this browser that the role changed or the person signed out. */
export function reportChange(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}

/** Shorter absences cause no reload. */
const AWAY_MS = 2000;

/** Returns a function that notifies the other tabs of this browser. `reload` must be stable. */
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
