/**
 * Stores the clients' operations on disk. Every operation is appended and synced before it is sent, and again after its outcome, so that the record
 * survives a crash of the machine. One JSON object per line.
 */
import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';

export type Deed = 'create' | 'sign' | 'refuse';

/** An operation before it is sent. */
export interface Intent {
  readonly deed: Deed;
  /** The payment; for `create` the caller's idempotency key, because the payment has no id yet. */
  readonly subject: string;
  readonly debtorIban?: string;
  readonly amountCents: number;
}

/** `unknown`: no response, or a 5xx, which does not tell whether the operation was executed. `ok`: 2xx. `refused`: 4xx, a final refusal. */
interface Outcome {
  readonly outcome: 'ok' | 'refused' | 'unknown';
  /** HTTP status, or the code of the socket error. */
  readonly answer: string;
  /** SHA-256 of the body; for `create` the payment's id. */
  readonly body?: string;
}

/** `unfinished`: the client ended before it knew the outcome. */
export type Operation = Intent & { readonly number: number } & (Outcome | { readonly outcome: 'unfinished' });

type Line = ({ readonly at: 'sent'; readonly number: number } & Intent) | ({ readonly at: 'ended'; readonly number: number } & Outcome);

export interface History {
  /** Returns the operation's number. */
  sent(intent: Intent): number;
  ended(number: number, outcome: Outcome): void;
  /** Returns all operations so far, read from the disk. */
  read(): readonly Operation[];
  close(): void;
}

export function openHistory(path: string): History {
  const file = openSync(path, 'a');
  let last = 0;
  function append(line: Line): void {
    writeSync(file, `${JSON.stringify(line)}\n`);
    fdatasyncSync(file);
  }
  return {
    sent(intent) {
      last += 1;
      append({ at: 'sent', number: last, ...intent });
      return last;
    },
    ended: (number, outcome) => append({ at: 'ended', number, ...outcome }),
    read: () => readHistory(path),
    close: () => closeSync(file),
  };
}

function readHistory(path: string): readonly Operation[] {
  const operations = new Map<number, Operation>();
  for (const text of readFileSync(path, 'utf8').split('\n')) {
    if (text === '') continue;
    const line: Line = JSON.parse(text);
    if (line.at === 'sent') {
      const { at: _at, ...intent } = line;
      operations.set(line.number, { ...intent, outcome: 'unfinished' });
      continue;
    }
    const { at: _at, number, ...outcome } = line;
    const sent = operations.get(number);
    if (sent === undefined) throw new Error(`The history ends operation ${number}, which it never sent.`);
    operations.set(number, { ...sent, ...outcome });
  }
  return [...operations.values()];
}
