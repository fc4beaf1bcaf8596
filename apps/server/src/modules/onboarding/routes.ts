/** A developer makes and deletes the application: HTTP only. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RunWrite } from '#platform/db/run-write.ts';
import type { DeveloperIdentity, Onboarding } from './onboarding.ts';

interface DeveloperGuards {
  /** @throws UiRefusal 401, 403. */
  readonly requireDeveloper: (request: FastifyRequest) => Promise<DeveloperIdentity>;
  /** As requireDeveloper, and the session gave the password a moment ago. @throws UiRefusal 401, 403. */
  readonly requirePassword: (request: FastifyRequest) => Promise<DeveloperIdentity>;
}

export function registerOnboardingRoutes(app: FastifyInstance, write: RunWrite, onboarding: Onboarding, guards: DeveloperGuards): void {
  const { requireDeveloper, requirePassword } = guards;
  app.post('/api/tpp', async (request, reply) => {
    await onboarding.start(await requireDeveloper(request));
    return reply.code(204).send();
  });

  app.delete('/api/tpp', async (request, reply) => {
    const { developerId } = await requirePassword(request);
    await write((context) => onboarding.forgetDeveloper(context, developerId));
    return reply.code(204).send();
  });
}
