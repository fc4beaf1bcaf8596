/** Runs the explorer's matrix against a server that records what it receives. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperationSlice } from '@portico/contract';
import { toPostmanText } from '../../apps/server/src/modules/catalog/postman/build-collection.ts';
import { prepareSection } from '../../apps/server/src/modules/catalog/slices/prepare-section.ts';
import { fillIn } from '../../apps/web/src/features/explorer/form/fill-in.ts';
import { initialBody } from '../../apps/web/src/features/explorer/form/initial-body.ts';
import { buildRequest, keyFields, PLACEHOLDERS, parameterKey } from '../../apps/web/src/features/explorer/request/build-request.ts';
import type { SampleRequest } from '../../apps/web/src/features/explorer/request/samples/sample-request.ts';
import type { Cell } from './cell.ts';
import { CELLS, SECURITY_SCHEMES } from './cells.ts';
import { SENDERS } from './senders.ts';

export interface CellResult {
  readonly cell: Cell;
  /** Undefined: passed. */
  readonly problem: string | undefined;
}

export interface SenderResult {
  readonly name: string;
  /** Undefined: the runtime is not on this machine. */
  readonly cells: readonly CellResult[] | undefined;
}

interface Received {
  readonly method: string;
  readonly target: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

const SECRETS = { ...PLACEHOLDERS, token: 'TOKEN', credentials: btoa('client:secret') };
const VARIABLES: Readonly<Record<string, string>> = { accessToken: 'TOKEN', clientId: 'client', clientSecret: 'secret' };
const FILL_IN = {
  ...{ prefills: {}, knownIds: {}, iban: undefined, requestId: 'r', state: 's', nonce: 'n', redirectUri: undefined, returnPage: undefined },
  ...{ hasCustomer: false, code: undefined },
};

export async function runMatrix(): Promise<readonly SenderResult[]> {
  const received = new Map<number, Received>();
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const headers = new Map(request.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [[name.toLowerCase(), all[at + 1] ?? ''] as const] : [])));
    const [, number = '', target = ''] = /^\/api\/(\d+)(.*)$/s.exec(request.url ?? '') ?? [];
    received.set(Number(number), { method: request.method ?? '', target, headers, body: Buffer.concat(chunks) });
    response.setHeader('content-type', 'application/json').end('{"ok":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = await mkdtemp(join(tmpdir(), 'portico-matrix-'));
  try {
    const { port } = server.address() as AddressInfo;
    const material = { ...prepare(`http://127.0.0.1:${port}/api`), folder };
    const results: SenderResult[] = [];
    for (const { name, send } of SENDERS) {
      received.clear();
      await send?.(material);
      const cells = CELLS.map((cell, at) => ({ cell, at })).filter(({ cell }) => isPossible(name, cell));
      results.push({ name, cells: send && cells.map(({ cell, at }) => ({ cell, problem: problemOf(cell, received.get(at), name) })) });
    }
    return results;
  } finally {
    await rm(folder, { recursive: true, force: true });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** A browser lets no page set the header `Cookie`. */
const isPossible = (sender: string, { headers = {} }: Cell) => sender !== 'explorer' || !('cookie' in headers);

/** The cells as one document, on the way of a bank's document: section, slices, the form's first values, requests. */
function prepare(apiBase: string): { requests: readonly SampleRequest[]; collection: string } {
  const paths = CELLS.map(({ operation, path = '' }, at) => [
    `/${at}${path}`,
    { [method(operation)]: { operationId: `cell-${at}`, responses: { 200: { description: '' } }, ...operation } },
  ]);
  const document = {
    openapi: '3.1.0',
    info: { title: 'Matrix', version: '1' },
    servers: [{ url: apiBase }],
    paths: Object.fromEntries(paths),
    components: { securitySchemes: SECURITY_SCHEMES },
  };
  const section = prepareSection({ apiId: 'matrix', title: 'Matrix', list: 'main', document: JSON.parse(JSON.stringify(document)), apiBase });
  const requests = CELLS.map((_, at) => {
    const slice: OperationSlice = JSON.parse(section.slices.get(`cell-${at}`) ?? '');
    return firstRequest(slice);
  });
  const collection = JSON.parse(toPostmanText(section, apiBase));
  for (const variable of collection.variable) variable.value = VARIABLES[variable.key] ?? variable.value;
  return { requests, collection: JSON.stringify(collection) };
}

const method = (operation: object) => ('requestBody' in operation ? 'post' : 'get');

/** What the page sends when nothing but API keys is typed. */
function firstRequest(slice: OperationSlice): SampleRequest {
  const values = new Map(slice.parameters.map((parameter) => [parameterKey(parameter), fillIn(parameter, slice.path, FILL_IN)]));
  const [content] = slice.requestBody?.content ?? [];
  const body = content === undefined ? undefined : { mediaType: content.mediaType, text: initialBody(content, undefined, FILL_IN) };
  const apiKeys = new Map(keyFields(slice).map((field) => [parameterKey(field), 'YOUR_API_KEY']));
  return buildRequest({ slice, values, body }, { ...SECRETS, apiKeys });
}

function problemOf({ target = '', headers = {}, body, without = [] }: Cell, got: Received | undefined, sender: string): string | undefined {
  if (got === undefined) return 'nothing was received';
  const differences = [
    ...(got.target === target ? [] : [`${got.target} instead of ${target}`]),
    ...Object.entries(headers).flatMap(([name, value]) =>
      got.headers.get(name) === value ? [] : [`${name}: ${got.headers.get(name)} instead of ${value}`],
    ),
    ...without.filter((name) => got.headers.has(name)).map((name) => `${name}: ${got.headers.get(name)} instead of none`),
    ...(body === undefined || isSameBody(got, body, sender) ? [] : [`${JSON.stringify(got.body.toString())} instead of ${JSON.stringify(body)}`]),
  ];
  return differences.length === 0 ? undefined : differences.join('; ');
}

/** Postman encodes the fields of a form itself: it may write a blank as `%20` or `+`. */
function isSameBody({ headers, body }: Received, expected: string, sender: string): boolean {
  const text = body.toString();
  if (sender !== 'Postman' || headers.get('content-type') !== 'application/x-www-form-urlencoded') return text === expected;
  return text.replaceAll('%20', '+') === expected.replaceAll('%20', '+');
}
