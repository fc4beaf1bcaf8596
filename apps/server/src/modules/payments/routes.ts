/**
 * `POST /v1/payments/{product}`, `GET …/{paymentId}`, `GET …/{paymentId}/status`, and what every kind of payment has: HTTP only.
 * Register with the prefix `/api/v1`.
 */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { PaymentInformation, PaymentInitiation, PaymentInitiationResponse, PaymentStatusResponse } from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { registerAuthorisationRoutes } from './api/authorisation-routes.ts';
import { registerBulkPaymentRoutes } from './api/bulk-routes.ts';
import { registerCancellationRoute } from './api/cancellation-routes.ts';
import { PaymentParams, ProductParams } from './api/path-params.ts';
import { createPaymentEndpoint, type PaymentEndpoint, requireOrderProduct } from './api/payment-endpoint.ts';
import { toInformation, toStatus } from './api/payment-view.ts';
import { registerPeriodicPaymentRoutes } from './api/periodic-routes.ts';
import type { PaymentRoutesDeps } from './deps.ts';
import { initiateSingle } from './initiation/initiate-single.ts';
import type { Payment } from './model/payment.ts';
import type { PaymentService } from './store/payment-store.ts';

export function registerPaymentRoutes(app: FastifyInstance, deps: PaymentRoutesDeps): void {
  registerSinglePaymentRoutes(app, deps, registerCommonRoutes(app, deps, 'payments'));
  registerPeriodicPaymentRoutes(app, deps, registerCommonRoutes(app, deps, 'periodic-payments'));
  registerBulkPaymentRoutes(app, deps, registerCommonRoutes(app, deps, 'bulk-payments'));
}

/** Authorisations and cancellation are the same for every kind. */
function registerCommonRoutes(app: FastifyInstance, deps: PaymentRoutesDeps, service: PaymentService): PaymentEndpoint {
  const endpoint = createPaymentEndpoint(deps, service);
  registerCancellationRoute(app, deps, service, endpoint);
  registerAuthorisationRoutes(app, deps, service, endpoint);
  return endpoint;
}

function registerSinglePaymentRoutes(app: FastifyInstance, deps: PaymentRoutesDeps, calls: PaymentEndpoint): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const { onRequest } = calls;

  async function requireOwn(request: FastifyRequest, params: Static<typeof PaymentParams>): Promise<Payment> {
    const payment = await calls.requireOwn(request, params);
    if (payment.bulk === undefined) return payment;
    throw new Error(`Payment ${payment.paymentId} has many payees.`);
  }

  routes.route({
    method: 'POST',
    url: '/payments/:paymentProduct',
    schema: { params: ProductParams, body: PaymentInitiation, response: { 201: PaymentInitiationResponse } },
    onRequest,
    preValidation: requireOrderProduct,
    handler: async (request, reply) => {
      const input = await calls.initiatedBy(request, request.params);
      return calls.created(reply, input.product, await initiateSingle(deps, { ...input, initiation: request.body }));
    },
  });

  routes.route({
    method: 'GET',
    url: '/payments/:paymentProduct/:paymentId',
    schema: { params: PaymentParams, response: { 200: PaymentInformation } },
    onRequest,
    handler: async (request) => toInformation(await requireOwn(request, request.params)),
  });

  routes.route({
    method: 'GET',
    url: '/payments/:paymentProduct/:paymentId/status',
    schema: { params: PaymentParams, response: { 200: PaymentStatusResponse } },
    onRequest,
    handler: async (request) => {
      const payment = await requireOwn(request, request.params);
      return calls.withNextStep(payment, toStatus(payment));
    },
  });
}
