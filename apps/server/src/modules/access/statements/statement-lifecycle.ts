/** Moves a locked statement along the status table; every move is audited. */
import type { StatementStatus } from '@portico/contract';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import type { Statement } from './statement.ts';
import { isFinal, nextStatus, type StatementEvent } from './statement-status.ts';
import { updateStatus } from './statement-store.ts';

/** The audit chain of one statement. */
export const statementChain = (statementId: string): string => `statement:${statementId}`;

const AUDIT_EVENTS: Readonly<Record<StatementEvent, string>> = {
  sign: 'statement.granted',
  refuse: 'statement.rejected',
  lapse: 'statement.rejected',
  delete: 'statement.deleted',
  expire: 'statement.expired',
};

export interface Moved {
  readonly status: StatementStatus;
  /** Tenant time of the move. */
  readonly at: Date;
}

/** `content`: what is personal about it. Undefined, and nothing changed, where the table knows no such move. */
export async function moveStatement(
  { clock }: { clock: Clock },
  context: WriteContext,
  statement: Statement,
  event: StatementEvent,
  content?: object,
): Promise<Moved | undefined> {
  const { statementId, sandboxId, customerId, appId } = statement;
  const to = nextStatus(statement.status, event);
  if (to === undefined) return undefined;
  const at = await clock.now(context.tx, sandboxId);
  await updateStatus(context.tx, statement, {
    from: statement.status,
    to,
    signedAt: event === 'sign' ? at : undefined,
    ended: isFinal(to) ? { by: event, at } : undefined,
  });
  await context.audit({
    chain: statementChain(statementId),
    sandboxId,
    event: AUDIT_EVENTS[event],
    ids: { statementId, customerId, appId, status: to },
    ...(content === undefined ? {} : { content }),
  });
  return { status: to, at };
}
