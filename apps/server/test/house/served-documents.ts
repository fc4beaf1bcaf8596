/** The documents as a running server gives them, and their operations one by one, without references. */
import { jsonOf, member, textOf } from '@portico/testkit';
import type { FastifyInstance } from 'fastify';
import { overInject } from '../../src/testing/over-inject.ts';

export interface ServedDocument {
  readonly apiId: string;
  /** JSON. */
  readonly text: string;
  readonly operations: readonly ServedOperation[];
}

export interface ServedOperation {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With parameters in braces, below the API's base. */
  readonly path: string;
  /** References are replaced by what they name. */
  readonly operation: unknown;
}

/** JSON. */
export async function readWholeDocument(app: FastifyInstance): Promise<string> {
  return (await app.inject({ url: '/api/specs/all' })).body;
}

export async function readDocuments(app: FastifyInstance, publicUrl: string): Promise<readonly ServedDocument[]> {
  const answer = await overInject(app, publicUrl)({ method: 'GET', path: '/api/specs?withSpec=true', headers: {} });
  return listOf(jsonOf(answer)).map((item) => {
    const text = textOf(item, 'spec');
    return { apiId: textOf(item, 'apiId'), text, operations: operationsOf(JSON.parse(text)) };
  });
}

function operationsOf(document: unknown): readonly ServedOperation[] {
  return Object.entries(Object(member(document, 'paths'))).flatMap(([path, methods]) =>
    Object.entries(Object(methods)).map(([name, operation]) => ({
      operationId: textOf(operation, 'operationId'),
      method: methodOf(name.toUpperCase()),
      path,
      operation: withoutReferences(document, operation),
    })),
  );
}

function methodOf(name: string): ServedOperation['method'] {
  if (name === 'GET' || name === 'POST' || name === 'PUT' || name === 'DELETE') return name;
  throw new Error(`No operation is a ${name}.`);
}

export function withoutReferences(document: unknown, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => withoutReferences(document, item));
  if (typeof node !== 'object' || node === null) return node;
  const reference = member(node, '$ref');
  if (typeof reference === 'string') return withoutReferences(document, member(document, ...reference.split('/').slice(1)));
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, withoutReferences(document, value)]));
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
