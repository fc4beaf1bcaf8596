/**
 * The sandboxes that their developers change at this moment, in this server. A change locks rows of its sandbox, so other calls of this sandbox wait.
 * When such a call is refused, the bank has not failed: the refusal is not measured.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { notePlayed } from '../request-notes.ts';

const changes = new Map<string, number>();
const running = new AsyncLocalStorage<true>();

/** Runs `work` as a change of this sandbox. */
export async function changingSandbox<Result>(sandboxId: string, work: () => Promise<Result>): Promise<Result> {
  changes.set(sandboxId, (changes.get(sandboxId) ?? 0) + 1);
  try {
    return await running.run(true, work);
  } finally {
    const left = (changes.get(sandboxId) ?? 1) - 1;
    if (left === 0) changes.delete(sandboxId);
    else changes.set(sandboxId, left);
  }
}

export const isChanging = (sandboxId: string): boolean => changes.has(sandboxId);

/** True in the change itself, which has the locks for which calls of its sandbox wait. */
export const isChange = (): boolean => running.getStore() === true;

/** Called where a request of this sandbox has waited in vain for the database. */
export function noteVainWait(sandboxId: string | undefined): void {
  if (sandboxId !== undefined && isChanging(sandboxId)) notePlayed();
}
