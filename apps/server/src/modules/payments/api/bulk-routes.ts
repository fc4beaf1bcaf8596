/** `POST /v1/bulk-payments/{product}`, `GET …/{paymentId}`, `GET …/{paymentId}/status`: HTTP only. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { BulkPaymentInformation, BulkPaymentInitiation, PaymentInitiationResponse, PaymentStatusResponse } from '@portico/contract';
import { BULK_BODY_BYTES_MAX } from '@portico/contract/values';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { PaymentRoutesDeps } from '../deps.ts';
import { initiateBulkPayment } from '../initiation/initiate-bulk.ts';
import { isBulk } from '../model/kind.ts';
import type { BulkPayment } from '../model/payment.ts';
import { countItems, listItems } from '../store/item-store.ts';
import { toBulkInformation, toBulkStatus } from './bulk-view.ts';
import { PaymentParams, ProductParams } from './path-params.ts';
import { type PaymentEndpoint, requireOrderProduct } from './payment-endpoint.ts';

export function registerBulkPaymentRoutes(app: FastifyInstance, deps: PaymentRoutesDeps, calls: PaymentEndpoint): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const { onRequest } = calls;

  async function requireOwn(request: FastifyRequest, params: Static<typeof PaymentParams>): Promise<BulkPayment> {
    const payment = await calls.requireOwn(request, params);
    if (isBulk(payment)) return payment;
    throw new Error(`Payment ${payment.paymentId} has no items.`);
  }

  routes.route({
    method: 'POST',
    url: '/bulk-payments/:paymentProduct',
    bodyLimit: BULK_BODY_BYTES_MAX,
    schema: { params: ProductParams, body: BulkPaymentInitiation, response: { 201: PaymentInitiationResponse } },
    onRequest,
    preValidation: requireOrderProduct,
    handler: async (request, reply) => {
      const input = await calls.initiatedBy(request, request.params);
      return calls.created(reply, input.product, await initiateBulkPayment(deps, { ...input, initiation: request.body }));
    },
  });

  routes.route({
    method: 'GET',
    url: '/bulk-payments/:paymentProduct/:paymentId',
    schema: { params: PaymentParams, response: { 200: BulkPaymentInformation } },
    onRequest,
    handler: async (request) => {
      const payment = await requireOwn(request, request.params);
      return toBulkInformation(payment, await listItems(deps.db, payment));
    },
  });

  routes.route({
    method: 'GET',
    url: '/bulk-payments/:paymentProduct/:paymentId/status',
    schema: { params: PaymentParams, response: { 200: PaymentStatusResponse } },
    onRequest,
    handler: async (request) => {
      const payment = await requireOwn(request, request.params);
      const rejected = payment.status === 'PART' ? (await countItems(deps.db, payment)).get('RJCT') : undefined;
      return calls.withNextStep(payment, toBulkStatus(payment, rejected ?? 0));
    },
  });
}
