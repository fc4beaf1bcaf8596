/** What a page of the console reads when it opens. The present value stays until the next one arrives. */
import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../shared/api/api-error.ts';
import type { PageProps } from './page-props.ts';

interface Loaded<T> {
  readonly value: T | undefined;
  /** A text for people. */
  readonly failure: string | undefined;
  readonly reload: () => void;
}

/** @param load must be stable until it should run again */
export function useLoad<T>(load: () => Promise<T>, onEnded: PageProps['onEnded']): Loaded<T> {
  const [value, setValue] = useState<T>();
  const [failure, setFailure] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isGone = false;
    void attempt;
    load().then(
      (loaded) => {
        if (isGone) return;
        setValue(loaded);
        setFailure(undefined);
      },
      (error: unknown) => {
        if (!isGone && !onEnded(error)) setFailure(failureOf(error));
      },
    );
    return () => {
      isGone = true;
    };
  }, [load, attempt, onEnded]);
  return { value, failure, reload: useCallback(() => setAttempt((count) => count + 1), []) };
}

export const failureOf = (error: unknown): string => (error instanceof ApiError ? error.message : 'The server did not respond. Try again.');
