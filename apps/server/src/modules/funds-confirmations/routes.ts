/** `POST /v1/funds-confirmations`: HTTP only. Register with the prefix `/api/v1`. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { FundsConfirmationAnswer, FundsConfirmationRequest } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { callersIdempotency, guardCallers, type RequireXs2aCaller } from '../tpp-apps/index.ts';
import { type ConfirmFundsDeps, confirmFunds } from './confirm-funds.ts';

export function registerFundsConfirmationRoutes(app: FastifyInstance, deps: ConfirmFundsDeps & { readonly requireToken: RequireXs2aCaller }): void {
  const { onRequest, callerOf } = guardCallers(deps.requireToken);

  app.withTypeProvider<TypeBoxTypeProvider>().route({
    method: 'POST',
    url: '/funds-confirmations',
    schema: { body: FundsConfirmationRequest, response: { 200: FundsConfirmationAnswer } },
    onRequest,
    handler(request) {
      const caller = callerOf(request);
      return confirmFunds(deps, caller, request.body, callersIdempotency(request, caller));
    },
  });
}
