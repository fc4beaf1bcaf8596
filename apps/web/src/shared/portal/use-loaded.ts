/** What a page reads when it opens: the value, or why it did not come, and the way to ask again. */
import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from 'react';
import { type RequestFailure, toRequestFailure } from '../store/request-failure.ts';

export interface Loaded<T> {
  readonly value: T | undefined;
  readonly failure: RequestFailure | undefined;
  /** What is shown stays until the new answer is here. */
  readonly reload: () => void;
  readonly setValue: Dispatch<SetStateAction<T | undefined>>;
}

/** @param load keeps its identity until it is to be run again; for another thing altogether the component gets another `key` */
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
        if (!stop.signal.aborted) setFailure(toRequestFailure(error));
      },
    );
    return () => stop.abort();
  }, [load, attempt]);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  return { value, failure, reload, setValue };
}
