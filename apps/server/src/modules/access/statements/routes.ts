/**
 * `POST /v1/transactions-statements`, its status and deletion: HTTP only. What a signed one gives is read in `accounts`. Register with
 * the prefix `/api/v1`.
 */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { StatementCreated, StatementInformation, StatementParams, StatementRequest, StatementStatusAnswer } from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { guardCallers, type RequireXs2aCaller, requireSender, type TppApps } from '#modules/tpp-apps/index.ts';
import type { GrantDeps } from '../grant/grant.ts';
import { deleteGrant } from '../grant/transition.ts';
import { type RequestStatementDeps, requestStatement } from './request-statement.ts';
import { statementUnknown } from './require-statement.ts';
import type { Statement } from './statement.ts';
import { readOwnStatement, STATEMENT_GRANT } from './statement-grant.ts';
import { toCreated, toInformation } from './statement-view.ts';

export interface StatementRoutesDeps extends RequestStatementDeps, GrantDeps {
  readonly requireToken: RequireXs2aCaller;
  readonly tppApps: Pick<TppApps, 'findByAppId' | 'isReturnUrl'>;
  /** Absolute base of the links, e.g. `http://localhost:3000/api`. */
  readonly apiBase: string;
}

export function registerStatementRoutes(app: FastifyInstance, deps: StatementRoutesDeps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const { onRequest, callerOf } = guardCallers(deps.requireToken);

  async function requireOwn(request: FastifyRequest, statementId: string): Promise<Statement> {
    const statement = await readOwnStatement(deps, callerOf(request), statementId);
    if (statement === undefined) throw statementUnknown();
    return statement;
  }

  const hrefOf = (statementId: string) => `${deps.apiBase}/v1/transactions-statements/${statementId}`;

  routes.route({
    method: 'POST',
    url: '/transactions-statements',
    schema: { body: StatementRequest, response: { 201: StatementCreated } },
    onRequest,
    handler: async (request, reply) => {
      const sender = await requireSender(deps.tppApps, request, callerOf(request));
      const received = await requestStatement(deps, { ...sender, request: request.body });
      const answer = toCreated(received, hrefOf(received.statementId));
      return reply.code(201).header('ASPSP-SCA-Approach', 'REDIRECT').header('Location', answer._links.self.href).send(answer);
    },
  });

  routes.route({
    method: 'GET',
    url: '/transactions-statements/:statementId',
    schema: { params: StatementParams, response: { 200: StatementInformation } },
    onRequest,
    handler: async (request) => {
      const statement = await requireOwn(request, request.params.statementId);
      return toInformation(statement, hrefOf(statement.statementId));
    },
  });

  routes.route({
    method: 'GET',
    url: '/transactions-statements/:statementId/status',
    schema: { params: StatementParams, response: { 200: StatementStatusAnswer } },
    onRequest,
    handler: async (request) => ({ statementStatus: (await requireOwn(request, request.params.statementId)).status }),
  });

  routes.route({
    method: 'DELETE',
    url: '/transactions-statements/:statementId',
    schema: { params: StatementParams },
    onRequest,
    handler: async (request, reply) => {
      const { sandboxId, statementId } = await requireOwn(request, request.params.statementId);
      await deleteGrant(STATEMENT_GRANT, deps, { sandboxId, id: statementId });
      return reply.code(204).send();
    },
  });
}
