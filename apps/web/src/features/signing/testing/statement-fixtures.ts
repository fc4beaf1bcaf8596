/** Recorded answers of a transactions statement's calls, with the fields that a test changes. */
import type { StatementDetails, StatementSigningSession } from '@portico/contract';
import challengeStarted from '@portico/contract/recorded/challenge-started';
import detailsOpen from '@portico/contract/recorded/statement-details-open';
import detailsSigned from '@portico/contract/recorded/statement-details-signed';
import rejected from '@portico/contract/recorded/statement-rejected';
import signed from '@portico/contract/recorded/statement-signed';
import { createFakeServer, type FakeServer, hold, recordedBody, replay } from '../../../shared/api/fake-server.ts';
import { isResult, isSession } from '../engine/answer-checks.ts';
import { isStatement } from '../flows/statement/statement-session.ts';

const isStatementSession = (value: unknown): value is StatementSigningSession => isSession(value) && isStatement(value);

/** Estonia; one account, a period that is older than what a consent gives. */
export const openStatement = recordedBody(detailsOpen, isStatementSession);
export const signedStatement = recordedBody(detailsSigned, isStatementSession);
export const statementSigned = recordedBody(signed, isResult);

export function statementServer(session: StatementSigningSession = openStatement): FakeServer {
  return createFakeServer({
    'GET /api/ui/transactions-statement/details': session,
    'GET /api/ui/challenge': replay(challengeStarted),
    'PUT /api/ui/transactions-statement': hold,
    'DELETE /api/ui/transactions-statement': replay(rejected),
  });
}

export function withDetails(session: StatementSigningSession, changes: Partial<StatementDetails>): StatementSigningSession {
  return { ...session, details: { ...session.details, ...changes } };
}
