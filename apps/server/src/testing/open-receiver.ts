/** A receiver of notifications on this machine, over TLS. It keeps what it received and responds as the test says. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { EndpointNotification, TestNotification } from '@portico/contract';
import { Webhook } from 'standardwebhooks';
import { Value } from 'typebox/value';
import type { EgressNetwork } from '#platform/egress/exchange.ts';
import { makeCertificate } from './make-certificate.ts';

interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: EndpointNotification;
}

interface ReceivedTest extends Omit<Received, 'body'> {
  readonly body: TestNotification;
}

type Respond = (response: ServerResponse, received: Received | ReceivedTest) => void;

export const withStatus =
  (status: number, headers: Readonly<Record<string, string>> = {}): Respond =>
  (response) =>
    void response.writeHead(status, headers).end();

export interface Receiver {
  /** `https://` and the host, whose name leads to this machine in `network` alone. */
  readonly origin: string;
  /** A network in which the host is public, and the receiver's authority is trusted. No request ends early. */
  readonly network: EgressNetwork;
  readonly received: Received[];
  readonly tests: ReceivedTest[];
  respond: Respond;
  close(): Promise<void>;
}

export async function openReceiver(host: string): Promise<Receiver> {
  const authority = await makeCertificate({ name: 'Authority of the test' });
  const { certPem, keyPem } = await makeCertificate({ name: host, host, issuer: authority });
  const received: Received[] = [];
  const tests: ReceivedTest[] = [];
  const server = createServer({ cert: certPem, key: keyPem }, async (request, response) => {
    const text = await read(request);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const message = { path: request.url ?? '', headers, text };
    const body: unknown = JSON.parse(text);
    if (Value.Check(TestNotification, body)) {
      const one = { ...message, body };
      tests.push(one);
      return receiver.respond(response, one);
    }
    const one = { ...message, body: Value.Parse(EndpointNotification, body) };
    received.push(one);
    receiver.respond(response, one);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const receiver: Receiver = {
    origin: `https://${host}`,
    network: {
      resolve: async () => ['127.0.0.1'],
      isAllowed: (called) => called === '127.0.0.1',
      deadline: () => new AbortController().signal,
      port: typeof address === 'object' && address !== null ? address.port : 0,
      authorities: authority.certPem,
    },
    received,
    tests,
    respond: withStatus(204),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return receiver;
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** As a foreign library checks it. @throws for a message that was not signed with this secret of the client or of the endpoint, or too long ago. */
export function verifyMessage({ headers, text }: Pick<Received, 'headers' | 'text'>, secret: string): void {
  new Webhook(secret.startsWith('whsec_') ? secret : Buffer.from(secret).toString('base64')).verify(text, headers);
}
