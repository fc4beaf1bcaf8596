/** The common part of the calls for all kinds of payments: caller, product, ownership. HTTP only. */
import { PAYMENT_PRODUCT_PATHS, type PaymentInitiationResponse, type PaymentProductPath, type PaymentStatusResponse } from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notificationHeaders } from '#modules/notifications/index.ts';
import { approachOf, toFirstStep } from '#modules/signing/index.ts';
import { guardCallers, isExplicitStartWanted, requireSender, type Xs2aCaller } from '#modules/tpp-apps/index.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import { canStartSecondAuthorisation } from '../authorisation/second-authorisation.ts';
import type { PaymentRoutesDeps } from '../deps.ts';
import { expireUnstarted } from '../initiation/expire-unstarted.ts';
import type { InitiatedPayment, PaymentRequest } from '../initiation/initiate-payment.ts';
import type { AnyPayment } from '../model/payment.ts';
import { findOwnPayment, type PaymentService } from '../store/payment-store.ts';
import { toAmount } from './payment-view.ts';

interface ProductPath {
  readonly paymentProduct: string;
}

export interface PaymentEndpoint {
  /** Runs before the body is read, so that a caller without a token learns nothing about it. */
  onRequest(request: FastifyRequest): Promise<void>;
  callerOf(request: FastifyRequest): Xs2aCaller;
  /** The sender, the product, and the redirect addresses. @throws TppRefusal */
  initiatedBy(request: FastifyRequest, params: ProductPath): Promise<Omit<PaymentRequest, 'initiation'>>;
  /** 201 with the links and headers of the redirect approach. */
  created(reply: FastifyReply, product: PaymentProductPath, received: InitiatedPayment): PaymentInitiationResponse;
  /** Adds the next step to the response of `GET …/status`, if the application can take one. */
  withNextStep(payment: AnyPayment, answer: PaymentStatusResponse): PaymentStatusResponse;
  /** @throws TppRefusal 404 for an unknown payment, and for another application's. */
  requireOwn(request: FastifyRequest, params: ProductPath & { readonly paymentId: string }): Promise<AnyPayment>;
}

export function createPaymentEndpoint(deps: PaymentRoutesDeps, service: PaymentService): PaymentEndpoint {
  const { onRequest, callerOf } = guardCallers(deps.requireToken);
  return {
    onRequest,
    callerOf,
    async initiatedBy(request, { paymentProduct }) {
      const product = requireProduct(paymentProduct);
      const sender = await requireSender(deps.tppApps, request, callerOf(request));
      const notification = await deps.notifications.readWish(request, sender.app);
      return { ...sender, product, notification, isExplicit: isExplicitStartWanted(request.headers) };
    },
    created(reply, product, received) {
      const answer = toInitiationResponse(received, `${deps.apiBase}/v1/${service}/${product}/${received.paymentId}`);
      reply
        .code(201)
        .header('ASPSP-SCA-Approach', approachOf(received.authorisation))
        .header('Location', answer._links.self.href)
        .headers(notificationHeaders(received));
      return answer;
    },
    withNextStep(payment, answer) {
      if (!canStartSecondAuthorisation(payment)) return answer;
      const self = `${deps.apiBase}/v1/${service}/${payment.product}/${payment.paymentId}`;
      return { ...answer, _links: { startAuthorisation: { href: `${self}/authorisations` } } };
    },
    async requireOwn(request, { paymentProduct, paymentId }) {
      const product = requireProduct(paymentProduct);
      const payment = await findOwnPayment(deps.db, callerOf(request), { service, product }, paymentId);
      if (payment !== undefined) return expireUnstarted(deps, payment);
      throw new TppRefusal(404, 'RESOURCE_UNKNOWN', 'There is no such payment for this customer, product and application.');
    },
  };
}

/** Runs before the body is validated. @throws TppRefusal 404 PRODUCT_UNKNOWN */
export async function requireOrderProduct(request: FastifyRequest<{ Params: ProductPath; Body: unknown }>): Promise<void> {
  requireProduct(request.params.paymentProduct);
}

/** @throws TppRefusal 404 PRODUCT_UNKNOWN */
function requireProduct(paymentProduct: string): PaymentProductPath {
  const product = PAYMENT_PRODUCT_PATHS.find((known) => known === paymentProduct);
  if (product !== undefined) return product;
  throw new TppRefusal(404, 'PRODUCT_UNKNOWN', `This payment product is not offered. Offered: ${PAYMENT_PRODUCT_PATHS.join(', ')}.`);
}

function toInitiationResponse({ paymentId, authorisation, feeCents }: InitiatedPayment, self: string): PaymentInitiationResponse {
  const authorisations = `${self}/authorisations`;
  const begin =
    authorisation === null
      ? { startAuthorisation: { href: authorisations } }
      : toFirstStep(authorisation, `${authorisations}/${authorisation.authorisationId}`);
  const { psuMessage } = authorisation ?? {};
  return {
    transactionStatus: 'RCVD',
    paymentId,
    ...(feeCents === null ? {} : { transactionFees: toAmount(feeCents, 'EUR'), transactionFeeIndicator: feeCents > 0 }),
    ...(psuMessage === undefined ? {} : { psuMessage }),
    _links: { ...begin, self: { href: self }, status: { href: `${self}/status` } },
  };
}
