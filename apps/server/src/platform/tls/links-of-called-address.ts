/**
 * Links in answers name the ordinary address of the API, where a caller that needs a certificate is refused. In answers to calls at the address for
 * mutual TLS they name that address.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mtlsCallOf } from './mtls-call.ts';

/**
 * @param apiBase of the ordinary address, absolute, no trailing slash
 * @param mtlsOrigin no trailing slash
 * @returns a hook before the serialization of answers
 */
export function createLinkHook(apiBase: string, mtlsOrigin: string) {
  const here = `${apiBase}/`;
  const there = `${mtlsOrigin}${new URL(apiBase).pathname.replace(/\/$/, '')}/`;
  const move = (address: string) => (address.startsWith(here) ? `${there}${address.slice(here.length)}` : address);

  /** The same object where nothing changed: most of an answer, for example a list of transactions, has no links. */
  function withLinks(value: unknown, isBelowLinks: boolean): unknown {
    if (typeof value === 'string') return isBelowLinks ? move(value) : value;
    if (Array.isArray(value)) {
      const moved = value.map((item) => withLinks(item, isBelowLinks));
      return moved.some((item, place) => item !== value[place]) ? moved : value;
    }
    if (!isPlainObject(value)) return value;
    // Every answer passes here, and most have nothing to change: no list is made for them.
    let changed: [string, unknown][] | undefined;
    for (const [name, member] of Object.entries(value)) {
      const moved = withLinks(member, isBelowLinks || name === '_links');
      if (moved === member) continue;
      changed ??= [];
      changed.push([name, moved]);
    }
    return changed === undefined ? value : { ...value, ...Object.fromEntries(changed) };
  }

  return async (request: Pick<FastifyRequest, 'raw'>, reply: Pick<FastifyReply, 'getHeader' | 'header'>, payload: unknown): Promise<unknown> => {
    if (mtlsCallOf(request.raw) === undefined) return payload;
    const location = reply.getHeader('location');
    if (typeof location === 'string') reply.header('location', move(location));
    return withLinks(payload, false);
  };
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
