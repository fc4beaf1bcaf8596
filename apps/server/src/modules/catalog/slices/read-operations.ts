/** Reads the operations of an OpenAPI 3.0 or 3.1 document, each with what its path item adds. */
import { isObject, type Json, type JsonObject } from '../json.ts';
import { DocumentError } from './document-error.ts';
import type { References } from './references.ts';

export interface ReadOperation {
  readonly operationId: string;
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  readonly operation: JsonObject;
  /** Those of the path and of the operation; of two with the same name and place the operation's. */
  readonly parameters: readonly JsonObject[];
  /** As written in the document. */
  readonly server: string | undefined;
}

const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace']);
const CONTROL = /\p{Cc}/u;

/** @throws DocumentError when an id is used twice, or cannot be part of an address. */
export function readOperations(document: JsonObject, references: References): readonly ReadOperation[] {
  const ids = new Set<string>();
  const given = new Set(givenIds(document, references));
  return Object.entries(isObject(document.paths) ? document.paths : {}).flatMap(([path, item]) => {
    const pathItem = references.follow(item);
    return Object.entries(pathItem).flatMap(([method, operation]): readonly ReadOperation[] => {
      if (!METHODS.has(method) || !isObject(operation)) return [];
      const operationId =
        typeof operation.operationId === 'string' ? operation.operationId : idOf(method, path, (id) => given.has(id) || ids.has(id));
      refuseId(ids, operationId);
      ids.add(operationId);
      const parameters = mergeParameters(references, pathItem.parameters, operation.parameters);
      const server = serverOf(operation.servers) ?? serverOf(pathItem.servers) ?? serverOf(document.servers);
      return [{ operationId, method: method.toUpperCase(), path, operation, parameters, server }];
    });
  });
}

function givenIds(document: JsonObject, references: References): readonly string[] {
  return Object.values(isObject(document.paths) ? document.paths : {}).flatMap((item) =>
    Object.entries(references.follow(item)).flatMap(([method, operation]) =>
      METHODS.has(method) && isObject(operation) && typeof operation.operationId === 'string' ? [operation.operationId] : [],
    ),
  );
}

function refuseId(ids: ReadonlySet<string>, operationId: string): void {
  if (ids.has(operationId)) throw new DocumentError(`two operations are called "${operationId}"`, { needle: operationId, occurrence: 2 });
  const isAddressable = operationId !== '' && operationId.length <= 500 && !CONTROL.test(operationId);
  if (!isAddressable)
    throw new DocumentError(`the operation id "${operationId.slice(0, 60)}" cannot be part of an address`, { needle: 'operationId' });
}

/** Generates the same id at every reading of the document: `get-pets-id`. */
function idOf(method: string, path: string, isTaken: (id: string) => boolean): string {
  const name = [method, ...path.split(/[^\p{L}\p{N}]+/u)].filter((part) => part !== '').join('-');
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name}-${count}`;
    if (!isTaken(candidate)) return candidate;
  }
}

function mergeParameters(references: References, ofPath: Json | undefined, ofOperation: Json | undefined): readonly JsonObject[] {
  const merged = new Map<string, JsonObject>();
  for (const parameter of [ofPath, ofOperation].flatMap((list) => (Array.isArray(list) ? list : []))) {
    const resolved = references.follow(parameter);
    merged.set(`${String(resolved.in)} ${String(resolved.name)}`, resolved);
  }
  return [...merged.values()];
}

/** The first server, with default values for its variables. */
function serverOf(servers: Json | undefined): string | undefined {
  const [server] = Array.isArray(servers) ? servers : [];
  if (!isObject(server) || typeof server.url !== 'string') return undefined;
  const variables = isObject(server.variables) ? server.variables : {};
  return server.url.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return isObject(variable) && typeof variable.default === 'string' ? variable.default : whole;
  });
}
