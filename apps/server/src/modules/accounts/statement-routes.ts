/**
 * `GET /v1/transactions-statements/{statementId}/transactions`: the transactions of a signed statement. HTTP only. Register with the prefix
 * `/api/v1`.
 */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { StatementParams, StatementTransactionsQuery, TransactionsAnswer } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import type { Statements } from '#modules/access/index.ts';
import { requireRequestId } from '#platform/http/idempotency.ts';
import { guardCallers } from '../tpp-apps/index.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { answerTransactions } from './answer-transactions.ts';
import { statementAccountClosed } from './reading-refusals.ts';
import { readStatementQuery, type TransactionsWanted } from './transactions-query.ts';

export function registerStatementReading(app: FastifyInstance, deps: AccountsDeps, statements: Pick<Statements, 'require'>): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const { onRequest, callerOf } = guardCallers(deps.requireToken);

  routes.route({
    method: 'GET',
    url: '/transactions-statements/:statementId/transactions',
    schema: { params: StatementParams, querystring: StatementTransactionsQuery, response: { 200: TransactionsAnswer } },
    onRequest,
    handler: async (request) => {
      const caller = callerOf(request);
      const { statementId, accountId, ...period } = await statements.require(caller, request.params.statementId);
      const page = await answerTransactions(deps, caller, {
        // Not counted: a statement may be read any number of times in its quarter of an hour.
        authority: { authorityId: statementId, accountId, countedOn: '', at: 0 },
        query: request.query,
        requestId: requireRequestId(request),
        readWanted: () => readStatementQuery(request.query, period),
        hrefOf: (wanted, cursor) => `${deps.apiBase}/v1/transactions-statements/${statementId}/transactions?${nextQuery(wanted, cursor)}`,
      });
      // A statement has a fixed period and no `entryReferenceFrom`, so only the account can be missing.
      if (page === 'accountUnknown' || page === 'entryUnknown') throw statementAccountClosed();
      return page.answer;
    },
  });
}

function nextQuery({ bookingStatus, pageSize }: TransactionsWanted, cursor: string): string {
  return new URLSearchParams({ bookingStatus, itemsPerPage: String(pageSize), cursor }).toString();
}
