/** What time alone does to a statement. It is written down when somebody looks, so no job has to wake for it. */
import { STATEMENT_READ_SECONDS } from '@portico/contract/values';
import type { Db } from '#platform/db/database.ts';
import type { RunWrite } from '#platform/db/run-write.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import type { Statement } from './statement.ts';
import { moveStatement } from './statement-lifecycle.ts';
import { findOwnStatement, lockStatement, type StatementOwner } from './statement-store.ts';

export interface SettleDeps {
  readonly db: Db;
  readonly write: RunWrite;
  readonly clock: Clock;
}

/** Tenant time from which on it cannot be read; undefined before the signature. */
export function readableUntil({ signedAt }: Pick<Statement, 'signedAt'>): Date | undefined {
  return signedAt && new Date(signedAt.getTime() + STATEMENT_READ_SECONDS * 1000);
}

/** An unsigned one is ended by its signing session, which it always has. */
export function isOver(statement: Pick<Statement, 'status' | 'signedAt'>, now: Date): boolean {
  const until = readableUntil(statement);
  return statement.status === 'valid' && until !== undefined && now.getTime() >= until.getTime();
}

/** The statement as it is now; undefined when this application has none of this id for this customer. */
export async function readOwnStatement(deps: SettleDeps, owner: StatementOwner, statementId: string): Promise<Statement | undefined> {
  const found = await findOwnStatement(deps.db, owner, statementId);
  if (found === undefined || !(await settleStatement(deps, found.statement, found.now))) return found?.statement;
  return (await findOwnStatement(deps.db, owner, statementId))?.statement;
}

/** False: nothing was due at `now`. */
export async function settleStatement(deps: Pick<SettleDeps, 'write' | 'clock'>, statement: Statement, now: Date): Promise<boolean> {
  if (!isOver(statement, now)) return false;
  await deps.write(async (context) => {
    const locked = await lockStatement(context.tx, statement);
    if (locked !== undefined && isOver(locked, await deps.clock.now(context.tx, statement.sandboxId)))
      await moveStatement(deps, context, locked, 'expire');
  });
  return true;
}
