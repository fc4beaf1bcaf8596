/** `POST /v1/periodic-payments/{product}`, `GET …/{paymentId}`, `GET …/{paymentId}/status`: HTTP only. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { PaymentInitiationResponse, PaymentStatusResponse, PeriodicPaymentInformation, PeriodicPaymentInitiation } from '@portico/contract';
import { PERIODIC_EXECUTIONS_SHOWN_MAX } from '@portico/contract/values';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { PaymentRoutesDeps } from '../deps.ts';
import { initiatePeriodicPayment } from '../initiation/initiate-periodic.ts';
import { isPeriodic, type PeriodicPayment } from '../model/kind.ts';
import { listRuns } from '../store/run-store.ts';
import { PaymentParams, ProductParams } from './path-params.ts';
import { type PaymentEndpoint, requireOrderProduct } from './payment-endpoint.ts';
import { toPeriodicInformation, toPeriodicStatus } from './periodic-view.ts';

export function registerPeriodicPaymentRoutes(app: FastifyInstance, deps: PaymentRoutesDeps, calls: PaymentEndpoint): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const { onRequest } = calls;

  async function requireOwn(request: FastifyRequest, params: Static<typeof PaymentParams>): Promise<PeriodicPayment> {
    const payment = await calls.requireOwn(request, params);
    if (isPeriodic(payment)) return payment;
    throw new Error(`Payment ${payment.paymentId} has no schedule.`);
  }

  routes.route({
    method: 'POST',
    url: '/periodic-payments/:paymentProduct',
    schema: { params: ProductParams, body: PeriodicPaymentInitiation, response: { 201: PaymentInitiationResponse } },
    onRequest,
    preValidation: requireOrderProduct,
    handler: async (request, reply) => {
      const input = await calls.initiatedBy(request, request.params);
      return calls.created(reply, input.product, await initiatePeriodicPayment(deps, { ...input, initiation: request.body }));
    },
  });

  routes.route({
    method: 'GET',
    url: '/periodic-payments/:paymentProduct/:paymentId',
    schema: { params: PaymentParams, response: { 200: PeriodicPaymentInformation } },
    onRequest,
    handler: async (request) => {
      const payment = await requireOwn(request, request.params);
      return toPeriodicInformation(payment, await listRuns(deps.db, payment, PERIODIC_EXECUTIONS_SHOWN_MAX), deps.bank);
    },
  });

  routes.route({
    method: 'GET',
    url: '/periodic-payments/:paymentProduct/:paymentId/status',
    schema: { params: PaymentParams, response: { 200: PaymentStatusResponse } },
    onRequest,
    handler: async (request) => {
      const payment = await requireOwn(request, request.params);
      const [latest] = await listRuns(deps.db, payment, 1);
      return calls.withNextStep(payment, toPeriodicStatus(payment, latest));
    },
  });
}
