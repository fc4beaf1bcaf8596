/** Customers' grants for the bank's own pages. A query first expires overdue grants, so never call it inside a write transaction. */
import type { Reader } from '#platform/db/database.ts';
import type { AccessDeps } from '../deps.ts';
import { expireIfDue, type ReadGrant } from './expire-on-read.ts';
import type { Grant, GrantKind } from './grant.ts';

export interface Givers {
  readonly sandboxId: string;
  readonly customerIds: readonly string[];
}

/** All conditions must be met. */
export interface PastGrantsQuery<Match> extends Givers {
  /** Only grants that can be used now, or only the others. */
  readonly isValid: boolean;
  readonly match: Match | undefined;
  /** Only grants older than the one whose id ends with this text. */
  readonly before: string | undefined;
  readonly limit: number;
}

export interface PastGrants<Past, Match> {
  list(query: PastGrantsQuery<Match>): Promise<readonly Past[]>;
  find(givers: Givers, id: string): Promise<Past | undefined>;
  /** Applications of these grants. */
  listApps(givers: Givers): Promise<readonly string[]>;
}

/** `listPerhapsDue`: grants that may have expired; the kind decides. */
interface PastGrantsStore<G, Past, Match> {
  list(reader: Reader, query: PastGrantsQuery<Match>): Promise<readonly Past[]>;
  find(reader: Reader, givers: Givers, id: string): Promise<Past | undefined>;
  listApps(reader: Reader, givers: Givers): Promise<readonly string[]>;
  listPerhapsDue(reader: Reader, givers: Givers): Promise<readonly ReadGrant<G>[]>;
}

export function createPastGrants<G extends Grant, Own extends string, Past, Match>(
  kind: GrantKind<G, Own>,
  deps: AccessDeps,
  store: PastGrantsStore<G, Past, Match>,
): PastGrants<Past, Match> {
  const { db } = deps;
  async function expire(givers: Givers): Promise<void> {
    for (const read of await store.listPerhapsDue(db, givers)) await expireIfDue(kind, deps, read);
  }
  return {
    async list(query) {
      await expire(query);
      return store.list(db, query);
    },
    async find(givers, id) {
      await expire(givers);
      return store.find(db, givers, id);
    },
    listApps: (givers) => store.listApps(db, givers),
  };
}
