/** Limits expensive work: this many run at once, this many wait in order, and further work is refused. */

export type RunLimited = <Result>(work: () => Promise<Result>) => Promise<Result>;

export interface RunLimits {
  readonly runningMax: number;
  readonly waitingMax: number;
}

/** @param refusal the error for work that finds too many waiting; it does not begin. */
export function createRunLimit({ runningMax, waitingMax }: RunLimits, refusal: () => Error): RunLimited {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= runningMax) {
      if (waiting.length >= waitingMax) throw refusal();
      // The place goes to the next one, so `running` does not change.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
