/** The requests of one owner that were sent in this browser. */
import type { KnownIds } from '../../form/known-ids.ts';
import { readSent, type SentRequest, writeSent } from './sent-request.ts';
import type { StoredHistory } from './use-stored-history.ts';

export interface SentHistory {
  /** Newest first. */
  readonly items: readonly SentRequest[];
  /** Ids from the responses; a later one replaces an earlier one. */
  readonly ids: KnownIds;
  readonly add: (request: SentRequest) => void;
  readonly remove: (requests: readonly SentRequest[]) => void;
  /** Undoes a removal. */
  readonly putBack: (requests: readonly SentRequest[]) => void;
}

export function createSentHistory(stored: StoredHistory, owner: string): SentHistory {
  // What another tab wrote since is kept.
  const change = (next: (all: readonly SentRequest[]) => readonly SentRequest[]) => stored.write(writeSent(next(readSent(stored.read()))));
  const items = readSent(stored.text).filter((request) => request.owner === owner);
  return {
    items,
    ids: Object.assign({}, ...items.toReversed().map(({ ids }) => ids)),
    add: (request) => change((all) => [request, ...all]),
    remove(requests) {
      const ids = new Set(requests.map(({ id }) => id));
      change((all) => all.filter(({ id }) => !ids.has(id)));
    },
    putBack: (requests) => change((all) => [...all, ...requests].sort((a, b) => (a.at < b.at ? 1 : -1))),
  };
}
