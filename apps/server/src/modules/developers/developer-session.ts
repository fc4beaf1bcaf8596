/** Finds the developer whose session a request carries, and guards the developers' calls. */
import { HEADERS } from '@portico/contract/values';
import type { FastifyRequest } from 'fastify';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { Db } from '#platform/db/database.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { SecretCookie } from '#platform/http/secret-cookie.ts';
import { noteProvenCaller } from '#platform/request-notes.ts';
import type { Developer, Developers } from './developers.ts';
import { createSessionFinder, touchSession } from './session-store.ts';

/** Values of `Tpp-Id` that browsers send while signed out (specification §7: "or null"). */
const SIGNED_OUT: ReadonlySet<string> = new Set(['', 'null']);

export function hashOf(cookie: SecretCookie, request: FastifyRequest): string | undefined {
  const secret = cookie.read(request);
  return secret === undefined ? undefined : sha256Hex(secret);
}

export function createCurrentDeveloper(db: Db, cookie: SecretCookie): Developers['currentDeveloper'] {
  const findSession = createSessionFinder(db);
  return async (request) => {
    const sessionHash = hashOf(cookie, request);
    const session = sessionHash === undefined ? undefined : await findSession(sessionHash);
    if (sessionHash === undefined || session === undefined) return undefined;
    noteProvenCaller(request);
    const { developerId, email, isStale } = session;
    if (isStale) await touchSession(db, sessionHash);
    return { developerId, email };
  };
}

/** @throws UiRefusal 401 NOT_SIGNED_IN. */
export function requireSignedIn(developer: Developer | undefined): Developer {
  if (developer !== undefined) return developer;
  throw new UiRefusal(401, 'NOT_SIGNED_IN', 'You are not signed in, or your session has ended. Log in and try again.');
}

/** @throws UiRefusal 403 TPP_ID_MISMATCH: the page belongs to another developer than the session. */
export function requireSameSubject(request: FastifyRequest, { developerId }: Developer): void {
  const given = request.headers[HEADERS.tppId] ?? '';
  if (given === developerId || SIGNED_OUT.has(String(given))) return;
  const text = 'This page belongs to another account than the one that is signed in. Nothing was done. Reload the page and try again.';
  throw new UiRefusal(403, 'TPP_ID_MISMATCH', text, { path: 'header:Tpp-Id', detail: `session of ${developerId}` });
}
