/** Statements as grants: their transitions, their expiry, and the query for an application's statement. */
import { STATEMENT_READ_SECONDS } from '@portico/contract/values';
import type { AccessDeps } from '../deps.ts';
import { readCurrent } from '../grant/expire-on-read.ts';
import type { GrantKind } from '../grant/grant.ts';
import type { Statement } from './statement.ts';
import { isFinal, nextStatus } from './statement-status.ts';
import { findOwnStatement, lockStatement, lockStatements, type StatementOwner, updateStatus } from './statement-store.ts';

export const STATEMENT_GRANT: GrantKind<Statement> = {
  name: 'statement',
  auditEvents: {
    sign: 'statement.granted',
    refuse: 'statement.rejected',
    lapse: 'statement.rejected',
    delete: 'statement.deleted',
    expire: 'statement.expired',
  },
  idOf: ({ statementId }) => statementId,
  nextStatus,
  isFinal,
  dueEvent: (statement, now) => (isOver(statement, now) ? 'expire' : undefined),
  lock: (tx, { sandboxId, id }) => lockStatement(tx, { sandboxId, statementId: id }),
  lockAll: lockStatements,
  write: (tx, sandboxId, statements, change) =>
    updateStatus(
      tx,
      sandboxId,
      statements.map(({ statementId }) => statementId),
      change,
    ),
};

/** Tenant time at which the statement becomes unreadable; undefined before the signature. */
export function readableUntil({ signedAt }: Pick<Statement, 'signedAt'>): Date | undefined {
  return signedAt && new Date(signedAt.getTime() + STATEMENT_READ_SECONDS * 1000);
}

/** Only for signed statements: the signing session of an unsigned one, which always exists, ends it. */
export function isOver(statement: Pick<Statement, 'status' | 'signedAt'>, now: Date): boolean {
  const until = readableUntil(statement);
  return statement.status === 'valid' && until !== undefined && now.getTime() >= until.getTime();
}

/** The statement in its present status; undefined when this application has no such statement for this customer. */
export async function readOwnStatement(deps: AccessDeps, owner: StatementOwner, statementId: string): Promise<Statement | undefined> {
  return (await readCurrent(STATEMENT_GRANT, deps, () => findOwnStatement(deps.db, owner, statementId)))?.grant;
}
