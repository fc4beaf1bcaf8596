/** Who may call a route of the console. A route declares it; a route without a declaration cannot be registered. */
import type { ConsoleAct } from '@portico/contract/values';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { SecretCookie } from '#platform/http/secret-cookie.ts';
import type { Platform } from '#platform/platform.ts';
import { noteProvenCaller } from '#platform/request-notes.ts';
import { isAllowed } from './acts.ts';
import { type Operator, useSession } from './session-store.ts';

/**
 * - `open`: everyone who reaches the address, e.g. the sign-in page
 * - `page`: every operator; others are led to the sign-in page
 * - `session`: every operator
 * - an act: operators with a role for it
 */
export type ConsoleAccess = 'open' | 'page' | 'session' | ConsoleAct;

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly consoleAccess?: ConsoleAccess;
  }
}

export const SIGN_IN_PAGE = '/sign-in';

const operators = new WeakMap<object, Operator>();

/** Only for routes that are not open. */
export function operatorOf(request: FastifyRequest): Operator {
  const operator = operators.get(request);
  if (operator === undefined) throw new Error('An open route has no operator.');
  return operator;
}

/** Call before the first route is registered. */
export function guardRoutes(app: FastifyInstance, { db }: Pick<Platform, 'db'>, cookie: SecretCookie): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.consoleAccess === undefined) throw new Error(`The console's route ${String(method)} ${url} does not declare who may call it.`);
  });
  // After the cookies are parsed, and before the body is read.
  app.addHook('preParsing', async (request, reply) => {
    const access = request.is404 ? 'open' : request.routeOptions.config.consoleAccess;
    if (access === 'open') return;
    const operator = await findOperator(db, cookie, request);
    if (operator === undefined) return refuseStranger(access, reply);
    operators.set(request, operator);
    if (access === 'session' || access === 'page') return;
    if (access === undefined || !isAllowed(access, operator.roles)) {
      const text = `Your role (${operator.roles.join(', ')}) may not do this. Nothing was read. Ask the person who manages your groups at the bank.`;
      throw new UiRefusal(403, 'ROLE_INVALID', text);
    }
  });
}

async function findOperator(db: Platform['db'], cookie: SecretCookie, request: FastifyRequest): Promise<Operator | undefined> {
  const secret = cookie.read(request);
  const operator = secret === undefined ? undefined : await useSession(db, { sessionHash: sha256Hex(secret), address: request.ip });
  if (operator !== undefined) noteProvenCaller(request);
  return operator;
}

function refuseStranger(access: ConsoleAccess | undefined, reply: FastifyReply): FastifyReply {
  if (access === 'page') return reply.redirect(SIGN_IN_PAGE, 303);
  throw new UiRefusal(401, 'NOT_SIGNED_IN', 'You are not signed in, or your session has ended. Sign in and try again.');
}
