/** Answers of a transactions statement's calls, with the fields that a test changes. */
import type { StatementDetails, StatementSigningResult, StatementSigningSession } from '@portico/contract';
import challengeStarted from '@portico/contract/recorded/challenge-started';
import { createFakeServer, type FakeServer, hold, replay } from '../../../shared/api/fake-server.ts';

/** Estonia; one account, a period that reaches further back than 90 days. */
export const openStatement: StatementSigningSession = {
  signingId: 'signing-1',
  tppName: 'Lumen Books OÜ (demo)',
  tppApplicationName: 'Lumen Books',
  authMethod: 'SMART_ID',
  bankCountry: 'ee',
  locale: 'en',
  tppSuccessUrl: 'http://127.0.0.1:3001/money/1',
  tppFailureUrl: 'http://127.0.0.1:3001/money/1/refused',
  state: 'open',
  timeLeft: { idleSeconds: 300, totalSeconds: 900 },
  details: {
    accountHolder: 'Liis Näidis',
    iban: 'EE749900111313760010',
    currency: 'EUR',
    dateFrom: '2026-01-01',
    dateTo: '2026-11-20',
    statementStatus: 'received',
  },
};
export const statementSigned: StatementSigningResult = { statementStatus: 'valid', signedAt: '2026-11-20T12:07:11.000Z' };
export const signedStatement: StatementSigningSession = { ...withDetails(openStatement, statementSigned), state: 'signed' };
const rejected: StatementSigningResult = { statementStatus: 'rejected' };

export function statementServer(session: StatementSigningSession = openStatement): FakeServer {
  return createFakeServer({
    'GET /api/ui/transactions-statement/details': session,
    'GET /api/ui/challenge': replay(challengeStarted),
    'PUT /api/ui/transactions-statement': hold,
    'DELETE /api/ui/transactions-statement': rejected,
  });
}

export function withDetails(session: StatementSigningSession, changes: Partial<StatementDetails>): StatementSigningSession {
  return { ...session, details: { ...session.details, ...changes } };
}
