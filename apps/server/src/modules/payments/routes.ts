/** `POST /v1/payments/{product}`, `GET …/{paymentId}`, `GET …/{paymentId}/status`: HTTP only. Register with the prefix `/api/v1`. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import {
  PAYMENT_PRODUCT_PATHS,
  PaymentInformation,
  PaymentInitiation,
  PaymentInitiationResponse,
  type PaymentProductPath,
  PaymentStatusResponse,
} from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Db } from '#platform/db/database.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import { guardCallers, type RequireXs2aCaller, requireSender, type TppApps } from '../tpp-apps/index.ts';
import type { Payment } from './payment.ts';
import { toAmount, toInformation, toStatus } from './payment-mapping.ts';
import { findOwnPayment } from './payment-store.ts';
import { type ReceivedPayment, type ReceivePaymentDeps, receivePayment } from './receive-payment.ts';

export interface PaymentRoutesDeps extends ReceivePaymentDeps {
  readonly db: Db;
  readonly requireToken: RequireXs2aCaller;
  readonly tppApps: Pick<TppApps, 'findByAppId' | 'isReturnUrl'>;
  /** Absolute base of the links, e.g. `http://localhost:3000/api`. */
  readonly apiBase: string;
}

// Wider than the contract's: an unknown product or id is answered 404 in the Berlin Group's words, not 400.
const ProductParams = Type.Object({ paymentProduct: Type.String() });
const PaymentParams = Type.Object({ paymentProduct: Type.String(), paymentId: Type.String() });

export function registerPaymentRoutes(app: FastifyInstance, deps: PaymentRoutesDeps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const { onRequest, callerOf } = guardCallers(deps.requireToken);

  routes.route({
    method: 'POST',
    url: '/payments/:paymentProduct',
    schema: { params: ProductParams, body: PaymentInitiation, response: { 201: PaymentInitiationResponse } },
    onRequest,
    preValidation: async (request) => void requireProduct(request.params.paymentProduct),
    handler: async (request, reply) => {
      const product = requireProduct(request.params.paymentProduct);
      const sender = await requireSender(deps.tppApps, request, callerOf(request));
      const received = await receivePayment(deps, { ...sender, product, initiation: request.body });
      const answer = toInitiationResponse(received, `${deps.apiBase}/v1/payments/${product}/${received.paymentId}`);
      return reply.code(201).header('ASPSP-SCA-Approach', 'REDIRECT').header('Location', answer._links.self.href).send(answer);
    },
  });

  async function requirePayment(request: FastifyRequest, params: { paymentProduct: string; paymentId: string }): Promise<Payment> {
    const product = requireProduct(params.paymentProduct);
    const payment = await findOwnPayment(deps.db, callerOf(request), product, params.paymentId);
    if (payment !== undefined) return payment;
    throw new TppRefusal(404, 'RESOURCE_UNKNOWN', 'There is no such payment for this customer, product and application.');
  }

  routes.route({
    method: 'GET',
    url: '/payments/:paymentProduct/:paymentId',
    schema: { params: PaymentParams, response: { 200: PaymentInformation } },
    onRequest,
    handler: async (request) => toInformation(await requirePayment(request, request.params)),
  });

  routes.route({
    method: 'GET',
    url: '/payments/:paymentProduct/:paymentId/status',
    schema: { params: PaymentParams, response: { 200: PaymentStatusResponse } },
    onRequest,
    handler: async (request) => toStatus(await requirePayment(request, request.params)),
  });

  // Updating an authorisation belongs to the embedded and decoupled approaches; customers sign by redirect.
  routes.route({
    method: 'PUT',
    url: '/payments/:paymentProduct/:paymentId/authorisations/:authorisationId',
    onRequest,
    handler: async () => {
      throw new TppRefusal(405, 'SERVICE_INVALID', 'Customers authorise payments by redirect: follow scaRedirect.', { headers: { allow: '' } });
    },
  });
}

function requireProduct(paymentProduct: string): PaymentProductPath {
  const product = PAYMENT_PRODUCT_PATHS.find((known) => known === paymentProduct);
  if (product !== undefined) return product;
  throw new TppRefusal(404, 'PRODUCT_UNKNOWN', `This payment product is not offered. Offered: ${PAYMENT_PRODUCT_PATHS.join(', ')}.`);
}

function toInitiationResponse({ paymentId, scaRedirect, feeCents }: ReceivedPayment, self: string): PaymentInitiationResponse {
  return {
    transactionStatus: 'RCVD',
    paymentId,
    ...(feeCents === null ? {} : { transactionFees: toAmount(feeCents, 'EUR'), transactionFeeIndicator: feeCents > 0 }),
    _links: { scaRedirect: { href: scaRedirect }, self: { href: self }, status: { href: `${self}/status` } },
  };
}
