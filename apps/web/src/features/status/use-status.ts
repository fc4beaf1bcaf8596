/** Polls the status while the page is visible. The browser stores the last response, for times when the server does not respond. */
import type { ApiStatus } from '@portico/contract';
import { useCallback, useEffect, useState } from 'react';
import { isApiStatus } from '../../shared/api/answers.ts';
import { nowMs } from '../../shared/page/page.ts';
import { useExtra } from '../../shared/portal/use-extra.ts';
import type { BrowserStorage } from '../../shared/storage/browser-storage.ts';
import { readStatus } from './status-calls.ts';

export interface KnownStatus {
  readonly status: ApiStatus;
  /** Time of the response, ISO 8601. */
  readonly answeredAt: string;
}

export interface StatusView {
  /** Undefined: this browser has never received a status. */
  readonly known: KnownStatus | undefined;
  /** The last call failed: the services count as down. */
  readonly isDown: boolean;
  /** Undefined until the first call has finished. */
  readonly checkedAt: string | undefined;
  readonly checkAgain: () => void;
}

const EVERY_MS = 30_000;

export function useStatus(): StatusView {
  const { api, storage } = useExtra();
  const [round, setRound] = useState(0);
  const [view, setView] = useState<Omit<StatusView, 'checkAgain'>>({ known: undefined, isDown: false, checkedAt: undefined });
  useEffect(() => {
    void round;
    const stop = new AbortController();
    const tell = (known: KnownStatus | undefined, isDown: boolean) => {
      if (!stop.signal.aborted) setView({ known, isDown, checkedAt: now() });
    };
    readStatus(api, stop.signal).then(
      (status) => {
        const known = { status, answeredAt: now() };
        storage.apiStatus.write(JSON.stringify(known));
        tell(known, false);
      },
      () => tell(readKept(storage), true),
    );
    return () => stop.abort();
  }, [api, storage, round]);
  const checkAgain = useCallback(() => setRound((count) => count + 1), []);
  useEffect(() => {
    const ask = () => document.visibilityState === 'visible' && checkAgain();
    const timer = setInterval(ask, EVERY_MS);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [checkAgain]);
  return { ...view, checkAgain };
}

const now = () => new Date(nowMs()).toISOString();

function readKept(storage: BrowserStorage): KnownStatus | undefined {
  try {
    const kept: unknown = JSON.parse(storage.apiStatus.read() ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('status' in kept) || !('answeredAt' in kept)) return undefined;
    const { status, answeredAt } = kept;
    if (!isApiStatus(status) || typeof answeredAt !== 'string' || Number.isNaN(Date.parse(answeredAt))) return undefined;
    return { status, answeredAt };
  } catch {
    return undefined;
  }
}
