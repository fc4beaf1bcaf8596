/** Sending one request at a time: its outcome, and the way to stop waiting for it. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Outcome } from '../request/outcome.ts';
import type { SampleRequest } from '../samples/sample-request.ts';
import { loadSending } from './use-sending.ts';

export interface Sending {
  readonly isSending: boolean;
  readonly outcome: Outcome | undefined;
  /** A second one while the first is under way is not sent. */
  readonly send: (request: () => Promise<SampleRequest>) => Promise<Outcome | undefined>;
  readonly cancel: () => void;
}

export function useSend(): Sending {
  const [isSending, setIsSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const send = useCallback(async (request: () => Promise<SampleRequest>) => {
    if (running.current !== undefined) return undefined;
    const stop = new AbortController();
    running.current = stop;
    setIsSending(true);
    try {
      // Nothing is sent whose answer could not be shown.
      const prepared = await Promise.all([request(), loadSending()]).catch(() => undefined);
      const next: Outcome =
        prepared === undefined
          ? { kind: 'noAnswer', reason: navigator.onLine ? 'unprepared' : 'offline', milliseconds: 0 }
          : await prepared[1].sendRequest(prepared[0], { signal: stop.signal });
      setOutcome(next);
      return next;
    } finally {
      running.current = undefined;
      setIsSending(false);
    }
  }, []);
  const cancel = useCallback(() => running.current?.abort(), []);
  return { isSending, outcome, send, cancel };
}
