/**
 * Runs oidc-provider on a request of its own and hands back what it would have written. The answer then leaves through the
 * server's ordinary reply, so that hooks, security headers and cookies of ours are never lost, and the library sees only the
 * headers that concern it.
 */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Provider } from 'oidc-provider';

export interface ProviderRequest {
  readonly method: string;
  /** As it came, query included. */
  readonly originalUrl: string;
  /** The issuer's path, which the library's routes do not know. */
  readonly mountPath: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Form text. */
  readonly body?: string | undefined;
}

export interface ProviderAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, number | string | string[]>>;
  readonly body: string;
}

/** Never connected; the library asks it for nothing but whether it is encrypted. */
const NO_SOCKET = new Socket();
const FORM = 'application/x-www-form-urlencoded';

export function toIncomingMessage({ method, originalUrl, mountPath, headers, body }: ProviderRequest): IncomingMessage {
  // The library reads `originalUrl` to find out where it is mounted.
  const message = Object.assign(new IncomingMessage(NO_SOCKET), { originalUrl });
  message.method = method;
  message.url = originalUrl.slice(mountPath.length);
  message.headers = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  if (body !== undefined) {
    message.headers['content-type'] = FORM;
    message.headers['content-length'] = String(Buffer.byteLength(body));
    message.push(body);
  }
  message.push(null);
  message.complete = true;
  return message;
}

/** Put together once: the library would do it for each request. */
export type ProviderCallback = ReturnType<Provider['callback']>;

export async function runProvider(callback: ProviderCallback, message: IncomingMessage): Promise<ProviderAnswer> {
  const response = new CapturedResponse(message);
  await callback(message, response);
  return { status: response.statusCode, headers: definedHeaders(response), body: response.body };
}

class CapturedResponse extends ServerResponse {
  body = '';

  override end(chunk?: unknown): this {
    this.body = typeof chunk === 'string' || Buffer.isBuffer(chunk) ? chunk.toString() : '';
    return this;
  }
}

function definedHeaders(response: ServerResponse): Record<string, number | string | string[]> {
  const headers: Record<string, number | string | string[]> = {};
  for (const [name, value] of Object.entries(response.getHeaders())) if (value !== undefined) headers[name] = value;
  return headers;
}
