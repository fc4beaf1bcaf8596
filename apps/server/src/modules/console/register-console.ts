/** The routes of the console's server. The pages are files of the build; the caller serves them. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import {
  ConsoleAuditBody,
  ConsoleAuditPage,
  ConsoleFinding,
  ConsoleLookUpBody,
  ConsoleSession,
  ConsoleShowBody,
  ConsoleShownValues,
} from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { createOpenIdConnect } from '#modules/developers/index.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { secretCookie } from '#platform/http/secret-cookie.ts';
import { actsOf } from './acts.ts';
import { guardRoutes, operatorOf, SIGN_IN_PAGE } from './console-access.ts';
import type { ConsoleServices } from './console-services.ts';
import { beginSignIn, finishSignIn, SignInRefused } from './console-sign-in.ts';
import { lookUp, showValues } from './look-up.ts';
import { readAuditPage } from './read-audit.ts';
import { entryOf } from './record-act.ts';
import { registerActs } from './register-acts.ts';
import { deleteSession } from './session-store.ts';

export const CONSOLE_CALLBACK_PATH = '/sign-in/callback';
/** `profile`: name and, at most providers, groups. */
const SCOPE = 'openid profile';
/** Between the begin of a sign-in and the provider's answer. */
const SIGN_IN_SECONDS = 15 * 60;

/** Call before other routes of the console are registered: it guards all of them. */
export function registerConsole(app: FastifyInstance, deps: ConsoleServices): void {
  const { platform, settings } = deps;
  const ofConsole = { publicUrl: settings.url, path: '/' };
  const session = secretCookie({ ...ofConsole, name: 'portico-console', sameSite: 'strict' });
  const begun = secretCookie({ ...ofConsole, name: 'portico-console-sign-in', maxAgeSeconds: SIGN_IN_SECONDS });
  const provider = createOpenIdConnect(settings.openid, `${settings.url}${CONSOLE_CALLBACK_PATH}`, SCOPE);
  const signIn = { platform, settings, provider };
  guardRoutes(app, platform, session);
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get('/sign-in/start', { config: { consoleAccess: 'open' } }, async (request, reply) => {
    try {
      const { location, browserSecret } = await beginSignIn(signIn);
      begun.write(reply, browserSecret);
      return await reply.redirect(location, 303);
    } catch (error) {
      return reply.redirect(problemAddress(error, request.log), 303);
    }
  });

  routes.get(CONSOLE_CALLBACK_PATH, { config: { consoleAccess: 'open' } }, async (request, reply) => {
    const browserSecret = begun.read(request);
    begun.clear(reply);
    try {
      const secret = await finishSignIn(signIn, { ...readAnswer(request.query), browserSecret, address: request.ip });
      session.write(reply, secret);
      return await reply.type('text/html; charset=utf-8').send(CONTINUE);
    } catch (error) {
      return reply.redirect(problemAddress(error, request.log), 303);
    }
  });

  routes.get('/api/console/session', { config: { consoleAccess: 'session' }, schema: { response: { 200: ConsoleSession } } }, async (request) => {
    const { operator, roles } = operatorOf(request);
    return { name: operator, roles: [...roles], acts: actsOf(roles), isProduction: platform.config.bank !== 'sandbox' };
  });

  routes.delete('/api/console/session', { config: { consoleAccess: 'open' } }, async (request, reply) => {
    const secret = session.read(request);
    session.clear(reply);
    if (secret !== undefined)
      await platform.write(async ({ tx, audit }) => {
        const operator = await deleteSession(tx, sha256Hex(secret));
        if (operator !== undefined) await audit(entryOf(operator, { name: 'signed-out' }));
      });
    return reply.code(204).send();
  });

  const find = { config: { consoleAccess: 'find' }, schema: { body: ConsoleLookUpBody, response: { 200: ConsoleFinding } } } as const;
  routes.post('/api/console/look-ups', find, (request) => lookUp(deps, operatorOf(request), request.body.id));

  const show = { config: { consoleAccess: 'show' }, schema: { body: ConsoleShowBody, response: { 200: ConsoleShownValues } } } as const;
  routes.post('/api/console/shown-values', show, (request) => showValues(deps, operatorOf(request), request.body));

  const audit = { config: { consoleAccess: 'audit' }, schema: { body: ConsoleAuditBody, response: { 200: ConsoleAuditPage } } } as const;
  routes.post('/api/console/audit-pages', audit, (request) => readAuditPage(platform, operatorOf(request), request.body));
  registerActs(app, deps);
}

/**
 * Browsers leave a `Strict` cookie out of a redirect that began at another site. A page of the console that continues is a request of the console's own
 * site.
 */
const CONTINUE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Signed in · Console</title>
<meta http-equiv="refresh" content="0; url=/">
</head>
<body><p><a href="/">Continue to the console</a></p></body>
</html>
`;

/** @throws every error that is no refusal of a sign-in. */
function problemAddress(error: unknown, log: { warn(about: object, text: string): void }): string {
  if (!(error instanceof SignInRefused)) throw error;
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  // Words only: the library's errors carry the token's claims.
  log.warn({ problem: error.problem, reason: error.message, cause }, 'A sign-in to the console was refused.');
  return `${SIGN_IN_PAGE}?${new URLSearchParams({ problem: error.problem })}`;
}

/** A parameter that came twice is none (RFC 6749 §3.1). */
function readAnswer(query: unknown): Record<'state' | 'code' | 'error' | 'issuer', string | undefined> {
  const read = (name: string): string | undefined => {
    const value: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, name) : undefined;
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return { state: read('state'), code: read('code'), error: read('error'), issuer: read('iss') };
}
