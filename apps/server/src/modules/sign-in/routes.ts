/** The sign-in page's calls, beneath the page's own address, and the end of the bank session. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import {
  CalculatorResponseBody,
  ChooseRoleBody,
  RolesToChoose,
  SignInChallenge,
  SignInDetails,
  SignInLocation,
  StartAuthenticationBody,
} from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { createDeviceCookie } from '../sca/index.ts';
import { browserSessionHash, endCurrentSession } from './bank-session.ts';
import { cancelSignIn } from './cancel-sign-in.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { answerDecoy } from './decoy/answer-decoy.ts';
import { readShown } from './decoy/decoy.ts';
import { finishedWay, wayOn } from './finished-way.ts';
import { loadLiveSignIn, loadOwnSignIn, loadUnfinishedSignIn } from './load-sign-in.ts';
import { notifyInstead } from './notify-instead.ts';
import { readDetails, toSignInChallenge } from './read-sign-in.ts';
import { bankCookie } from './sign-in-cookies.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { notApproved } from './sign-in-refusals.ts';
import type { StoredSignIn } from './sign-in-store.ts';
import { startAuthentication } from './start-authentication.ts';
import { settleVisit } from './visit/settle-visit.ts';

const SignInParams = Type.Object({ id: Type.String({ maxLength: 200 }) });

export function registerSignInRoutes(app: FastifyInstance, deps: SignInDeps): void {
  const { platform, sca, interactions } = deps;
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const deviceCookie = createDeviceCookie(platform);

  routes.get('/bank/sign-in/:id/details', { schema: { params: SignInParams, response: { 200: SignInDetails } } }, async (request) =>
    readDetails(deps, request, await loadUnfinishedSignIn(platform, request, request.params.id)),
  );

  routes.post(
    '/bank/sign-in/:id/authentication',
    { schema: { params: SignInParams, body: StartAuthenticationBody, response: { 200: SignInChallenge } } },
    async (request, reply) => {
      const signIn = await loadLiveSignIn(platform, request, request.params.id);
      const deviceKeyHash = deviceCookie.readOrCreate(request, reply);
      const shown = await startAuthentication(deps, signIn, { ...request.body, deviceKeyHash, ip: request.ip });
      // A visit to the bank's page has been stored with the sign-in.
      return toSignInChallenge(deps, shown.visit === undefined ? signIn : await loadLiveSignIn(platform, request, signIn.signInId), shown);
    },
  );

  routes.get('/bank/sign-in/:id/challenge', { schema: { params: SignInParams, response: { 200: SignInChallenge } } }, async (request) => {
    const signIn = await settleVisit(deps, await loadUnfinishedSignIn(platform, request, request.params.id));
    return toSignInChallenge(deps, signIn, await readShown(sca, signIn));
  });

  routes.post('/bank/sign-in/:id/notification', { schema: { params: SignInParams, response: { 200: SignInChallenge } } }, async (request) => {
    const signIn = await loadLiveSignIn(platform, request, request.params.id);
    return toSignInChallenge(deps, signIn, await notifyInstead(deps, signIn));
  });

  routes.post(
    '/bank/sign-in/:id/response',
    { schema: { params: SignInParams, body: CalculatorResponseBody, response: { 200: SignInChallenge } } },
    async (request) => {
      const signIn = await loadLiveSignIn(platform, request, request.params.id);
      if (signIn.decoy !== undefined) return toSignInChallenge(deps, signIn, await answerDecoy(platform, signIn, signIn.decoy));
      if (signIn.authentication === undefined) throw notApproved('none');
      return toSignInChallenge(deps, signIn, await sca.respond(signIn.authentication.challengeId, request.body.response));
    },
  );

  const completed = { 200: Type.Union([SignInLocation, RolesToChoose]) };
  routes.post('/bank/sign-in/:id/completion', { schema: { params: SignInParams, response: completed } }, (request, reply) =>
    complete(request, reply, request.params.id),
  );

  routes.post('/bank/sign-in/:id/role', { schema: { params: SignInParams, body: ChooseRoleBody, response: completed } }, (request, reply) =>
    complete(request, reply, request.params.id, request.body.roleId),
  );

  routes.delete('/bank/sign-in/:id', { schema: { params: SignInParams, response: { 200: SignInLocation } } }, async (request, reply) => {
    const signIn = await loadOwnSignIn(platform, request, request.params.id);
    await cancelSignIn(deps, signIn, finishedWay(platform, request, signIn));
    if (signIn.purpose !== 'authorization') return { location: wayBack(signIn) };
    const denied = await interactions.deny(request, reply);
    return { location: signIn.cancelTo ?? denied };
  });

  routes.delete('/bank/session', async (request, reply) => {
    await endCurrentSession(platform, request);
    return reply.code(204).send();
  });

  /** Without a role of a person who has several: the roles, and nothing is completed. */
  async function complete(request: FastifyRequest, reply: FastifyReply, signInId: string, roleId?: string): Promise<SignInLocation | RolesToChoose> {
    const signIn = await loadUnfinishedSignIn(platform, request, signInId);
    const deviceKeyHash = deviceCookie.readOrCreate(request, reply);
    const earlierSessionHash = browserSessionHash(platform, request);
    const completed = await completeSignIn(deps, signIn, { deviceKeyHash, earlierSessionHash, roleId });
    if ('roles' in completed) return completed;
    const { sandboxId, customerId, authMethod, person, completedAt } = completed;
    const location =
      signIn.purpose === 'authorization'
        ? await interactions.complete(request, reply, { sandboxId, customerId, authMethod, person, deviceKeyHash, completedAt })
        : (wayOn(platform, request, signIn) ?? '/');
    // Last: when the authorization server does not take the customer, this browser is not signed in either.
    if (completed.sessionSecret !== undefined) bankCookie(platform.config).write(reply, completed.sessionSecret);
    return { location };
  }
}

/** The third party's own address; the portal when it gave none. */
function wayBack(signIn: StoredSignIn): string {
  return signIn.cancelTo ?? '/';
}
