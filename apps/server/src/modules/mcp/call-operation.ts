/** Calls one documented operation of the sandbox with the token that the assistant's user has given. */
import { validateHeaderValue } from 'node:http';
import type { OperationSlice, SliceParameter } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { routeAreaOf } from '#platform/http/route-area.ts';

export interface CallInput {
  /** By name: path, query and header parameters. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly body: object | undefined;
}

export interface CalledOperation {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON where the response is JSON. */
  readonly body: unknown;
}

/** What the caller of `POST /mcp` has sent along. */
export interface McpCaller {
  /** As sent, for example `Bearer …`. */
  readonly authorization: string;
  readonly ip: string;
  readonly userAgent: string | undefined;
  /** `X-Request-ID` of the call, unless the parameters have another one. */
  readonly requestId: string;
}

/** The operation or its parameters do not fit; the message says what to change. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
}

const REQUEST_ID = 'X-Request-ID';
/** Headers of the response that a client acts on. */
const TOLD = ['location', 'x-request-id', 'aspsp-sca-approach', 'retry-after', 'deprecation', 'sunset', 'link', 'www-authenticate'];

/**
 * Sends the request to the routes of this server, with the address of the caller, so that guards, limits and the request log apply. No socket is
 * involved: rules for connections do not apply.
 * @throws CallRefused
 */
export async function callOperation(
  app: Pick<FastifyInstance, 'inject'>,
  { authorization, ip, userAgent, requestId }: McpCaller,
  slice: OperationSlice,
  { parameters, body }: CallInput,
): Promise<CalledOperation> {
  const base = new URL(slice.server).pathname.replace(/\/$/, '');
  if (slice.list !== 'main' || routeAreaOf(`${base}${slice.path}`) !== 'xs2a')
    throw new CallRefused(`${slice.operationId} is not called from here. This tool calls operations under /v1/ that take a customer’s access token.`);
  const given = namedParameters(slice, parameters);
  const query = new URLSearchParams(given.flatMap(({ known, value }): [string, string][] => (known.in === 'query' ? [[known.name, value]] : [])));
  const path = slice.path.replaceAll(/\{([^{}]+)\}/g, (_whole, name: string) => encodeURIComponent(parameters[name] ?? ''));
  const headers = given.flatMap(({ known, value }): [string, string][] => (known.in === 'header' ? [[known.name, value]] : []));
  const response = await app.inject({
    method: methodOf(slice.method),
    url: `${base}${path}${query.size === 0 ? '' : `?${query}`}`,
    headers: {
      [REQUEST_ID]: requestId,
      ...Object.fromEntries(headers),
      accept: 'application/json',
      'user-agent': userAgent ?? '',
      authorization,
    },
    remoteAddress: ip,
    ...(body && { payload: body }),
  });
  const told = TOLD.flatMap((name): [string, string][] => (response.headers[name] === undefined ? [] : [[name, String(response.headers[name])]]));
  return { status: response.statusCode, headers: Object.fromEntries(told), body: bodyOf(response.body) };
}

/** @throws CallRefused names parameters that are unknown, missing, or not of a form in which a request can carry them */
function namedParameters({ operationId, parameters: known }: OperationSlice, given: Readonly<Record<string, string>>) {
  const found = Object.entries(given).map(([name, value]) => ({ name, value, known: known.find((one) => isCalled(one, name)) }));
  const unknown = found.filter((one) => one.known === undefined).map(({ name }) => name);
  const missing = known
    .filter((one) => one.required && one.name !== REQUEST_ID && !found.some((other) => other.known === one))
    .map(({ name }) => name);
  const faults = [...unknown.map((name) => `${name} is unknown`), ...missing.map((name) => `${name} is missing`)];
  if (faults.length > 0) throw new CallRefused(`${faults.join(', ')}. ${operationId} takes: ${known.map(({ name }) => name).join(', ')}.`);
  const odd = found.flatMap(({ name, value, known: parameter }) =>
    parameter && oddity(parameter, value) ? [`${name} ${oddity(parameter, value)}`] : [],
  );
  if (odd.length > 0) throw new CallRefused(`${odd.join(', ')}.`);
  return found.flatMap(({ known: parameter, value }) => (parameter === undefined ? [] : [{ known: parameter, value }]));
}

const PATH_SEGMENTS_OF_NO_VALUE: ReadonlySet<string> = new Set(['', '.', '..']);
/** These calls reach no socket, which would refuse such a header; and a segment of dots would lead to another address. */
function oddity({ name, in: place }: SliceParameter, value: string): string | undefined {
  if (place === 'path' && PATH_SEGMENTS_OF_NO_VALUE.has(value)) return 'is empty or consists of dots';
  if (place !== 'header') return undefined;
  try {
    validateHeaderValue(name, value);
    return undefined;
  } catch {
    return 'has a character that no header can have';
  }
}

/** Names of headers are the same in any case (RFC 9110 §5.1). */
const isCalled = ({ name, in: place }: SliceParameter, other: string) =>
  name === other || (place === 'header' && name.toLowerCase() === other.toLowerCase());

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
function methodOf(method: string): (typeof METHODS)[number] {
  const known = METHODS.find((one) => one === method);
  if (known === undefined) throw new CallRefused(`${method} is not called from here.`);
  return known;
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
