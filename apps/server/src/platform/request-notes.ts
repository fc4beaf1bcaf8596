/**
 * Notes about a request for its measurement: whether the caller was authenticated, and whether a scenario simulated the response. Public figures
 * count the bank's service for authenticated callers, so that a stranger cannot change them.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestNotes {
  /** True: a scenario of a test customer decided the response or its duration. */
  isPlayed: boolean;
  /** How long the request waited for a person's answer on a device. */
  waitedMs: number;
}

const notes = new AsyncLocalStorage<RequestNotes>();
const provenCallers = new WeakMap<object, string | undefined>();

/** Runs `work` and its asynchronous continuations as part of one request. */
export const noting = <Result>(about: RequestNotes, work: () => Result): Result => notes.run(about, work);

/** Called where a scenario simulates a part of the bank. Jobs and operators' commands have no notes. */
export function notePlayed(): void {
  const about = notes.getStore();
  if (about !== undefined) about.isPlayed = true;
}

/** Called after a request has waited for a person. */
export function noteWait(ms: number): void {
  const about = notes.getStore();
  if (about !== undefined) about.waitedMs += ms;
}

/** Called where a token, a secret or a session was verified. `clientId`: the client whose secret it was. */
export function noteProvenCaller(request: object, clientId?: string): void {
  provenCallers.set(request, clientId);
}

export const isProvenCaller = (request: object): boolean => provenCallers.has(request);

/** Undefined: no client has proven itself by its secret. */
export const provenClientOf = (request: object): string | undefined => provenCallers.get(request);
