/** What the shop asks the bank about transactions statements. The signature on each is the authority: no consent is named. */

import { memberOf, textAt } from '../bank-answers.ts';
import type { BankCall } from '../bank-call.ts';
import type { Settings } from '../settings.ts';
import { type MovementPage, readMovements } from './money-answers.ts';
import { assertLeadsToBank, createAsk, type Visit } from './money-call.ts';
import { toStatementProblem } from './money-problem.ts';
import { type StatementChoice, toStatementRequest } from './statement.ts';

/** Transactions on one page: it can be read for a short time only. */
const STATEMENT_PAGE_LENGTH = 100;

interface CreatedStatement {
  readonly bankId: string;
  readonly scaRedirect: string;
}

export interface StatementState {
  readonly status: string;
  /** ISO 8601; while it can be read. */
  readonly readableUntil: string | undefined;
}

/** Every call @throws BankProblem; `MoneyProblem` with the bank's code. */
export interface StatementClient {
  /** @param page the address that customers come back to */
  create(visit: Visit, choice: StatementChoice, page: string): Promise<CreatedStatement>;
  read(visit: Visit, bankId: string): Promise<StatementState>;
  readMovements(visit: Visit, bankId: string, cursor: string | undefined): Promise<MovementPage>;
  end(visit: Visit, bankId: string): Promise<void>;
}

export function createStatementClient(settings: Pick<Settings, 'issuer'>, call: BankCall): StatementClient {
  const ask = createAsk(call);
  const toProblem = toStatementProblem;
  const pathOf = (bankId: string) => `/transactions-statements/${encodeURIComponent(bankId)}`;
  return {
    async create(visit, choice, page) {
      const created = await ask(visit, '/transactions-statements', readCreated, {
        method: 'POST',
        expected: 201,
        headers: { 'tpp-redirect-uri': page, 'tpp-nok-redirect-uri': `${page}/refused` },
        body: toStatementRequest(choice),
        toProblem,
      });
      assertLeadsToBank(settings, created.scaRedirect);
      return created;
    },
    read: (visit, bankId) => ask(visit, pathOf(bankId), readState, { toProblem }),
    readMovements(visit, bankId, cursor) {
      const query = new URLSearchParams({ itemsPerPage: String(STATEMENT_PAGE_LENGTH), ...(cursor && { cursor }) });
      return ask(visit, `${pathOf(bankId)}/transactions?${query}`, readMovements, { toProblem });
    },
    async end(visit, bankId) {
      await ask(visit, pathOf(bankId), () => true, { method: 'DELETE', expected: 204, toProblem });
    },
  };
}

function readCreated(body: unknown): CreatedStatement | undefined {
  const bankId = textAt(body, 'statementId');
  const scaRedirect = textAt(memberOf(memberOf(body, '_links'), 'scaRedirect'), 'href');
  return bankId === undefined || scaRedirect === undefined ? undefined : { bankId, scaRedirect };
}

function readState(body: unknown): StatementState | undefined {
  const status = textAt(body, 'statementStatus');
  return status === undefined ? undefined : { status, readableUntil: textAt(body, 'readableUntil') };
}
