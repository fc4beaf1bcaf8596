/** `POST /v1/funds-confirmations`: HTTP only. Register with the prefix `/api/v1`. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { FundsConfirmationAnswer, FundsConfirmationRequest } from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireRequestId } from '#platform/http/idempotency.ts';
import type { RequireXs2aCaller, Xs2aCaller } from '../tpp-apps/index.ts';
import { type ConfirmFundsDeps, confirmFunds } from './confirm-funds.ts';

export interface FundsConfirmationRoutesDeps extends ConfirmFundsDeps {
  readonly requireToken: RequireXs2aCaller;
}

export function registerFundsConfirmationRoutes(app: FastifyInstance, deps: FundsConfirmationRoutesDeps): void {
  const callers = new WeakMap<FastifyRequest, Xs2aCaller>();

  app.withTypeProvider<TypeBoxTypeProvider>().route({
    method: 'POST',
    url: '/funds-confirmations',
    schema: { body: FundsConfirmationRequest, response: { 200: FundsConfirmationAnswer } },
    // Before the body is read: a caller without a token learns nothing about it.
    onRequest: async (request) => {
      callers.set(request, await deps.requireToken(request));
      requireRequestId(request);
    },
    // A repeated id is answered anew: nothing is done that could happen twice.
    handler: async (request) => {
      const caller = callers.get(request);
      if (caller === undefined) throw new Error('A funds confirmation ran without its token guard.');
      return confirmFunds(deps, caller, request.body);
    },
  });
}
