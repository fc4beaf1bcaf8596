/**
 * Runs oidc-provider on a synthetic request and returns its response. The response is then sent through the server's ordinary reply, which
 * keeps our hooks, security headers and cookies. The library sees only the headers that it needs.
 */
import { type IncomingHttpHeaders, IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Provider } from 'oidc-provider';

export interface ProviderRequest {
  readonly method: string;
  /** The original address, query included. */
  readonly originalUrl: string;
  /** Path of the issuer, which the library's routes do not contain. */
  readonly mountPath: string;
  readonly headers: IncomingHttpHeaders;
  /** Form text. */
  readonly body?: string | undefined;
}

export interface ProviderAnswer {
  readonly status: number;
  readonly headers: Readonly<OutgoingHttpHeaders>;
  readonly body: string;
}

/** Never connected; the library only reads from it whether the connection is encrypted. */
const NO_SOCKET = new Socket();
const FORM = 'application/x-www-form-urlencoded';

export function toIncomingMessage({ method, originalUrl, mountPath, headers, body }: ProviderRequest): IncomingMessage {
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const message = new WholeMessage(originalUrl, bytes);
  message.method = method;
  message.url = originalUrl.slice(mountPath.length);
  message.headers = bytes === undefined ? headers : { ...headers, 'content-type': FORM, 'content-length': String(bytes.length) };
  message.complete = true;
  return message;
}

/** Built once; the library would otherwise build it for each request. */
export type ProviderCallback = ReturnType<Provider['callback']>;

export async function runProvider(callback: ProviderCallback, message: IncomingMessage): Promise<ProviderAnswer> {
  const response = new CapturedResponse(message);
  await callback(message, response);
  return { status: response.statusCode, headers: response.getHeaders(), body: response.body };
}

/** A request that has already been received: the library reads the body from memory. */
class WholeMessage extends IncomingMessage {
  /** The library reads it to determine its mount path. */
  readonly originalUrl: string;
  readonly #bytes: Buffer | undefined;

  constructor(originalUrl: string, bytes: Buffer | undefined) {
    super(NO_SOCKET);
    this.originalUrl = originalUrl;
    this.#bytes = bytes;
  }

  override async *iterator(): NodeJS.AsyncIterator<Buffer> {
    if (this.#bytes !== undefined) yield this.#bytes;
  }
}

class CapturedResponse extends ServerResponse {
  body = '';

  override end(chunk?: unknown): this {
    this.body = typeof chunk === 'string' || Buffer.isBuffer(chunk) ? chunk.toString() : '';
    return this;
  }
}
