/** A responder on loopback, and the network that leads to it instead of to the internet. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { EgressNetwork } from '#platform/egress/exchange.ts';

export interface Responder {
  readonly network: EgressNetwork;
  readonly close: () => Promise<void>;
}

/** @param port of the responder. The network allows loopback, and no request ends early. */
export const networkTo = (port: number): EgressNetwork => ({
  resolve: async () => ['127.0.0.1'],
  isAllowed: (address) => address === '127.0.0.1',
  port,
  deadline: () => new AbortController().signal,
});

export async function serveStatus(answer: RequestListener): Promise<Responder> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    network: networkTo(port),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
