/**
 * JSON and URLs may contain U+0000 and halves of surrogate pairs, but PostgreSQL cannot store them. They are refused on arrival with their path,
 * instead of failing in a query.
 */
import type { FastifyInstance } from 'fastify';
import { InvalidRequest } from './validation.ts';

/** Both can only be in a parsed body as an escape: unescaped they are invalid JSON or invalid UTF-8. */
const ESCAPE = '\\u';

/** The error, for the format of the caller's API; `path` such as `items[0].iban`. */
export function unstorable(where: 'address' | 'body', path?: string): InvalidRequest {
  const text = `The ${where} holds a character that cannot be stored (U+0000 or half a surrogate pair). Leave it out.`;
  return new InvalidRequest([{ text, ...(path === undefined || path === '' ? {} : { path }) }]);
}

export function registerAddressGuard(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.url.includes('%00')) throw unstorable('address');
    done();
  });
}

/** Returns the path of such a text in `body`, parsed from `text`; `''` for the body itself, undefined where there is none. */
export function findUnstorable(body: unknown, text: string): string | undefined {
  return text.includes(ESCAPE) ? placeIn(body, '') : undefined;
}

/** For a member's name it returns the path of its object. */
function placeIn(value: unknown, place: string): string | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : place;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    if (!isStorable(name)) return place;
    const found = placeIn(member, Array.isArray(value) ? `${place}[${name}]` : place === '' ? name : `${place}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** True for the text of a form that decodes to U+0000. Half a surrogate pair cannot be written in a form. */
export const isUnstorableForm = (form: string): boolean => form.includes('%00') || form.includes('\0');

export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
