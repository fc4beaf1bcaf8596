/** Assembles the module: its service for other modules, and its routes. */
import type { FastifyRequest } from 'fastify';
import { createOwnerTurns } from '#platform/threads/owner-turns.ts';
import { requirePasswordGiven } from './check-present-password.ts';
import { deleteDeveloper } from './delete-developer.ts';
import { createCurrentDeveloper, hashOf, requireSameSubject, requireSignedIn } from './developer-session.ts';
import { findDeveloper } from './developer-store.ts';
import type { Developer, Developers } from './developers.ts';
import { createIdentityCookies } from './identity-cookies.ts';
import type { IdentityDeps } from './identity-deps.ts';
import { createPasswords } from './passwords.ts';
import { readEmail } from './read-email.ts';
import { callbackPath, registerIdentityRoutes } from './routes.ts';
import { switchOff } from './second-factor/second-factor.ts';
import { deleteSessionsOf } from './session-store.ts';
import { createOpenIdConnect } from './social/open-id-connect.ts';

/** Defaults: no other module has rows of developers, and Argon2id; tests count the hashes. */
export function createDevelopers({
  platform,
  mail,
  onDeleted = async () => {},
  passwords = createPasswords(platform.random),
}: Pick<IdentityDeps, 'platform' | 'mail'> & Partial<Pick<IdentityDeps, 'onDeleted' | 'passwords'>>): Developers {
  const { config, db } = platform;
  const cookies = createIdentityCookies(config);
  const currentDeveloper = createCurrentDeveloper(db, cookies.session);
  const redirectUri = `${config.publicUrl}${callbackPath('google')}`;
  const deps: IdentityDeps = {
    platform,
    mail,
    onDeleted,
    passwords,
    takeTurn: createOwnerTurns(),
    google: config.google === undefined ? undefined : createOpenIdConnect(config.google, redirectUri),
  };
  async function requireDeveloper(request: FastifyRequest): Promise<Developer> {
    const developer = requireSignedIn(await currentDeveloper(request));
    requireSameSubject(request, developer);
    return developer;
  }
  return {
    currentDeveloper,
    requireDeveloper,
    async requirePassword(request) {
      const developer = await requireDeveloper(request);
      await requirePasswordGiven(platform, developer, hashOf(cookies.session, request) ?? '');
      return developer;
    },
    async findDeveloper(by) {
      if ('developerId' in by) return findDeveloper(db, by);
      const email = readEmail(by.email);
      return email === undefined ? undefined : findDeveloper(db, { email });
    },
    signOut: (developerId) => platform.write(({ tx }) => deleteSessionsOf(tx, developerId)),
    switchOffSecondFactor: (developer) => platform.write((context) => switchOff(deps, context, developer)),
    takeTurn: deps.takeTurn,
    deleteDeveloper: (developerId) => deleteDeveloper(deps, developerId),
    registerRoutes: (app) => registerIdentityRoutes(app, deps, { cookies, currentDeveloper }),
  };
}
