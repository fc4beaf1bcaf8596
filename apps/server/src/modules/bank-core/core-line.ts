/** One exchange with the core: a POST with JSON, over connections that stay open, with Portico's certificate where the core asks for one. */
import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as TlsAgent } from 'node:https';
import type { CoreSettings } from '#platform/config.ts';

interface LineAnswer {
  readonly status: number;
  /** Undefined: longer than accepted. */
  readonly text: string | undefined;
}

interface LineRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly lengthMax: number;
}

/** Called with the last segment of the address. Rejects with the failure of the connection, or with `TimeoutError`. */
export type SendToCore = (call: string, request: LineRequest) => Promise<LineAnswer>;

/** A failure after the answer began: the core has received the call. */
export class BrokenAnswer extends Error {
  override readonly name = 'BrokenAnswer';
}

export function openCoreLine({ url, timeoutMs, tls }: CoreSettings): SendToCore {
  const isTls = url.startsWith('https:');
  const agent = isTls ? new TlsAgent({ keepAlive: true, ...tlsOptions(tls) }) : new Agent({ keepAlive: true });
  const start = isTls ? requestHttps : requestHttp;
  return (call, { headers, body, lengthMax }) =>
    new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(timeoutMs);
      const sent = start(`${url}/${call}`, { method: 'POST', agent, signal, headers: { ...headers, 'content-length': Buffer.byteLength(body) } });
      sent.on('error', (error) => reject(signal.aborted ? signal.reason : error));
      sent.on('response', (response) => {
        readText(response, lengthMax).then(
          (text) => resolve({ status: response.statusCode ?? 0, text }),
          (cause: unknown) => reject(signal.aborted ? signal.reason : new BrokenAnswer('the answer broke off', { cause })),
        );
      });
      sent.end(body);
    });
}

async function readText(response: IncomingMessage, lengthMax: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    length += chunk.length;
    if (length > lengthMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function tlsOptions(tls: CoreSettings['tls']) {
  return {
    ...(tls?.credentials && { cert: readFileSync(tls.credentials.certFile), key: readFileSync(tls.credentials.keyFile) }),
    ...(tls?.caFile === undefined ? {} : { ca: readFileSync(tls.caFile) }),
  };
}
