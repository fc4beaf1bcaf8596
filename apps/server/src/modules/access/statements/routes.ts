/**
 * `POST /v1/transactions-statements`, its status and deletion: HTTP only. What a signed one gives is read in `accounts`. Register with
 * the prefix `/api/v1`.
 */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { StatementCreated, StatementInformation, StatementParams, StatementRequest, StatementStatusAnswer } from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { guardCallers, requireSender } from '#modules/tpp-apps/index.ts';
import type { AccessRoutesDeps } from '../deps.ts';
import { deleteGrant } from '../grant/transition.ts';
import { requestStatement } from './request-statement.ts';
import { statementUnknown } from './require-statement.ts';
import type { Statement } from './statement.ts';
import { readOwnStatement, STATEMENT_GRANT } from './statement-grant.ts';
import { toCreated, toInformation } from './statement-view.ts';

export function registerStatementRoutes(app: FastifyInstance, deps: AccessRoutesDeps): void {
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
