/**
 * What is found out about a request while it is served, and matters when it is measured: who proved to be the caller, and whether the
 * answer was played. Public figures count what the bank's service did for a known caller, and nothing that a stranger can arrange.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestNotes {
  /** True: a scenario of a test customer decided the answer, or how long it took. */
  isPlayed: boolean;
  /** How long it waited for a person to answer on a device. */
  waitedMs: number;
}

const notes = new AsyncLocalStorage<RequestNotes>();
const provenCallers = new WeakSet<object>();

/** `work` and all that follows from it belongs to one request. */
export const noting = <Result>(about: RequestNotes, work: () => Result): Result => notes.run(about, work);

/** Called where a scenario plays a part of the bank. Jobs and operators' commands measure nothing. */
export function notePlayed(): void {
  const about = notes.getStore();
  if (about !== undefined) about.isPlayed = true;
}

/** Called where a request has waited for a person. */
export function noteWait(ms: number): void {
  const about = notes.getStore();
  if (about !== undefined) about.waitedMs += ms;
}

/** Called where a token, a secret or a session was found to be right. */
export function noteProvenCaller(request: object): void {
  provenCallers.add(request);
}

export const isProvenCaller = (request: object): boolean => provenCallers.has(request);
