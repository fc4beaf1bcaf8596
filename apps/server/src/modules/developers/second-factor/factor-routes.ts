/** The second factor over HTTP: its state, set-up, recovery codes and end, and the second step of a sign-in. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { PortalUser, ProofBody, RecoveryCodes, SecondFactorCodeBody, SecondFactorSetup, SecondFactorState } from '@portico/contract';
import { IDENTITY_PATHS } from '@portico/contract/values';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Caller } from '../allowances.ts';
import type { BegunSession } from '../begin-session.ts';
import { browserName } from '../browser-name.ts';
import { checkPresentPassword } from '../check-present-password.ts';
import { hashOf, requireSignedIn } from '../developer-session.ts';
import type { Developer } from '../developers.ts';
import { IDENTITY_PATH } from '../identity-cookies.ts';
import type { IdentityBrowsers, IdentityDeps } from '../identity-deps.ts';
import { enterWithCode } from './enter.ts';
import { findSecondFactor } from './factor-store.ts';
import { beginSetup, confirmSetup, requireSecondFactor, switchOff, writeRecoveryCodes } from './second-factor.ts';
import { useCode } from './use-code.ts';

/** A call without a body is refused for what it lacks, not for its form. */
const MaybeProof = Type.Union([ProofBody, Type.Null()]);

export interface FactorBrowsers extends IdentityBrowsers {
  readonly callerOf: (request: FastifyRequest, email: string) => Promise<Caller>;
  readonly writeSession: (reply: FastifyReply, session: BegunSession) => void;
}

export function registerFactorRoutes(app: FastifyInstance, deps: IdentityDeps, browsers: FactorBrowsers): void {
  const { cookies, currentDeveloper, callerOf, writeSession } = browsers;
  const { db } = deps.platform;
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const path = `${IDENTITY_PATH}${IDENTITY_PATHS.secondFactor}`;
  const signedIn = async (request: FastifyRequest): Promise<Developer> => requireSignedIn(await currentDeveloper(request));
  const own = (request: FastifyRequest) => ({ sessionHash: hashOf(cookies.session, request) ?? '', deviceHash: hashOf(cookies.device, request) });

  routes.post(
    `${IDENTITY_PATH}${IDENTITY_PATHS.signInCode}`,
    { schema: { body: SecondFactorCodeBody, response: { 200: PortalUser } } },
    async (request, reply) => {
      const { developer, session } = await enterWithCode(deps, {
        code: request.body.code,
        halfHash: hashOf(cookies.half, request),
        earlierSessionHash: hashOf(cookies.session, request),
        browser: browserName(request.headers['user-agent']),
        callerOf: (email) => callerOf(request, email),
      });
      cookies.half.clear(reply);
      writeSession(reply, session);
      return { userId: developer.developerId, userName: developer.email };
    },
  );

  routes.get(path, { schema: { response: { 200: SecondFactorState } } }, async (request) => {
    const factor = await findSecondFactor(db, (await signedIn(request)).developerId);
    return factor === undefined ? { isOn: false } : { isOn: true, since: factor.since.toISOString(), recoveryCodesLeft: factor.recoveryCodesLeft };
  });

  routes.post(`${path}/setup`, { schema: { body: MaybeProof, response: { 200: SecondFactorSetup } } }, async (request) => {
    const developer = await signedIn(request);
    await checkPresentPassword(deps, developer, request.body?.password, await callerOf(request, developer.email));
    return beginSetup(deps, developer, own(request).sessionHash);
  });

  routes.post(path, { schema: { body: SecondFactorCodeBody, response: { 200: RecoveryCodes } } }, async (request) => {
    const developer = await signedIn(request);
    return { recoveryCodes: [...(await confirmSetup(deps, developer, own(request), request.body.code))] };
  });

  routes.post(`${path}/recovery-codes`, { schema: { body: MaybeProof, response: { 200: RecoveryCodes } } }, async (request) => {
    const { developer, caller } = await proven(request, request.body ?? {});
    const { platform } = deps;
    const codes = await useCode(deps, developer, request.body?.code, caller, (context) =>
      writeRecoveryCodes(platform, context, developer.developerId),
    );
    platform.log.info({ developerId: developer.developerId }, 'A developer has made new recovery codes.');
    return { recoveryCodes: [...codes] };
  });

  routes.delete(path, { schema: { body: MaybeProof } }, async (request, reply) => {
    const { developer, caller } = await proven(request, request.body ?? {});
    await useCode(deps, developer, request.body?.code, caller, (context) => switchOff(deps, context, developer));
    return reply.code(204).send();
  });

  async function proven(request: FastifyRequest, body: ProofBody): Promise<{ developer: Developer; caller: Caller }> {
    const developer = await signedIn(request);
    await requireSecondFactor(deps.platform, developer);
    const caller = await callerOf(request, developer.email);
    await checkPresentPassword(deps, developer, body.password, caller);
    return { developer, caller };
  }
}
