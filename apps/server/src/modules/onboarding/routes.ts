/** A developer makes and deletes the application: HTTP only. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RunWrite } from '#platform/db/run-write.ts';
import type { DeveloperIdentity, Onboarding } from './onboarding.ts';

/** @param requireDeveloper throws UiRefusal 401, 403. */
export function registerOnboardingRoutes(
  app: FastifyInstance,
  write: RunWrite,
  onboarding: Onboarding,
  requireDeveloper: (request: FastifyRequest) => Promise<DeveloperIdentity>,
): void {
  app.post('/api/tpp', async (request, reply) => {
    await onboarding.start(await requireDeveloper(request));
    return reply.code(204).send();
  });

  app.delete('/api/tpp', async (request, reply) => {
    const { developerId } = await requireDeveloper(request);
    await write((context) => onboarding.forgetDeveloper(context, developerId));
    return reply.code(204).send();
  });
}
