/** One request of an application and what it is answered. */
import type { FastifyInstance } from 'fastify';

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Sent as JSON; a text is sent as it is. */
  readonly body?: unknown;
  /** From where; default: this machine. */
  readonly address?: string;
}

export interface Reply {
  readonly request: Request;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Undefined where the answer is no JSON. */
  readonly body: unknown;
}

export async function send(app: FastifyInstance, request: Request): Promise<Reply> {
  const { method, url, headers, body, address } = request;
  const response = await app.inject({
    method,
    url,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]])),
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(address === undefined ? {} : { remoteAddress: address }),
  });
  const isJson = String(response.headers['content-type']).includes('json');
  return { request, status: response.statusCode, headers: response.headers, text: response.body, body: isJson ? response.json() : undefined };
}

/** The same request with some headers changed; `undefined` takes one away. */
export function withHeaders(request: Request, changes: Readonly<Record<string, string | readonly string[] | undefined>>): Request {
  const headers = Object.entries({ ...request.headers, ...changes }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { ...request, headers: Object.fromEntries(headers) };
}

/** The same request with more in its query. */
export function withQuery(request: Request, more: string): Request {
  return { ...request, url: `${request.url}${request.url.includes('?') ? '&' : '?'}${more}` };
}

/** Code of the first message, in the words of the route's wire. */
export function codeOf({ body }: Reply): string | undefined {
  const found: unknown = Object(body).tppMessages?.[0]?.code ?? Object(body).error;
  return typeof found === 'string' ? found : undefined;
}
