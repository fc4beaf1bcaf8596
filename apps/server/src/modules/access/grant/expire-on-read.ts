/** Expires overdue grants when they are read, so that no job is needed. */
import type { AccessDeps } from '../deps.ts';
import type { Grant, GrantKind } from './grant.ts';
import { transitionAll } from './transition.ts';

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
  return found !== undefined && (await expireDue(kind, deps, [found])) ? find() : found;
}

/** Expires the due ones of these grants of one sandbox. False: no event was due. */
export async function expireDue<G extends Grant, Own extends string>(
  kind: GrantKind<G, Own>,
  deps: AccessDeps,
  read: readonly ReadGrant<G>[],
): Promise<boolean> {
  const due = read.flatMap(({ grant, now }) => (kind.dueEvent(grant, now) === undefined ? [] : [grant]));
  const [first] = due;
  if (first === undefined) return false;
  const { sandboxId } = first;
  await deps.write((context) => transitionAll(kind, deps, context, { sandboxId, ids: due.map(kind.idOf) }, kind.dueEvent));
  return true;
}
