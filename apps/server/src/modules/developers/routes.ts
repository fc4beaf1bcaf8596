/** The identity service over HTTP. Its refusals belong to the modal that asked; `Tpp-Id` is not read here. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import {
  ForgotPasswordBody,
  IdentitySession,
  PortalUser,
  ProofBody,
  ResetPasswordBody,
  SignInBody,
  SignUpBody,
  SocialStart,
  SocialStartBody,
  VerifyEmailBody,
} from '@portico/contract';
import { IDENTITY_PATHS, IDENTITY_QUERY, type ModalId, SOCIAL_FAILURES, type SocialProvider } from '@portico/contract/values';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { type Caller, isPasswordGiven, notePasswordGiven } from './allowances.ts';
import type { BegunSession } from './begin-session.ts';
import { browserName } from './browser-name.ts';
import { checkPresentPassword } from './check-present-password.ts';
import { deleteDeveloper } from './delete-developer.ts';
import { hashOf, requireSignedIn } from './developer-session.ts';
import { findPasswordHash, isKnownDevice } from './developer-store.ts';
import type { Developer } from './developers.ts';
import { IDENTITY_PATH } from './identity-cookies.ts';
import type { IdentityBrowsers, IdentityDeps } from './identity-deps.ts';
import { readEmail } from './read-email.ts';
import { forgotPassword, resetPassword } from './reset-password.ts';
import { codeNeeded, type Entry } from './second-factor/enter.ts';
import { registerFactorRoutes } from './second-factor/factor-routes.ts';
import { findSecondFactor } from './second-factor/factor-store.ts';
import { useCode } from './second-factor/use-code.ts';
import { registerSessionRoutes } from './session-routes.ts';
import { deleteSession } from './session-store.ts';
import { signIn } from './sign-in.ts';
import { signUp, verifyEmail } from './sign-up.ts';
import { SocialRefusal } from './social/open-id-connect.ts';
import { finishSocialSignIn, startSocialSignIn } from './social/social-sign-in.ts';

const at = (path: string) => `${IDENTITY_PATH}${path}`;

/** Registered at the provider. */
export function callbackPath(provider: SocialProvider): string {
  return at(`${IDENTITY_PATHS.social}/${provider}/callback`);
}

export function registerIdentityRoutes(app: FastifyInstance, deps: IdentityDeps, { cookies, currentDeveloper }: IdentityBrowsers): void {
  const { platform, google } = deps;
  const { config, db } = platform;
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  async function knownDeviceHash(request: FastifyRequest, email: string | undefined): Promise<string | undefined> {
    const deviceHash = hashOf(cookies.device, request);
    return deviceHash !== undefined && email !== undefined && (await isKnownDevice(db, email, deviceHash)) ? deviceHash : undefined;
  }
  const callerOf = async (request: FastifyRequest, typed: string): Promise<Caller> => ({
    ip: request.ip,
    knownDeviceHash: await knownDeviceHash(request, readEmail(typed)),
  });
  function writeSession(reply: FastifyReply, { sessionSecret, deviceSecret }: BegunSession): void {
    cookies.session.write(reply, sessionSecret);
    if (deviceSecret !== undefined) cookies.device.write(reply, deviceSecret);
  }
  /** True: the browser has a session. False: it has a half sign-in, and the code is missing. */
  function writeEntry(reply: FastifyReply, entry: Entry): boolean {
    if ('session' in entry) writeSession(reply, entry.session);
    else cookies.half.write(reply, entry.halfSecret);
    return 'session' in entry;
  }

  routes.get(at(IDENTITY_PATHS.session), { schema: { response: { 200: IdentitySession } } }, async (request) => {
    const developer = await currentDeveloper(request);
    return {
      ...(developer === undefined ? {} : await proofsOf(developer)),
      user: developer === undefined ? null : toPortalUser(developer),
      socialProviders: google === undefined ? [] : [{ id: 'google' as const, isStandIn: google.isStandIn }],
    };
  });

  routes.post(at(IDENTITY_PATHS.signUp), { schema: { body: SignUpBody } }, async (request, reply) => {
    const browserSecret = cookies.signUp.read(request) ?? platform.random.secret();
    await signUp(deps, request.body, { ...(await callerOf(request, request.body.email)), browserHash: sha256Hex(browserSecret) });
    cookies.signUp.write(reply, browserSecret);
    return reply.code(204).send();
  });

  routes.post(at(IDENTITY_PATHS.verifyEmail), { schema: { body: VerifyEmailBody } }, async (request, reply) => {
    await verifyEmail(deps, { ...request.body, browserHash: hashOf(cookies.signUp, request) });
    cookies.signUp.clear(reply);
    return reply.code(204).send();
  });

  routes.post(at(IDENTITY_PATHS.signIn), { schema: { body: SignInBody, response: { 200: PortalUser } } }, async (request, reply) => {
    const earlierSessionHash = hashOf(cookies.session, request);
    const { developer, entry } = await signIn(deps, request.body, {
      ...(await callerOf(request, request.body.email)),
      earlierSessionHash,
      browser: browserName(request.headers['user-agent']),
      browserHash: hashOf(cookies.signUp, request),
    });
    if (!writeEntry(reply, entry)) throw codeNeeded();
    return toPortalUser(developer);
  });

  routes.delete(at(IDENTITY_PATHS.session), async (request, reply) => {
    const sessionHash = hashOf(cookies.session, request);
    if (sessionHash !== undefined) await deleteSession(db, sessionHash);
    cookies.session.clear(reply);
    return reply.code(204).send();
  });

  registerSessionRoutes(routes, deps, { cookies, currentDeveloper });
  registerFactorRoutes(routes, deps, { cookies, currentDeveloper, callerOf, writeSession });

  routes.post(at(IDENTITY_PATHS.forgotPassword), { schema: { body: ForgotPasswordBody } }, async (request, reply) => {
    cookies.reset.write(reply, await forgotPassword(deps, request.body.email, await callerOf(request, request.body.email)));
    return reply.code(204).send();
  });

  routes.post(at(IDENTITY_PATHS.resetPassword), { schema: { body: ResetPasswordBody } }, async (request, reply) => {
    const browserHash = hashOf(cookies.reset, request);
    cookies.device.write(reply, await resetPassword(deps, { ...request.body, browserHash }));
    cookies.reset.clear(reply);
    return reply.code(204).send();
  });

  async function proofsOf({ developerId }: Developer): Promise<{ hasPassword: boolean; hasSecondFactor: boolean }> {
    const hasPassword = (await findPasswordHash(db, developerId)) !== undefined;
    return { hasPassword, hasSecondFactor: (await findSecondFactor(db, developerId)) !== undefined };
  }

  /** Password and code, as far as the account has them. @param hasGivenCode this session has given a code within five minutes */
  async function requireProof(request: FastifyRequest, { password, code }: ProofBody, hasGivenCode = false): Promise<Developer> {
    const developer = requireSignedIn(await currentDeveloper(request));
    const caller = await callerOf(request, developer.email);
    await checkPresentPassword(deps, developer, password, caller);
    const isCodeNeeded = !hasGivenCode && (await findSecondFactor(db, developer.developerId)) !== undefined;
    if (isCodeNeeded) await useCode(deps, developer, code, caller, async () => {});
    return developer;
  }

  // The page checks first, because it deletes the application before the developer.
  routes.post(at(IDENTITY_PATHS.passwordCheck), { schema: { body: Type.Union([ProofBody, Type.Null()]) } }, async (request, reply) => {
    await requireProof(request, request.body ?? {});
    await notePasswordGiven(db, config, hashOf(cookies.session, request) ?? '');
    return reply.code(204).send();
  });

  routes.delete(at(IDENTITY_PATHS.user), { schema: { body: Type.Union([ProofBody, Type.Null()]) } }, async (request, reply) => {
    // The page has had the code checked; it is accepted once.
    const hasGivenCode = await isPasswordGiven(db, config, hashOf(cookies.session, request) ?? '');
    const { developerId } = await requireProof(request, request.body ?? {}, hasGivenCode);
    await deleteDeveloper(deps, developerId);
    cookies.session.clear(reply);
    return reply.code(204).send();
  });

  if (google === undefined) return;

  routes.post(
    at(`${IDENTITY_PATHS.social}/google`),
    { schema: { body: SocialStartBody, response: { 200: SocialStart } } },
    async (request, reply) => {
      try {
        const input = { provider: 'google', returnTo: request.body.returnTo ?? '/' } as const;
        const { location, browserSecret } = await startSocialSignIn(deps, google, input);
        cookies.social.write(reply, browserSecret);
        return { location };
      } catch (error) {
        if (!(error instanceof SocialRefusal)) throw error;
        throw new UiRefusal(503, 'UNAVAILABLE', SOCIAL_FAILURES[error.failure], { detail: error.message });
      }
    },
  );

  routes.get(callbackPath('google'), async (request, reply) => {
    cookies.social.clear(reply);
    try {
      const { returnTo, entry } = await finishSocialSignIn(deps, google, {
        provider: 'google',
        ...readAnswer(request.query),
        browserSecret: cookies.social.read(request),
        knownDeviceHashOf: (email) => knownDeviceHash(request, email),
        earlierSessionHash: hashOf(cookies.session, request),
        browser: browserName(request.headers['user-agent']),
      });
      const query = writeEntry(reply, entry) ? '' : `?m=${'secondFactor' satisfies ModalId}`;
      return await reply.redirect(`${config.publicUrl}/#${returnTo}${query}`, 303);
    } catch (error) {
      if (!(error instanceof SocialRefusal)) throw error;
      // Words only: the libraries' errors carry the token's claims.
      const cause = error.cause instanceof Error ? error.cause.message : undefined;
      request.log.warn({ failure: error.failure, reason: error.message, cause }, 'A sign-in with Google was refused.');
      const query = new URLSearchParams({ m: 'login', [IDENTITY_QUERY.socialError]: error.failure });
      return reply.redirect(`${config.publicUrl}/#/?${query}`, 303);
    }
  });
}

function toPortalUser({ developerId, email }: Developer): { userId: string; userName: string } {
  return { userId: developerId, userName: email };
}

/** A parameter that came twice is none (RFC 6749 §3.1). */
function readAnswer(query: unknown): Record<'state' | 'code' | 'error' | 'issuer', string | undefined> {
  const read = (name: string): string | undefined => {
    const value: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, name) : undefined;
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return { state: read('state'), code: read('code'), error: read('error'), issuer: read('iss') };
}
