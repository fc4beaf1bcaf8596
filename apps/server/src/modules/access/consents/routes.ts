/** `POST /v1/consents`, its status, deletion and authorisations: HTTP only. Register with the prefix `/api/v1`. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import {
  AuthorisationList,
  AuthorisationStartBody,
  ConsentAuthorisationStarted,
  ConsentCreated,
  ConsentInformation,
  ConsentRequest,
  ConsentStatusAnswer,
  ScaStatusAnswer,
} from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { notificationHeaders } from '#modules/notifications/index.ts';
import { approachOf, refuseUpdate, toExplicitStart, toFirstStep } from '#modules/signing/index.ts';
import { guardCallers, isExplicitStartWanted, requireSender } from '#modules/tpp-apps/index.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import type { AccessRoutesDeps } from '../deps.ts';
import { deleteGrant } from '../grant/transition.ts';
import type { Consent } from './consent.ts';
import { CONSENT_GRANT, readOwnConsent } from './consent-grant.ts';
import { toScaStatus } from './consent-status.ts';
import { toInformation } from './consent-view.ts';
import { type RequestedConsent, requestConsent } from './request-consent.ts';
import { consentUnknown } from './require-consent.ts';
import { startAuthorisation } from './start-authorisation.ts';

const ConsentParams = Type.Object({ consentId: Type.String() });
const AuthorisationParams = Type.Object({ consentId: Type.String(), authorisationId: Type.String() });

export function registerConsentRoutes(app: FastifyInstance, deps: AccessRoutesDeps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const { onRequest, callerOf } = guardCallers(deps.requireToken);

  async function requireOwn(request: FastifyRequest, consentId: string): Promise<Consent> {
    const found = await readOwnConsent(deps, callerOf(request), consentId);
    if (found === undefined) throw consentUnknown();
    return found.grant;
  }

  const hrefOf = (consentId: string) => `${deps.apiBase}/v1/consents/${consentId}`;

  routes.route({
    method: 'POST',
    url: '/consents',
    schema: { body: ConsentRequest, response: { 201: ConsentCreated } },
    onRequest,
    handler: async (request, reply) => {
      const sender = await requireSender(deps.tppApps, request, callerOf(request));
      const isExplicit = isExplicitStartWanted(request.headers);
      const notification = await deps.notifications.readWish(request, sender.app);
      const received = await requestConsent(deps, { ...sender, request: request.body, isExplicit, notification });
      const answer = toCreated(received, hrefOf(received.consentId));
      const approach = approachOf(received.authorisation);
      reply.code(201).header('ASPSP-SCA-Approach', approach).header('Location', answer._links.self.href);
      return reply.headers(notificationHeaders(received)).send(answer);
    },
  });

  routes.route({
    method: 'GET',
    url: '/consents/:consentId',
    schema: { params: ConsentParams, response: { 200: ConsentInformation } },
    onRequest,
    handler: async (request) => toInformation(await requireOwn(request, request.params.consentId), deps.apiBase),
  });

  routes.route({
    method: 'GET',
    url: '/consents/:consentId/status',
    schema: { params: ConsentParams, response: { 200: ConsentStatusAnswer } },
    onRequest,
    handler: async (request) => ({ consentStatus: (await requireOwn(request, request.params.consentId)).status }),
  });

  routes.route({
    method: 'DELETE',
    url: '/consents/:consentId',
    schema: { params: ConsentParams },
    onRequest,
    handler: async (request, reply) => {
      const { sandboxId, consentId } = await requireOwn(request, request.params.consentId);
      await deleteGrant(CONSENT_GRANT, deps, { sandboxId, id: consentId });
      return reply.code(204).send();
    },
  });

  routes.route({
    method: 'POST',
    url: '/consents/:consentId/authorisations',
    schema: { params: ConsentParams, body: AuthorisationStartBody, response: { 201: ConsentAuthorisationStarted } },
    onRequest,
    handler: async (request, reply) => {
      const { consentId } = await requireOwn(request, request.params.consentId);
      const sender = await requireSender(deps.tppApps, request, callerOf(request), 'optional');
      const notification = await deps.notifications.readWish(request, sender.app);
      const started = await startAuthorisation(deps, { ...sender, consentId, notification });
      const { headers, body } = toExplicitStart(started, `${hrefOf(consentId)}/authorisations`);
      return reply.code(201).headers(headers).headers(notificationHeaders(started)).send(body);
    },
  });

  routes.route({
    method: 'GET',
    url: '/consents/:consentId/authorisations',
    schema: { params: ConsentParams, response: { 200: AuthorisationList } },
    onRequest,
    handler: async (request) => {
      const { authorisationId } = await requireOwn(request, request.params.consentId);
      return { authorisationIds: authorisationId === undefined ? [] : [authorisationId] };
    },
  });

  routes.route({
    method: 'GET',
    url: '/consents/:consentId/authorisations/:authorisationId',
    schema: { params: AuthorisationParams, response: { 200: ScaStatusAnswer } },
    onRequest,
    handler: async (request) => {
      const consent = await requireOwn(request, request.params.consentId);
      if (consent.authorisationId === request.params.authorisationId) return { scaStatus: toScaStatus(consent.status) };
      throw new TppRefusal(404, 'RESOURCE_UNKNOWN', 'This consent has no such authorisation.');
    },
  });

  routes.route({
    method: 'PUT',
    url: '/consents/:consentId/authorisations/:authorisationId',
    onRequest,
    handler: async () => {
      throw refuseUpdate();
    },
  });
}

function toCreated({ consentId, authorisation }: RequestedConsent, self: string): ConsentCreated {
  const begin =
    authorisation === null
      ? { startAuthorisation: { href: `${self}/authorisations` } }
      : toFirstStep(authorisation, `${self}/authorisations/${authorisation.authorisationId}`);
  const { psuMessage } = authorisation ?? {};
  return {
    consentStatus: 'received',
    consentId,
    ...(psuMessage === undefined ? {} : { psuMessage }),
    _links: { ...begin, self: { href: self }, status: { href: `${self}/status` } },
  };
}
