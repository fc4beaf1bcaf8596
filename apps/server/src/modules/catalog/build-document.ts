/** Builds the OpenAPI 3.1 document of sections from the texts in the table and the schemas of the registered routes. */

import type { ApiChange } from '@portico/contract';
import type { Config } from '#platform/config.ts';
import { isServedOverMtls } from '#platform/tls/mtls-address.ts';
import { buildOperation, type Parts } from './build-operation.ts';
import { buildRefusals } from './build-refusals.ts';
import { webhooksOf } from './callbacks.ts';
import { deprecationOf } from './change-rules.ts';
import type { JsonObject } from './json.ts';
import type { Operation, Section } from './operation.ts';
import type { AnswerHeader } from './parameters.ts';
import type { RouteTable } from './route-table.ts';
import { createSchemaComponents } from './schema-components.ts';
import { securitySchemesOf } from './security-schemes.ts';
import { shareRefusals } from './share-refusals.ts';

/** Routes below this prefix are documented below `apiBase`, the public address behind any proxies. */
const API_PREFIX = '/api';
/** Version of the documents; the texts name the standard's version. */
const VERSION = '1.0.0';

/** One section, or several in one document. */
export interface DocumentSource extends Pick<Section, 'title' | 'description'> {
  readonly sections: readonly Section[];
}

/** The address for mutual TLS is documented where there is one. */
export type DocumentConfig = Pick<Config, 'apiBase' | 'publicUrl' | 'bankName' | 'supportContact' | 'mtls'>;

/** Undefined: this server registers none of the operations. Deprecations among the changes are marked in the document. */
export function buildDocument(
  config: DocumentConfig,
  changes: readonly ApiChange[],
  routes: RouteTable,
  { title, description, sections }: DocumentSource,
): JsonObject | undefined {
  const offered = sections
    .filter(({ needs }) => needs === undefined || routes.has(needs))
    .flatMap(({ apiId, operations }) => operations.filter((operation) => routes.has(keyOf(operation))).map((operation) => ({ apiId, operation })));
  if (offered.length === 0) return undefined;
  const used = new Set(offered.map(({ apiId }) => apiId));
  const components = createSchemaComponents();
  const common: Omit<Parts, 'farewell'> = { refer: components.refer, parameters: new Map(), headers: new Map() };
  const built = offered.map(({ apiId, operation }) => {
    const parts = { ...common, farewell: farewellOf(deprecationOf(changes, apiId, operation.operationId)) };
    return {
      operation,
      ...buildOperation(parts, apiId, operation, routes.get(keyOf(operation))),
      refusals: buildRefusals(parts, operation),
    };
  });
  const shared = shareRefusals(built.map(({ refusals }) => refusals));
  const portal = serverOf(config.apiBase, 'This portal.');
  const mtls = config.mtls === undefined ? [] : [serverOf(`${config.mtls.url}${API_PREFIX}`, 'For calls with a certificate.')];
  const paths = new Map<string, JsonObject>();
  for (const { operation, document, answers, refusals } of built) {
    const path = belowBase(operation.path).replaceAll(/:(\w+)/g, '{$1}');
    const responses = { ...answers, ...shared.refer(refusals), ...otherwise(operation) };
    const servers = mtls.length === 0 ? {} : serversOf(operation, portal, mtls);
    paths.set(path, { ...paths.get(path), [operation.method.toLowerCase()]: { ...document, ...servers, responses } });
  }
  return {
    openapi: '3.1.1',
    info: {
      title: `${config.bankName}: ${title}`,
      description,
      version: VERSION,
      contact: contactOf(config),
      license: { name: 'Terms of use', url: `${config.publicUrl}/#/terms` },
    },
    servers: [portal, ...mtls],
    tags: sections.filter(({ apiId }) => used.has(apiId)).map((section) => ({ name: section.apiId, description: section.title })),
    paths: Object.fromEntries(paths),
    ...(offered.some(({ operation }) => isNotified(operation)) ? { webhooks: webhooksOf(components.refer) } : {}),
    components: withoutEmpty({
      securitySchemes: securitySchemesOf(
        config.publicUrl,
        (path) => `${config.apiBase}${belowBase(path)}`,
        new Set(built.flatMap(({ schemes }) => schemes)),
      ),
      parameters: Object.fromEntries(common.parameters),
      responses: shared.responses,
      headers: Object.fromEntries(common.headers),
      schemas: components.schemas(),
    }),
  };
}

/** The operation creates something whose statuses the bank sends. */
const isNotified = ({ headers }: Pick<Operation, 'headers'>): boolean => headers.includes('TPP-Notification-URI?');

/** An operation for the customer's browser has no answer of 2XX, which tools expect of every operation: its other answers are pages. */
function otherwise({ answers }: Operation): JsonObject {
  return answers.some(({ status }) => status < 300) ? {} : { default: { description: 'A page of the bank for the customer.' } };
}

/** The servers of an operation that does not have all servers of the document. */
function serversOf({ path, needsCertificate }: Operation, portal: JsonObject, mtls: readonly JsonObject[]): JsonObject {
  if (needsCertificate === true) return { servers: mtls };
  // The sign-in is for browsers, and a browser would ask the customer for a certificate.
  return isServedOverMtls(path) ? {} : { servers: [portal] };
}

/** With a variable, because a document outlives its server: `localhost` of one computer is another server elsewhere. */
function serverOf(base: string, description: string): JsonObject {
  return { url: '{api}', description, variables: { api: { default: base, description: 'The base of the API, without a slash at its end.' } } };
}

/** The headers that `deprecation-headers.ts` sends. */
function farewellOf(deprecation: ApiChange | undefined): readonly AnswerHeader[] {
  if (deprecation === undefined) return [];
  return deprecation.sunset === undefined ? ['Deprecation', 'Link'] : ['Deprecation', 'Sunset', 'Link'];
}

const keyOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`;

const belowBase = (path: string) => path.slice(API_PREFIX.length);

function contactOf({ bankName, supportContact, publicUrl }: Pick<Config, 'bankName' | 'supportContact' | 'publicUrl'>): JsonObject {
  return supportContact.includes('@')
    ? { name: bankName, email: supportContact, url: publicUrl }
    : { name: bankName, url: URL.canParse(supportContact) ? supportContact : publicUrl };
}

function withoutEmpty(groups: Readonly<Record<string, JsonObject>>): JsonObject {
  return Object.fromEntries(Object.entries(groups).filter(([, group]) => Object.keys(group).length > 0));
}
