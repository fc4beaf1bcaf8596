/** Changes the status of a locked grant according to the table of its kind, and audits every transition. */

import type { WriteContext } from '#platform/db/run-write.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import { Gone } from '#platform/tenant/gone.ts';
import type { AccessDeps, AccessRoutesDeps } from '../deps.ts';
import { type Grant, type GrantEvent, type GrantKey, type GrantKind, grantChain } from './grant.ts';

interface Moved<Status> {
  readonly status: Status;
  /** Tenant time of the transition. */
  readonly at: Date;
}

interface About {
  /** Personal content of the audit entry. */
  readonly content?: object;
  /** Id of the customer who withdrew it. */
  readonly withdrawnBy?: string;
  /** Id of the grant whose signature ended it. */
  readonly replacedBy?: string;
}

/** Undefined, without any change, where the table has no such transition. */
export async function transition<G extends Grant, Own extends string>(
  kind: GrantKind<G, Own>,
  { clock }: { readonly clock: Clock },
  context: WriteContext,
  grant: G,
  event: GrantEvent | Own,
  about: About = {},
): Promise<Moved<G['status']> | undefined> {
  if (kind.nextStatus(grant.status, event) === undefined) return undefined;
  return moveAlike(kind, context, [grant], { event, at: await clock.now(context.tx, grant.sandboxId) }, about);
}

/**
 * Moves many grants of one sandbox with a constant number of statements, because an application can request any number of grants.
 * `eventOf`: the event of a locked grant at `now` (tenant time); undefined: none.
 */
export async function transitionAll<G extends Grant, Own extends string>(
  kind: GrantKind<G, Own>,
  { clock }: { readonly clock: Clock },
  context: WriteContext,
  { sandboxId, ids }: { readonly sandboxId: string; readonly ids: readonly string[] },
  eventOf: (grant: G, now: Date) => GrantEvent | Own | undefined,
): Promise<void> {
  if (ids.length === 0) return;
  const locked = await kind.lockAll(context.tx, sandboxId, ids);
  const at = await clock.now(context.tx, sandboxId);
  const moves = locked.flatMap((grant) => {
    const event = eventOf(grant, at);
    return event !== undefined && kind.nextStatus(grant.status, event) !== undefined ? [{ grant, event }] : [];
  });
  for (const alike of Map.groupBy(moves, ({ grant, event }) => `${grant.status} ${event}`).values()) {
    const [{ event }] = alike as [(typeof alike)[number]];
    await moveAlike(
      kind,
      context,
      alike.map(({ grant }) => grant),
      { event, at },
    );
  }
}

/** @param grants of one sandbox and status, from which the event is possible. */
async function moveAlike<G extends Grant, Own extends string>(
  kind: GrantKind<G, Own>,
  context: WriteContext,
  grants: readonly G[],
  { event, at }: { readonly event: GrantEvent | Own; readonly at: Date },
  { content, withdrawnBy, replacedBy }: About = {},
): Promise<Moved<G['status']> | undefined> {
  const [first] = grants;
  const to = first && kind.nextStatus(first.status, event);
  if (first === undefined || to === undefined) return undefined;
  const ended = kind.isFinal(to) ? { by: event, at, withdrawnBy, replacedBy } : undefined;
  await kind.write(context.tx, first.sandboxId, grants, { from: first.status, to, at, signedAt: event === 'sign' ? at : undefined, ended });
  for (const grant of grants) {
    const { sandboxId, customerId, appId } = grant;
    const id = kind.idOf(grant);
    await context.audit({
      chain: grantChain(kind.name, id),
      sandboxId,
      event: kind.auditEvents[event],
      ids: { [`${kind.name}Id`]: id, customerId, appId, status: to, ...(withdrawnBy === undefined ? {} : { withdrawnBy }) },
      ...(content === undefined ? {} : { content }),
    });
  }
  return { status: to, at };
}

/** Rejects a grant after a refusal or expiry. Returns the status afterwards; does nothing for a final one. */
export async function rejectGrant<G extends Grant, Own extends string>(
  kind: GrantKind<G, Own>,
  deps: AccessDeps,
  context: WriteContext,
  key: GrantKey,
  reason: 'refused' | 'expired',
): Promise<G['status']> {
  const grant = await kind.lock(context.tx, key);
  if (grant === undefined) throw new Gone(`There is no ${kind.name} ${key.id} to reject.`);
  const moved = await transition(kind, deps, context, grant, reason === 'refused' ? 'refuse' : 'lapse');
  return moved?.status ?? grant.status;
}

/** Rejects the unsigned ones among many grants of one sandbox, after the time of their signatures. */
export async function expireGrants<G extends Grant, Own extends string>(
  kind: GrantKind<G, Own>,
  deps: AccessDeps,
  context: WriteContext,
  which: { readonly sandboxId: string; readonly ids: readonly string[] },
): Promise<void> {
  await transitionAll(kind, deps, context, which, () => 'lapse');
}

/** Ends grants after a reset or a suspension. */
export async function endGrants<G extends Grant, Own extends string>(
  kind: GrantKind<G, Own>,
  deps: AccessDeps,
  context: WriteContext,
  sandboxId: string,
  ids: readonly string[],
): Promise<void> {
  await transitionAll(kind, deps, context, { sandboxId, ids }, ({ status }) => (status === 'valid' ? 'expire' : 'lapse'));
}

/** Ends a grant for its application, together with open signing sessions. Does nothing for a grant that has ended. */
export function deleteGrant<G extends Grant, Own extends string>(
  kind: GrantKind<G, Own>,
  deps: AccessRoutesDeps,
  { sandboxId, id }: GrantKey,
): Promise<void> {
  return deps.write(async (context) => {
    // The session is locked before the grant, in the same order as in a signature, to prevent deadlocks.
    await deps.signing.end(context, { sandboxId, resourceId: id });
    const grant = await kind.lock(context.tx, { sandboxId, id });
    if (grant !== undefined) await transition(kind, deps, context, grant, 'delete');
  });
}
