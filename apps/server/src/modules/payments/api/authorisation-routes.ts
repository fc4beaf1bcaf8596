/**
 * The authorisations of a payment and of its cancellation, for every kind of payment: HTTP only. An authorisation is a signing session, or
 * the second signature of a payment. The application sees the beginning and the end.
 */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { AuthorisationList, AuthorisationStartBody, PaymentAuthorisationStarted, ScaStatusAnswer, type SigningKind } from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { type NotificationWish, type Notified, notificationHeaders } from '#modules/notifications/index.ts';
import { refuseUpdate, type SigningSummary, type StartedSigning, toExplicitStart } from '#modules/signing/index.ts';
import { requireSender, type Xs2aSender } from '#modules/tpp-apps/index.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import { scaStatusOfSecond } from '../authorisation/second-authorisation.ts';
import { startCancellation } from '../cancellation/cancel-by-tpp.ts';
import type { PaymentRoutesDeps } from '../deps.ts';
import { startAuthorisation } from '../initiation/start-authorisation.ts';
import { cancellationKindOf, kindOf } from '../model/kind.ts';
import type { AnyPayment } from '../model/payment.ts';
import type { PaymentService } from '../store/payment-store.ts';
import { PaymentParams } from './path-params.ts';
import type { PaymentEndpoint } from './payment-endpoint.ts';

const AuthorisationParams = Type.Object({ ...PaymentParams.properties, authorisationId: Type.String() });

type Sender = Xs2aSender & { readonly paymentId: string; readonly notification: NotificationWish | undefined };

interface Purpose {
  readonly segment: 'authorisations' | 'cancellation-authorisations';
  kindOf(payment: AnyPayment): SigningKind;
  /** Authorisations that are no signing sessions. They are the newest. */
  others(deps: PaymentRoutesDeps, payment: AnyPayment): Promise<readonly SigningSummary[]>;
  start(deps: PaymentRoutesDeps, sender: Sender): Promise<StartedSigning & Notified>;
}

const PURPOSES: readonly Purpose[] = [
  {
    segment: 'authorisations',
    kindOf,
    async others({ db, clock }, payment) {
      const { secondAuthorisation, sandboxId } = payment;
      if (secondAuthorisation === undefined) return [];
      const { authorisationId } = secondAuthorisation;
      return [{ authorisationId, scaStatus: scaStatusOfSecond(payment, await clock.now(db, sandboxId)) }];
    },
    start: startAuthorisation,
  },
  {
    segment: 'cancellation-authorisations',
    kindOf: cancellationKindOf,
    // One signature cancels a payment, a company's too (docs/decisions/0021).
    others: async () => [],
    start: (deps, sender) => startCancellation(deps, { ...sender, returnUrls: () => sender.returnUrls }),
  },
];

export function registerAuthorisationRoutes(app: FastifyInstance, deps: PaymentRoutesDeps, service: PaymentService, calls: PaymentEndpoint): void {
  for (const purpose of PURPOSES) registerPurpose(app, deps, service, calls, purpose);
}

function registerPurpose(
  app: FastifyInstance,
  deps: PaymentRoutesDeps,
  service: PaymentService,
  { onRequest, callerOf, requireOwn }: PaymentEndpoint,
  { segment, kindOf: kindIn, others, start }: Purpose,
): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const url = `/${service}/:paymentProduct/:paymentId/${segment}`;

  async function list(request: FastifyRequest, params: Static<typeof PaymentParams>): Promise<readonly SigningSummary[]> {
    const payment = await requireOwn(request, params);
    const signings = await deps.signing.list(deps.db, { sandboxId: payment.sandboxId, resourceId: payment.paymentId, kind: kindIn(payment) });
    return [...signings, ...(await others(deps, payment))];
  }

  routes.route({
    method: 'POST',
    url,
    schema: { params: PaymentParams, body: AuthorisationStartBody, response: { 201: PaymentAuthorisationStarted } },
    onRequest,
    handler: async (request, reply) => {
      const { paymentId, product } = await requireOwn(request, request.params);
      const sender = await requireSender(deps.tppApps, request, callerOf(request), 'optional');
      const notification = await deps.notifications.readWish(request, sender.app);
      const started = await start(deps, { ...sender, paymentId, notification });
      const { headers, body } = toExplicitStart(started, `${deps.apiBase}/v1/${service}/${product}/${paymentId}/${segment}`);
      return reply.code(201).headers(headers).headers(notificationHeaders(started)).send(body);
    },
  });

  routes.route({
    method: 'GET',
    url,
    schema: { params: PaymentParams, response: { 200: AuthorisationList } },
    onRequest,
    handler: async (request) => ({ authorisationIds: (await list(request, request.params)).map(({ authorisationId }) => authorisationId) }),
  });

  routes.route({
    method: 'GET',
    url: `${url}/:authorisationId`,
    schema: { params: AuthorisationParams, response: { 200: ScaStatusAnswer } },
    onRequest,
    handler: async (request) => {
      const found = (await list(request, request.params)).find(({ authorisationId }) => authorisationId === request.params.authorisationId);
      if (found !== undefined) return { scaStatus: found.scaStatus };
      throw new TppRefusal(404, 'RESOURCE_UNKNOWN', 'This payment has no such authorisation.');
    },
  });

  routes.route({
    method: 'PUT',
    url: `${url}/:authorisationId`,
    onRequest,
    handler: async () => {
      throw refuseUpdate();
    },
  });
}
