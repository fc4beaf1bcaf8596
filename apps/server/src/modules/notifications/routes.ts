/** `{api}/tpp/notifications…`: endpoints of a developer's application and the log of messages. HTTP only. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import {
  DeliveriesPage,
  DeliveriesQuery,
  Delivery,
  DeliveryDetail,
  Endpoint,
  EndpointChange,
  EndpointWithSecret,
  NewEndpoint,
  NotificationsPage,
  RetryCount,
  RetryWish,
} from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { AppOwner } from '../tpp-apps/index.ts';
import type { NotificationEndpoints } from './endpoints/endpoints.ts';

const PATH = '/api/tpp/notifications';
const ENDPOINT = `${PATH}/endpoints/:endpointId`;
const DELIVERY = `${PATH}/deliveries/:deliveryId`;
const EndpointParams = Type.Object({ endpointId: Type.String({ maxLength: 64 }) });
const DeliveryParams = Type.Object({ deliveryId: Type.String({ maxLength: 160 }) });

/** @param requireOwner throws UiRefusal 400, 401, 403. */
export function registerNotificationRoutes(
  app: FastifyInstance,
  endpoints: NotificationEndpoints,
  requireOwner: (request: FastifyRequest) => Promise<AppOwner>,
): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get(PATH, { schema: { response: { 200: NotificationsPage } } }, async (request, reply) => {
    const owner = await requireOwner(request);
    neverCached(reply);
    return endpoints.page(owner);
  });

  routes.post(`${PATH}/endpoints`, { schema: { body: NewEndpoint, response: { 201: EndpointWithSecret } } }, async (request, reply) => {
    const owner = await requireOwner(request);
    neverCached(reply);
    return reply.code(201).send(await endpoints.add(owner, request.body));
  });

  routes.put(ENDPOINT, { schema: { params: EndpointParams, body: EndpointChange, response: { 200: Endpoint } } }, async (request) => {
    const owner = await requireOwner(request);
    return endpoints.change(owner, request.params.endpointId, request.body);
  });

  routes.delete(ENDPOINT, { schema: { params: EndpointParams } }, async (request, reply) => {
    const owner = await requireOwner(request);
    await endpoints.remove(owner, request.params.endpointId);
    return reply.code(204).send();
  });

  routes.post(`${ENDPOINT}/secret`, { schema: { params: EndpointParams, response: { 200: EndpointWithSecret } } }, async (request, reply) => {
    const owner = await requireOwner(request);
    neverCached(reply);
    return endpoints.rotate(owner, request.params.endpointId);
  });

  routes.delete(`${ENDPOINT}/previous-secret`, { schema: { params: EndpointParams, response: { 200: Endpoint } } }, async (request) => {
    const owner = await requireOwner(request);
    return endpoints.endPrevious(owner, request.params.endpointId);
  });

  routes.post(`${ENDPOINT}/tests`, { schema: { params: EndpointParams, response: { 202: Delivery } } }, async (request, reply) => {
    const owner = await requireOwner(request);
    return reply.code(202).send(await endpoints.test(owner, request.params.endpointId));
  });

  routes.get(`${PATH}/deliveries`, { schema: { querystring: DeliveriesQuery, response: { 200: DeliveriesPage } } }, async (request, reply) => {
    const owner = await requireOwner(request);
    neverCached(reply);
    return endpoints.listDeliveries(owner, request.query);
  });

  routes.get(DELIVERY, { schema: { params: DeliveryParams, response: { 200: DeliveryDetail } } }, async (request, reply) => {
    const owner = await requireOwner(request);
    neverCached(reply);
    return endpoints.readDelivery(owner, request.params.deliveryId);
  });

  routes.post(`${DELIVERY}/retry`, { schema: { params: DeliveryParams, response: { 200: Delivery } } }, async (request) => {
    const owner = await requireOwner(request);
    return endpoints.retry(owner, request.params.deliveryId);
  });

  routes.post(`${PATH}/retries`, { schema: { body: RetryWish, response: { 200: RetryCount } } }, async (request) => {
    const owner = await requireOwner(request);
    return endpoints.retryAll(owner, request.body);
  });
}

function neverCached(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store');
}
