/** The data that a page loads when it opens: the value or the failure, and a function to load it again. */
import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from 'react';
import { isGivenUp, type RequestFailure, toRequestFailure } from '../store/request-failure.ts';

export interface Loaded<T> {
  readonly value: T | undefined;
  readonly failure: RequestFailure | undefined;
  /** The present value stays until the new one arrives. */
  readonly reload: () => void;
  readonly setValue: Dispatch<SetStateAction<T | undefined>>;
}

/** @param load must be stable until it should run again; for other data the component gets another `key` */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [value, setValue] = useState<T>();
  const [failure, setFailure] = useState<RequestFailure>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    void attempt;
    load(stop.signal).then(
      (loaded) => {
        if (stop.signal.aborted) return;
        setValue(loaded);
        setFailure(undefined);
      },
      (error: unknown) => {
        if (!stop.signal.aborted && !isGivenUp(error)) setFailure(toRequestFailure(error));
      },
    );
    return () => stop.abort();
  }, [load, attempt]);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  return { value, failure, reload, setValue };
}
