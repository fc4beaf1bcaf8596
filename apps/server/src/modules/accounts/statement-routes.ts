/**
 * `GET /v1/transactions-statements/{statementId}/transactions`: the transactions of a signed statement. HTTP only. Register with the prefix
 * `/api/v1`.
 */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { StatementParams, StatementTransactionsQuery, TransactionsAnswer } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import type { Statements } from '#modules/access/index.ts';
import type { RunWrite } from '#platform/db/run-write.ts';
import { requireRequestId } from '#platform/http/idempotency.ts';
import type { Random } from '#platform/random.ts';
import type { AccountReader } from '../bank/index.ts';
import { guardCallers, type RequireXs2aCaller } from '../tpp-apps/index.ts';
import { answerTransactions } from './answer-transactions.ts';
import { statementAccountClosed } from './reading-refusals.ts';
import { readStatementQuery, type TransactionsWanted } from './transactions-query.ts';

export interface StatementReadingDeps {
  readonly statements: Pick<Statements, 'require'>;
  readonly reader: AccountReader;
  readonly requireToken: RequireXs2aCaller;
  readonly write: RunWrite;
  readonly random: Pick<Random, 'bytes' | 'id'>;
  /** Key that seals cursors; 32 bytes. */
  readonly cursorKey: Buffer;
  /** Absolute base of the links, e.g. `http://localhost:3000/api`. */
  readonly apiBase: string;
}

export function registerStatementReading(app: FastifyInstance, deps: StatementReadingDeps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const { statements, reader, apiBase } = deps;
  const { onRequest, callerOf } = guardCallers(deps.requireToken);
  const answering = { reader, write: deps.write, apiBase, keys: { key: deps.cursorKey, random: deps.random } };

  routes.route({
    method: 'GET',
    url: '/transactions-statements/:statementId/transactions',
    schema: { params: StatementParams, querystring: StatementTransactionsQuery, response: { 200: TransactionsAnswer } },
    onRequest,
    handler: async (request) => {
      const caller = callerOf(request);
      const { statementId, accountId, ...period } = await statements.require(caller, request.params.statementId);
      const page = await answerTransactions(answering, caller, {
        // Not counted: a statement may be read any number of times in its quarter of an hour.
        authority: { authorityId: statementId, accountId, countedOn: '', at: 0 },
        query: request.query,
        requestId: requireRequestId(request),
        readWanted: () => readStatementQuery(request.query, period),
        hrefOf: (wanted, cursor) => `${apiBase}/v1/transactions-statements/${statementId}/transactions?${nextQuery(wanted, cursor)}`,
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
