/** Collects the methods of each path, so that a wrong method gets 405 with `Allow` instead of 404. */
import type { FastifyInstance } from 'fastify';

export interface AllowedMethods {
  /** The methods of the routes that match a path; empty when there is no such path. */
  of(path: string): readonly string[];
}

interface KnownRoute {
  readonly segments: readonly string[];
  readonly methods: readonly string[];
}

/** Call before the first route is registered. */
export function collectAllowedMethods(app: FastifyInstance): AllowedMethods {
  const routes: KnownRoute[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const methods = [method].flat().filter((name) => name !== 'OPTIONS');
    if (!url.includes('*')) routes.push({ segments: url.split('/'), methods });
  });
  return {
    of(path) {
      const given = path.split('/');
      return [...new Set(routes.filter(({ segments }) => isMatch(segments, given)).flatMap(({ methods }) => methods))];
    },
  };
}

function isMatch(segments: readonly string[], given: readonly string[]): boolean {
  return (
    segments.length === given.length && segments.every((segment, index) => (segment.startsWith(':') ? given[index] !== '' : segment === given[index]))
  );
}
