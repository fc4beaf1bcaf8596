/** `GET {spec}…`: documents, index, slices. Public and the same for every caller. HTTP only. */
import type { IncomingHttpHeaders } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { ExplorerIndexQuery, NeighboursQuery, OperationQuery, OverviewQuery, SpecList, SpecListQuery, SpecQuery } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { mediaTypeFor } from '#platform/http/negotiate.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { varyBy } from '#platform/http/vary-by.ts';
import type { Catalog } from './catalog.ts';
import { sendPacked } from './send-packed.ts';
import type { DocumentFormat, ServedSection } from './served-section.ts';

const PREFIX = '/api/specs';
/** Documents change with a release only, but browsers must revalidate them each time. */
const CACHING = 'no-cache';
/** An address with a version identifies immutable content. */
const FOR_GOOD = 'public, max-age=31536000, immutable';
const JSON_TYPE = 'application/json; charset=utf-8';

/** RFC 8259, RFC 9512. */
const FORMATS: Readonly<Record<DocumentFormat, { readonly type: string; readonly ending: string }>> = {
  json: { type: JSON_TYPE, ending: 'json' },
  yaml: { type: 'application/yaml; charset=utf-8', ending: 'yaml' },
  postman: { type: JSON_TYPE, ending: 'postman_collection.json' },
};

/** Media types for content negotiation (RFC 9512, and older names). A format in the query takes precedence. */
const TYPES = ['application/json', 'application/yaml', 'application/x-yaml', 'text/yaml', 'text/x-yaml'] as const;
const formatFor = (headers: IncomingHttpHeaders): DocumentFormat => (mediaTypeFor(headers, TYPES) === 'application/json' ? 'json' : 'yaml');

/** In place of a section's id: all sections in one document. */
const WHOLE_ID = 'all';

const SpecParams = Type.Object({ apiId: Type.String() });

export function registerCatalogRoutes(app: FastifyInstance, catalog: Catalog): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get(PREFIX, { schema: { querystring: SpecListQuery, response: { 200: SpecList } } }, async (request, reply) => {
    const { list, withSpec = false } = request.query;
    if (withSpec) return sendPacked(request, reply, await catalog.withSpecs(list), { type: JSON_TYPE, caching: CACHING });
    reply.header('cache-control', CACHING);
    const sections = catalog.sections().filter((section) => list === undefined || section.list === list);
    return sections.map(({ apiId, title, list: ofList }) => ({ apiId, title, list: ofList }));
  });

  routes.get(`${PREFIX}/index`, { schema: { querystring: ExplorerIndexQuery } }, async (request, reply) =>
    sendPacked(request, reply, await catalog.index(request.query.list), { type: JSON_TYPE, caching: CACHING }),
  );

  routes.get(`${PREFIX}/parameters`, async (request, reply) =>
    sendPacked(request, reply, await catalog.parameters(), { type: JSON_TYPE, caching: CACHING }),
  );

  routes.get(`${PREFIX}/postman`, async (request, reply) =>
    sendPacked(request, reply, await catalog.postman(), { type: JSON_TYPE, caching: CACHING, fileName: 'api.postman_collection.json' }),
  );

  routes.get(`${PREFIX}/:apiId`, { schema: { params: SpecParams, querystring: SpecQuery } }, async (request, reply) => {
    const { format = formatFor(request.headers), download = false } = request.query;
    varyBy(reply, 'Accept');
    const { apiId } = request.params;
    const document = apiId === WHOLE_ID ? catalog.whole(format) : sectionOf(catalog, apiId).document(format);
    const { type, ending } = FORMATS[format];
    const file = download ? { fileName: `${apiId}.${ending}` } : {};
    return sendPacked(request, reply, await document, { type, caching: CACHING, ...file });
  });

  routes.get(`${PREFIX}/:apiId/overview`, { schema: { params: SpecParams, querystring: OverviewQuery } }, async (request, reply) => {
    const section = sectionOf(catalog, request.params.apiId);
    return sendPacked(request, reply, await section.overview(), { type: JSON_TYPE, caching: cachingOf(section, request.query.v) });
  });

  routes.get(`${PREFIX}/:apiId/operation`, { schema: { params: SpecParams, querystring: OperationQuery } }, async (request, reply) => {
    const section = sectionOf(catalog, request.params.apiId);
    const { id, v, brief = false } = request.query;
    const slice = await (brief ? section.brief(id) : section.slice(id));
    return sendPacked(request, reply, slice ?? noOperation(section), { type: JSON_TYPE, caching: cachingOf(section, v) });
  });

  routes.get(`${PREFIX}/:apiId/neighbours`, { schema: { params: SpecParams, querystring: NeighboursQuery } }, async (request, reply) => {
    const section = sectionOf(catalog, request.params.apiId);
    const neighbours = await catalog.neighbours(section, request.query.id);
    return sendPacked(request, reply, neighbours ?? noOperation(section), { type: JSON_TYPE, caching: CACHING });
  });
}

function sectionOf(catalog: Catalog, apiId: string): ServedSection {
  const section = catalog.sections().find((known) => known.apiId === apiId);
  if (section !== undefined) return section;
  const known = catalog.sections().map((one) => one.apiId);
  throw new UiRefusal(
    404,
    'NOT_FOUND',
    `There is no such section of the API. There are: ${known.join(', ')}; ${WHOLE_ID} is all of them in one document.`,
  );
}

function noOperation({ title }: ServedSection): never {
  throw new UiRefusal(404, 'NOT_FOUND', `There is no such operation in ${title}. The index lists what there is.`);
}

const cachingOf = (section: ServedSection, version: string | undefined) => (version === section.index().version ? FOR_GOOD : CACHING);
