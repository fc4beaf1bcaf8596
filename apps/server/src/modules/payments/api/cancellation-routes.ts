/** `DELETE …/{paymentId}` of every kind of payment: HTTP only. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { PaymentCancellationStarted } from '@portico/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isExplicitStartWanted, requireRequester } from '#modules/tpp-apps/index.ts';
import { type CancelAnswer, cancelByTpp } from '../cancellation/cancel-by-tpp.ts';
import type { PaymentRoutesDeps } from '../deps.ts';
import type { PaymentService } from '../store/payment-store.ts';
import { PaymentParams } from './path-params.ts';
import type { PaymentEndpoint } from './payment-endpoint.ts';

export function registerCancellationRoute(app: FastifyInstance, deps: PaymentRoutesDeps, service: PaymentService, calls: PaymentEndpoint): void {
  app.withTypeProvider<TypeBoxTypeProvider>().route({
    method: 'DELETE',
    url: `/${service}/:paymentProduct/:paymentId`,
    schema: { params: PaymentParams, response: { 202: PaymentCancellationStarted } },
    onRequest: calls.onRequest,
    handler: async (request, reply) => {
      const { paymentId, product } = await calls.requireOwn(request, request.params);
      const requester = await requireRequester(deps.tppApps, request, calls.callerOf(request));
      const taken = await cancelByTpp(deps, { ...requester, paymentId, isExplicit: isExplicitStartWanted(request.headers) });
      return send(reply, taken, `${deps.apiBase}/v1/${service}/${product}/${paymentId}`);
    },
  });
}

function send(reply: FastifyReply, taken: CancelAnswer, self: string) {
  if (taken.transactionStatus === 'CANC') return reply.code(204).send();
  return reply.code(202).header('ASPSP-SCA-Approach', 'REDIRECT').send(toStarted(taken, self));
}

function toStarted({ transactionStatus, authorisation }: CancelAnswer, self: string): PaymentCancellationStarted {
  const authorisations = `${self}/cancellation-authorisations`;
  const begin =
    authorisation === null
      ? { startAuthorisation: { href: authorisations } }
      : { scaRedirect: { href: authorisation.scaRedirect }, scaStatus: { href: `${authorisations}/${authorisation.authorisationId}` } };
  return { transactionStatus, _links: { ...begin, self: { href: self }, status: { href: `${self}/status` } } };
}
