/** `GET {spec}` and `GET {spec}/{apiId}`: public, the same for everybody. HTTP only. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { SpecList, SpecListQuery, SpecQuery } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { Catalog } from './catalog.ts';

const PREFIX = '/api/specs';
/** They change with a release only, and a browser should notice at once. */
const CACHING = 'no-cache';
/** RFC 8259, RFC 9512. */
const TYPES = { json: 'application/json; charset=utf-8', yaml: 'application/yaml; charset=utf-8' } as const;

const SpecParams = Type.Object({ apiId: Type.String() });

export function registerCatalogRoutes(app: FastifyInstance, catalog: Catalog): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get(PREFIX, { schema: { querystring: SpecListQuery, response: { 200: SpecList } } }, async (request, reply) => {
    const { list, withSpec = false } = request.query;
    reply.header('cache-control', CACHING);
    return catalog
      .specs()
      .filter((spec) => list === undefined || spec.list === list)
      .map(({ apiId, title, list: ofList, text }) => ({ apiId, title, list: ofList, ...(withSpec ? { spec: text('json').text } : {}) }));
  });

  routes.get(`${PREFIX}/:apiId`, { schema: { params: SpecParams, querystring: SpecQuery } }, async (request, reply) => {
    const { format = 'json', download = false } = request.query;
    const spec = catalog.specs().find(({ apiId }) => apiId === request.params.apiId);
    if (spec === undefined) {
      const known = catalog.specs().map(({ apiId }) => apiId);
      throw new UiRefusal(404, 'NOT_FOUND', `There is no such section of the API. There are: ${known.join(', ')}.`);
    }
    const { text, etag } = spec.text(format);
    reply.headers({
      'cache-control': CACHING,
      etag,
      ...(download ? { 'content-disposition': `attachment; filename="${spec.apiId}.${format}"` } : {}),
    });
    if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type(TYPES[format]).send(text);
  });
}

/** RFC 9110 §13.1.2: proxies that pack a text weaken its tag. */
function matches(given: string | undefined, etag: string): boolean {
  return (given ?? '').split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}
