/** The chunk that sends a request and shows its answer. It is loaded when the visitor is about to send, or has sent before. */
import { useEffect, useState } from 'react';
import { loadModule } from '../../../shared/page/load-module.ts';

export type SendingChunk = typeof import('./sending-chunk.ts');

let chunk: SendingChunk | undefined;

/** Rejects when the chunk does not arrive; the next call tries again. */
export async function loadSending(): Promise<SendingChunk> {
  chunk = await loadModule(() => import('./sending-chunk.ts'));
  return chunk;
}

/** Starts the download early. A failure is reported when the chunk is needed. */
export function preloadSending(): void {
  loadSending().catch(() => undefined);
}

interface UsedChunk {
  readonly sending: SendingChunk | undefined;
  /** False if the chunk is not wanted, and after a failure: then the next request loads it. */
  readonly isLoading: boolean;
}

/** @param isWanted loads the chunk; without it, the hook gives the chunk once another caller has loaded it */
export function useSendingChunk(isWanted: boolean): UsedChunk {
  const [loaded, setLoaded] = useState(chunk);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (!isWanted || loaded !== undefined) return undefined;
    let isMounted = true;
    loadSending().then(
      (arrived) => isMounted && setLoaded(arrived),
      () => isMounted && setHasFailed(true),
    );
    return () => {
      isMounted = false;
    };
  }, [isWanted, loaded]);
  const sending = loaded ?? chunk;
  return { sending, isLoading: isWanted && sending === undefined && !hasFailed };
}
