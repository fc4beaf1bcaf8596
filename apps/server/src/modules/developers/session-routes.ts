/** Where a developer is logged in: the list of sessions, and the end of one or of all others. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { DeveloperSessionList } from '@portico/contract';
import { IDENTITY_PATHS } from '@portico/contract/values';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { UiRefusal } from '#platform/http/refusal.ts';
import { hashOf, requireSignedIn } from './developer-session.ts';
import { IDENTITY_PATH } from './identity-cookies.ts';
import type { IdentityBrowsers, IdentityDeps } from './identity-deps.ts';
import { endOtherSessions, endSession, findSessionsOf } from './session-store.ts';

export function registerSessionRoutes(
  app: FastifyInstance,
  { platform }: Pick<IdentityDeps, 'platform'>,
  { cookies, currentDeveloper }: IdentityBrowsers,
): void {
  const { db, log, write } = platform;
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const path = `${IDENTITY_PATH}${IDENTITY_PATHS.sessions}`;

  routes.get(path, { schema: { response: { 200: DeveloperSessionList } } }, async (request) => {
    const { developerId } = requireSignedIn(await currentDeveloper(request));
    return { sessions: [...(await findSessionsOf(db, developerId, hashOf(cookies.session, request) ?? ''))] };
  });

  routes.delete(path, async (request, reply) => {
    const { developerId } = requireSignedIn(await currentDeveloper(request));
    const own = { sessionHash: hashOf(cookies.session, request) ?? '', deviceHash: hashOf(cookies.device, request) };
    await write(({ tx }) => endOtherSessions(tx, developerId, own));
    log.info({ developerId }, 'A developer has ended all their other sessions.');
    return reply.code(204).send();
  });

  routes.delete(`${path}/:sessionId`, { schema: { params: Type.Object({ sessionId: Type.String({ maxLength: 100 }) }) } }, async (request, reply) => {
    const { developerId } = requireSignedIn(await currentDeveloper(request));
    if (!(await endSession(db, developerId, request.params.sessionId))) {
      throw new UiRefusal(404, 'NOT_FOUND', 'This session has ended already. Load the list again.');
    }
    log.info({ developerId }, 'A developer has ended one of their sessions.');
    return reply.code(204).send();
  });
}
