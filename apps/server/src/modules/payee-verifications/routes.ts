/** `POST /v1/payee-verifications`: HTTP only. Register with the prefix `/api/v1`. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { PayeeVerificationAnswer, PayeeVerificationRequest } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { callersIdempotency, guardCallers, type RequireXs2aCaller } from '../tpp-apps/index.ts';
import { type Verifier, verifyPayee } from './verify-payee.ts';

export function registerPayeeVerificationRoutes(app: FastifyInstance, deps: Verifier & { readonly requireToken: RequireXs2aCaller }): void {
  const { onRequest, callerOf } = guardCallers(deps.requireToken);

  app.withTypeProvider<TypeBoxTypeProvider>().route({
    method: 'POST',
    url: '/payee-verifications',
    schema: { body: PayeeVerificationRequest, response: { 200: PayeeVerificationAnswer } },
    onRequest,
    handler(request) {
      const caller = callerOf(request);
      return verifyPayee(deps, caller, request.body, callersIdempotency(request, caller));
    },
  });
}
