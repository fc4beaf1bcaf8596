/** What the calls of single and of periodic payments have in common: who may call, for which product, for whose payment. HTTP only. */
import { PAYMENT_PRODUCT_PATHS, type PaymentInitiationResponse, type PaymentProductPath } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Db } from '#platform/db/database.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import { guardCallers, type RequireXs2aCaller, requireSender, type TppApps } from '../tpp-apps/index.ts';
import type { AcceptOrderDeps, InitiatedOrder, ReceivedPayment } from './accept-order.ts';
import type { Payment } from './payment.ts';
import { toAmount } from './payment-mapping.ts';
import { findOwnPayment, type PaymentService } from './payment-store.ts';

export interface PaymentRoutesDeps extends AcceptOrderDeps {
  readonly db: Db;
  readonly requireToken: RequireXs2aCaller;
  readonly tppApps: Pick<TppApps, 'findByAppId' | 'isReturnUrl'>;
  /** Absolute base of the links, e.g. `http://localhost:3000/api`. */
  readonly apiBase: string;
}

// Wider than the contract's: an unknown product or id is answered 404 in the Berlin Group's words, not 400.
export const ProductParams = Type.Object({ paymentProduct: Type.String() });
export const PaymentParams = Type.Object({ paymentProduct: Type.String(), paymentId: Type.String() });

interface ProductPath {
  readonly paymentProduct: string;
}

export interface PaymentCalls {
  /** Before the body is read: a caller without a token learns nothing about it. */
  onRequest(request: FastifyRequest): Promise<void>;
  /** Who sends which product, and where the customer returns to. @throws TppRefusal */
  initiatedBy(request: FastifyRequest, params: ProductPath): Promise<Omit<InitiatedOrder, 'initiation'>>;
  /** 201 with the links and headers of the redirect approach. */
  created(reply: FastifyReply, product: PaymentProductPath, received: ReceivedPayment): PaymentInitiationResponse;
  /** @throws TppRefusal 404 for what does not exist, and for what is another's. */
  requireOwn(request: FastifyRequest, params: ProductPath & { readonly paymentId: string }): Promise<Payment>;
}

export function createPaymentCalls(app: FastifyInstance, deps: PaymentRoutesDeps, service: PaymentService): PaymentCalls {
  const { onRequest, callerOf } = guardCallers(deps.requireToken);

  // Updating an authorisation belongs to the embedded and decoupled approaches; customers sign by redirect.
  app.route({
    method: 'PUT',
    url: `/${service}/:paymentProduct/:paymentId/authorisations/:authorisationId`,
    onRequest,
    handler: async () => {
      throw new TppRefusal(405, 'SERVICE_INVALID', 'Customers authorise payments by redirect: follow scaRedirect.', { headers: { allow: '' } });
    },
  });

  return {
    onRequest,
    async initiatedBy(request, { paymentProduct }) {
      const product = requireProduct(paymentProduct);
      return { ...(await requireSender(deps.tppApps, request, callerOf(request))), product };
    },
    created(reply, product, received) {
      const answer = toInitiationResponse(received, `${deps.apiBase}/v1/${service}/${product}/${received.paymentId}`);
      reply.code(201).header('ASPSP-SCA-Approach', 'REDIRECT').header('Location', answer._links.self.href);
      return answer;
    },
    async requireOwn(request, { paymentProduct, paymentId }) {
      const product = requireProduct(paymentProduct);
      const payment = await findOwnPayment(deps.db, callerOf(request), { service, product }, paymentId);
      if (payment !== undefined) return payment;
      throw new TppRefusal(404, 'RESOURCE_UNKNOWN', 'There is no such payment for this customer, product and application.');
    },
  };
}

/** @throws TppRefusal 404 PRODUCT_UNKNOWN */
export function requireProduct(paymentProduct: string): PaymentProductPath {
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
