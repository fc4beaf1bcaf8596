/**
 * U+0000 and halves of surrogate pairs are text to JSON and to a URL, but PostgreSQL stores neither. They are refused at the door,
 * where the caller can be told the place, instead of failing somewhere in a query.
 */
import type { FastifyInstance } from 'fastify';
import { InvalidRequest } from './validation.ts';

/** Both reach a parsed body by an escape only: raw ones are no JSON, or no UTF-8. */
const ESCAPE = '\\u';

/** What is thrown in the words of the caller's wire; `path` as in `items[0].iban`. */
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

/** Where `body`, parsed from `text`, holds such a text: `''` at its top. Undefined: nowhere. */
export function findUnstorable(body: unknown, text: string): string | undefined {
  return text.includes(ESCAPE) ? placeIn(body, '') : undefined;
}

/** For a member's name it is the place of its object. */
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

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
