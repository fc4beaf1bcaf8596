/**
 * Customers' grants for the bank's own pages. A query first expires overdue grants, so never call it inside a write transaction. Of the unsigned
 * grants it expires only those that it returns, because an application can request any number of them.
 */
import type { Reader } from '#platform/db/database.ts';
import type { AccessDeps } from '../deps.ts';
import { expireDue, type ReadGrant } from './expire-on-read.ts';
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

/** `listSigned`: valid grants that may have expired; the kind decides. */
interface PastGrantsStore<G, Past, Match> {
  list(reader: Reader, query: PastGrantsQuery<Match>): Promise<readonly ReadGrant<Past>[]>;
  find(reader: Reader, givers: Givers, id: string): Promise<ReadGrant<Past> | undefined>;
  listApps(reader: Reader, givers: Givers): Promise<readonly string[]>;
  listSigned(reader: Reader, givers: Givers): Promise<readonly ReadGrant<G>[]>;
}

export function createPastGrants<G extends Grant, Own extends string, Past extends G, Match>(
  kind: GrantKind<G, Own>,
  deps: AccessDeps,
  store: PastGrantsStore<G, Past, Match>,
): PastGrants<Past, Match> {
  const { db } = deps;
  return {
    async list(query) {
      await expireDue(kind, deps, await store.listSigned(db, query));
      const found = await store.list(db, query);
      const current = (await expireDue(kind, deps, found)) ? await store.list(db, query) : found;
      return current.map(({ grant }) => grant);
    },
    async find(givers, id) {
      const found = await store.find(db, givers, id);
      const current = found !== undefined && (await expireDue(kind, deps, [found])) ? await store.find(db, givers, id) : found;
      return current?.grant;
    },
    listApps: (givers) => store.listApps(db, givers),
  };
}
