/** Recorded responses of a transactions statement's calls, with changes by the test. */
import type { SigningSessionOf, StatementDetails } from '@portico/contract';
import challengeStarted from '@portico/contract/recorded/challenge-started';
import detailsOpen from '@portico/contract/recorded/transactions-statement-details-open';
import detailsSigned from '@portico/contract/recorded/transactions-statement-details-signed';
import rejected from '@portico/contract/recorded/transactions-statement-rejected';
import signed from '@portico/contract/recorded/transactions-statement-signed';
import { isSigningResult } from '../../../shared/api/answers.ts';
import { createFakeServer, type FakeServer, hold, recordedBody, replay } from '../../../shared/api/fake-server.ts';
import { isSessionOf } from './signing-fixtures.ts';

const isOfStatement = isSessionOf('transactions-statement');

/** Estonia; one account, and a period before the one that a consent covers. */
export const openStatement = recordedBody(detailsOpen, isOfStatement);
export const signedStatement = recordedBody(detailsSigned, isOfStatement);
export const statementSigned = recordedBody(signed, isSigningResult);

export function statementServer(session: SigningSessionOf<'transactions-statement'> = openStatement): FakeServer {
  return createFakeServer({
    'GET /api/ui/transactions-statement/details': session,
    'GET /api/ui/challenge': replay(challengeStarted),
    'PUT /api/ui/transactions-statement': hold,
    'DELETE /api/ui/transactions-statement': replay(rejected),
  });
}

export function withDetails(
  session: SigningSessionOf<'transactions-statement'>,
  changes: Partial<StatementDetails>,
): SigningSessionOf<'transactions-statement'> {
  return { ...session, details: { ...session.details, ...changes } };
}
