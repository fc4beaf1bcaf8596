/** The registered routes with the schemas of their requests and responses. */
import type { FastifyInstance } from 'fastify';
import { isObject, type Json, type JsonObject, toJson } from './json.ts';

/** JSON Schema 2020-12. */
export interface RouteSchemas {
  readonly params: JsonObject | undefined;
  readonly query: JsonObject | undefined;
  readonly body: JsonObject | undefined;
  /** By status. */
  readonly answers: JsonObject;
}

/** By method and path, e.g. `GET /api/v1/accounts/:accountId`. */
export type RouteTable = ReadonlyMap<string, RouteSchemas>;

/** Call before the routes are registered; registering them fills the table. */
export function collectRoutes(app: FastifyInstance): RouteTable {
  const table = new Map<string, RouteSchemas>();
  app.addHook('onRoute', ({ method, url, schema }) => {
    const schemas = toSchemas(toJson(schema ?? {}));
    for (const name of [method].flat()) table.set(`${name} ${url}`, schemas);
  });
  return table;
}

function toSchemas(schema: Json): RouteSchemas {
  const { params, querystring, body, response } = isObject(schema) ? schema : {};
  return { params: objectOf(params), query: objectOf(querystring), body: objectOf(body), answers: objectOf(response) ?? {} };
}

const objectOf = (value: Json | undefined) => (isObject(value) ? value : undefined);
