/** Something a person starts with a button: whether it is under way, and why it was refused, which a toast says, too (specification §8). */
import { useCallback, useRef, useState } from 'react';
import { isGivenUp, type RequestFailure, toRequestFailure } from '../store/request-failure.ts';
import { toastFailure } from '../store/toast-errors.ts';
import { useExtra } from './use-extra.ts';

export interface Action {
  readonly isPending: boolean;
  readonly failure: RequestFailure | undefined;
  /**
   * Runs one call at a time; true when it succeeded.
   * @param isAtField tells the refusals that a field of the form shows. No toast repeats them.
   */
  readonly run: (call: () => Promise<void>, isAtField?: (failure: RequestFailure) => boolean) => Promise<boolean>;
  readonly forget: () => void;
}

export function useAction(): Action {
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<RequestFailure>();
  const isRunning = useRef(false);
  const { toasts } = useExtra();
  const run = useCallback(
    async (call: () => Promise<void>, isAtField?: (failure: RequestFailure) => boolean) => {
      if (isRunning.current) return false;
      isRunning.current = true;
      setIsPending(true);
      setFailure(undefined);
      try {
        await call();
        return true;
      } catch (error) {
        if (isGivenUp(error)) return false;
        const why = toRequestFailure(error);
        setFailure(why);
        if (isAtField?.(why) !== true) toastFailure(toasts, why);
        return false;
      } finally {
        isRunning.current = false;
        setIsPending(false);
      }
    },
    [toasts],
  );
  const forget = useCallback(() => setFailure(undefined), []);
  return { isPending, failure, run, forget };
}
