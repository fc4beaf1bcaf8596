/** Adds `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a link to the documentation to every response of a deprecated operation. */
import type { ApiChange } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { operationKeyOf } from '#platform/http/route-rules.ts';
import { deprecationOf } from './change-rules.ts';
import type { Section } from './operation.ts';

/** Call before the routes are registered. */
export function registerDeprecationHeaders(
  app: FastifyInstance,
  sections: readonly Section[],
  changes: readonly ApiChange[],
  publicUrl: string,
): void {
  const headers = new Map<string, Readonly<Record<string, string>>>(
    sections.flatMap(({ apiId, operations, list }) =>
      operations.flatMap(({ operationId, method, path }) => {
        const change = deprecationOf(changes, apiId, operationId);
        const explorer = list === 'fallback' ? 'fallback-explorer' : 'api-explorer';
        const page = `${publicUrl}/#/${explorer}/${apiId}/${operationId}`;
        return change === undefined ? [] : [[`${method} ${path}`, headersOf(change, page)] as const];
      }),
    ),
  );
  if (headers.size === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers.get(operationKeyOf(request)) ?? {});
  });
}

function headersOf({ effective, sunset }: ApiChange, page: string): Readonly<Record<string, string>> {
  return {
    deprecation: `@${Date.parse(effective) / 1000}`,
    ...(sunset === undefined ? {} : { sunset: new Date(sunset).toUTCString() }),
    link: `<${page}>; rel="deprecation"; type="text/html"`,
  };
}
