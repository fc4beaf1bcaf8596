/** What the shop asks the bank about transactions statements. The signature on each is the authority: no consent is named. */

import { memberOf, textAt } from '../bank-answers.ts';
import type { BankApi } from '../bank-api.ts';
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

export function createStatementClient(settings: Pick<Settings, 'bank'>, api: BankApi): StatementClient {
  const ask = createAsk(api);
  return {
    async create(visit, choice, page) {
      const back = { 'TPP-Redirect-URI': page, 'TPP-Nok-Redirect-URI': `${page}/refused` };
      const body = toStatementRequest(choice);
      const created = await ask(
        visit,
        (client, customer) => client.POST('/v1/transactions-statements', { params: { header: { ...customer, ...back } }, body }),
        readCreated,
        toStatementProblem,
      );
      assertLeadsToBank(settings, created.scaRedirect);
      return created;
    },
    read: (visit, statementId) =>
      ask(
        visit,
        (client) => client.GET('/v1/transactions-statements/{statementId}', { params: { path: { statementId } } }),
        readState,
        toStatementProblem,
      ),
    readMovements(visit, statementId, cursor) {
      const query = { itemsPerPage: STATEMENT_PAGE_LENGTH, ...(cursor && { cursor }) };
      return ask(
        visit,
        (client) => client.GET('/v1/transactions-statements/{statementId}/transactions', { params: { path: { statementId }, query } }),
        readMovements,
        toStatementProblem,
      );
    },
    async end(visit, statementId) {
      const params = { path: { statementId } };
      await ask(
        visit,
        (client) => client.DELETE('/v1/transactions-statements/{statementId}', { params }),
        () => true,
        toStatementProblem,
      );
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
