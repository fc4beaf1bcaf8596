/** `GET /v1/transactions-statements/{statementId}/transactions`: what a signed statement gives. HTTP only. Register with the prefix `/api/v1`. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { StatementParams, StatementTransactionsQuery, TransactionsAnswer } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import type { Random } from '#platform/random.ts';
import type { AccountReader } from '../bank/index.ts';
import type { Statements } from '../statements/index.ts';
import { guardCallers, type RequireXs2aCaller } from '../tpp-apps/index.ts';
import { answerTransactions } from './answer-transactions.ts';
import type { CursorContext } from './cursor.ts';
import { statementAccountClosed } from './reading-refusals.ts';
import { readStatementQuery, type TransactionsWanted } from './transactions-query.ts';

export interface StatementReadingDeps {
  readonly statements: Pick<Statements, 'require'>;
  readonly reader: AccountReader;
  readonly requireToken: RequireXs2aCaller;
  readonly random: Pick<Random, 'bytes'>;
  /** Seals cursors; 32 bytes. */
  readonly cursorKey: Buffer;
  /** Absolute base of the links, e.g. `http://localhost:3000/api`. */
  readonly apiBase: string;
}

export function registerStatementReading(app: FastifyInstance, deps: StatementReadingDeps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const { statements, reader, apiBase } = deps;
  const { onRequest, callerOf } = guardCallers(deps.requireToken);
  const answering = { reader, apiBase, keys: { key: deps.cursorKey, random: deps.random } };

  routes.route({
    method: 'GET',
    url: '/transactions-statements/:statementId/transactions',
    schema: { params: StatementParams, querystring: StatementTransactionsQuery, response: { 200: TransactionsAnswer } },
    onRequest,
    handler: async (request) => {
      const caller = callerOf(request);
      const { statementId, accountId, ...period } = await statements.require(caller, request.params.statementId);
      const wanted = readStatementQuery(request.query, period);
      // Not counted: who was allowed to read for a quarter of an hour may page and repeat in it.
      const context: CursorContext = { authorityId: statementId, accountId, countedOn: '', wanted };
      const hrefOf = (cursor: string) => `${apiBase}/v1/transactions-statements/${statementId}/transactions?${nextQuery(wanted, cursor)}`;
      const page = await answerTransactions(answering, caller, { context, cursor: request.query.cursor, hrefOf });
      if (page === undefined) throw statementAccountClosed();
      return page.answer;
    },
  });
}

function nextQuery({ bookingStatus, pageSize }: TransactionsWanted, cursor: string): string {
  return new URLSearchParams({ bookingStatus, itemsPerPage: String(pageSize), cursor }).toString();
}
