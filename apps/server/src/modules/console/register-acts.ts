/** The routes of the overview, of providers, and of acts that change something. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import {
  ConsoleDecisionBody,
  ConsoleEndConsentBody,
  ConsoleEndedConsent,
  ConsoleOverview,
  ConsolePaymentList,
  ConsolePaymentsBody,
  ConsoleProvider,
  ConsoleProviderBody,
  ConsoleProviderList,
  ConsoleProvidersBody,
  ConsoleRequest,
  ConsoleRequestBody,
  ConsoleRequestList,
  ConsoleRequestsBody,
} from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { operatorOf } from './console-access.ts';
import type { ConsoleServices } from './console-services.ts';
import { endConsent } from './end-consent.ts';
import { askForSecond, decideRequest, listForSecond } from './four-eyes/four-eyes.ts';
import { listPayments } from './overview/list-payments.ts';
import { readOverview } from './overview/read-overview.ts';
import { listProviders, readProvider } from './providers/read-providers.ts';

export function registerActs(app: FastifyInstance, deps: ConsoleServices): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  const overview = { config: { consoleAccess: 'overview' }, schema: { response: { 200: ConsoleOverview } } } as const;
  routes.get('/api/console/overview', overview, () => readOverview(deps));

  const payments = { config: { consoleAccess: 'payments' }, schema: { body: ConsolePaymentsBody, response: { 200: ConsolePaymentList } } } as const;
  routes.post('/api/console/payment-lists', payments, (request) => listPayments(deps, operatorOf(request), request.body));

  const end = { config: { consoleAccess: 'revoke' }, schema: { body: ConsoleEndConsentBody, response: { 200: ConsoleEndedConsent } } } as const;
  routes.post('/api/console/consent-ends', end, (request) => endConsent(deps, operatorOf(request), request.body));

  const list = { config: { consoleAccess: 'providers' }, schema: { body: ConsoleProvidersBody, response: { 200: ConsoleProviderList } } } as const;
  routes.post('/api/console/provider-lists', list, (request) => listProviders(deps, operatorOf(request), request.body));

  const page = { config: { consoleAccess: 'providers' }, schema: { body: ConsoleProviderBody, response: { 200: ConsoleProvider } } } as const;
  routes.post('/api/console/provider-pages', page, (request) => readProvider(deps, operatorOf(request), request.body.clientId));

  const ask = { config: { consoleAccess: 'suspend' }, schema: { body: ConsoleRequestBody, response: { 201: ConsoleRequest } } } as const;
  routes.post('/api/console/requests', ask, async (request, reply) =>
    reply.code(201).send(await askForSecond(deps, operatorOf(request), request.body)),
  );

  const requests = { config: { consoleAccess: 'requests' }, schema: { body: ConsoleRequestsBody, response: { 200: ConsoleRequestList } } } as const;
  routes.post('/api/console/request-lists', requests, (request) => listForSecond(deps, operatorOf(request), request.body));

  const decide = { config: { consoleAccess: 'decide' }, schema: { body: ConsoleDecisionBody, response: { 200: ConsoleRequest } } } as const;
  routes.post('/api/console/request-decisions', decide, (request) => decideRequest(deps, operatorOf(request), request.body));
}
