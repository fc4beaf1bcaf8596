/** A developer makes and deletes applications: HTTP only. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { ListedApplication, NewApplication } from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppOwner } from '../tpp-apps/index.ts';
import type { DeveloperIdentity, Onboarding } from './onboarding.ts';

interface OwnerGuards {
  /** @throws UiRefusal 400, 401, 403. */
  readonly requireOwner: (request: FastifyRequest) => Promise<DeveloperIdentity & AppOwner>;
  /** As requireOwner, and the session gave the password a moment ago. @throws UiRefusal 400, 401, 403. */
  readonly requirePassword: (request: FastifyRequest) => Promise<AppOwner>;
}

export function registerOnboardingRoutes(app: FastifyInstance, onboarding: Onboarding, guards: OwnerGuards): void {
  const { requireOwner, requirePassword } = guards;
  app.post('/api/tpp', async (request, reply) => {
    await onboarding.start(await requireOwner(request));
    return reply.code(204).send();
  });

  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  routes.post('/api/tpp/applications', { schema: { body: NewApplication, response: { 201: ListedApplication } } }, async (request, reply) => {
    const { clientId, clientName, isSuspended } = await onboarding.add(await requireOwner(request), request.body.clientName);
    return reply.code(201).send({ clientId, clientName, isSuspended });
  });

  app.delete('/api/tpp', async (request, reply) => {
    const owner = await requirePassword(request);
    await onboarding.forgetApplication(owner);
    return reply.code(204).send();
  });
}
