/**
 * Decides who goes next. Flows stop where they ask for a connection and where they pause; once all stand still, chance picks one.
 * The embedded database has one connection, so a seed fixes the whole interleaving.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';

export interface Scheduler {
  /** Resolves when it is this flow's turn to use the connection. */
  awaitConnection(): Promise<void>;
  /** `hasWritten`: pausing flows have something new to look at. */
  releaseConnection(hasWritten: boolean): void;
  /** In place of a pause: ends when something was written since, and at once when aborted. */
  pause(signal: AbortSignal | undefined): Promise<void>;
  /** Tells of every turn on the connection that is the flow's. */
  follow<Result>(flow: () => Promise<Result>, onTurn: (hasWritten: boolean) => void): Promise<Result>;
  /** Runs a flow to its end while no other moves. */
  alone<Result>(flow: () => Promise<Result>): Promise<Result>;
  /** Picks until only pauses with nothing new are left. @param issueNext begins the next command; false: there is none. */
  run(issueNext: () => Promise<boolean>): Promise<void>;
}

/** Whose turn it is. */
interface Owner {
  readonly onTurn?: (hasWritten: boolean) => void;
}

interface Parked {
  readonly kind: 'connection' | 'pause';
  readonly owner: Owner | undefined;
  readonly since: number;
  readonly wake: () => void;
}

/** So many empty turns of the event loop in a row mean that every flow stands still. */
const QUIET_TURNS = 4;
/** What a flow does beside the connection answers long before, on a busy machine too. */
const IDLE_MS_MAX = 60_000;

/** @param pick 0 … count - 1. */
export function createScheduler(pick: (count: number) => number): Scheduler {
  const owners = new AsyncLocalStorage<Owner>();
  const parked: Parked[] = [];
  let isBusy = false;
  let writes = 0;
  let moves = 0;

  function park(kind: Parked['kind'], signal?: AbortSignal): Promise<void> {
    moves += 1;
    return new Promise((resolve) => {
      const entry: Parked = { kind, owner: owners.getStore(), since: writes, wake: resolve };
      parked.push(entry);
      signal?.addEventListener('abort', () => wake(entry), { once: true });
      if (signal?.aborted === true) wake(entry);
    });
  }

  function wake(entry: Parked): void {
    const index = parked.indexOf(entry);
    if (index < 0) return;
    parked.splice(index, 1);
    moves += 1;
    if (entry.kind === 'connection') isBusy = true;
    entry.wake();
  }

  async function untilQuiet(): Promise<void> {
    for (let quiet = 0, seen = moves; quiet < QUIET_TURNS; quiet += 1) {
      await turn();
      if (isBusy || moves !== seen) quiet = -1;
      seen = moves;
    }
  }

  const canMove = ({ kind, since }: Parked): boolean => kind === 'connection' || since < writes;

  return {
    awaitConnection: () => park('connection'),
    pause: (signal) => park('pause', signal),
    releaseConnection(hasWritten) {
      isBusy = false;
      moves += 1;
      if (hasWritten) writes += 1;
      owners.getStore()?.onTurn?.(hasWritten);
    },
    follow: (flow, onTurn) => owners.run({ onTurn }, flow),
    async alone(flow) {
      const owner: Owner = {};
      let isOver = false;
      const result = owners.run(owner, flow).finally(() => {
        isOver = true;
        moves += 1;
      });
      result.catch(() => undefined);
      for (let movedAt = performance.now(); performance.now() - movedAt < IDLE_MS_MAX; ) {
        await untilQuiet();
        if (isOver) return result;
        const mine = parked.find((entry) => entry.owner === owner);
        if (mine === undefined) continue;
        movedAt = performance.now();
        wake(mine);
      }
      throw new Error('A flow that runs alone waits for somebody else.');
    },
    async run(issueNext) {
      for (let hasNext = true; ; ) {
        await untilQuiet();
        const movable = parked.filter(canMove);
        const count = movable.length + (hasNext ? 1 : 0);
        if (count === 0) return;
        const chosen = movable[pick(count)];
        if (chosen === undefined) hasNext = await issueNext();
        else wake(chosen);
      }
    },
  };
}
