/** Expires an overdue grant when it is read, so that no job is needed. */
import type { AccessDeps } from '../deps.ts';
import type { Grant, GrantKind } from './grant.ts';
import { transition } from './transition.ts';

/** A grant with the tenant time of the query. */
export interface ReadGrant<G> {
  readonly grant: G;
  readonly now: Date;
}

/** The grant in its present status; undefined where `find` finds none. */
export async function readCurrent<G extends Grant, Own extends string>(
  kind: GrantKind<G, Own>,
  deps: AccessDeps,
  find: () => Promise<ReadGrant<G> | undefined>,
): Promise<ReadGrant<G> | undefined> {
  const found = await find();
  return found !== undefined && (await expireIfDue(kind, deps, found)) ? find() : found;
}

/** False: no event was due. */
export async function expireIfDue<G extends Grant, Own extends string>(
  kind: GrantKind<G, Own>,
  deps: AccessDeps,
  { grant, now }: ReadGrant<G>,
): Promise<boolean> {
  if (kind.dueEvent(grant, now) === undefined) return false;
  await deps.write(async (context) => {
    const locked = await kind.lock(context.tx, { sandboxId: grant.sandboxId, id: kind.idOf(grant) });
    const event = locked && kind.dueEvent(locked, await deps.clock.now(context.tx, grant.sandboxId));
    if (locked !== undefined && event !== undefined) await transition(kind, deps, context, locked, event);
  });
  return true;
}
