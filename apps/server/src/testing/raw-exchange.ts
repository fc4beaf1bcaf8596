/** Sends requests that no HTTP library would send. */
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Ends a connection whose server waits for the rest of a request instead of refusing. Longer than a busy machine is silent. */
const IDLE_MS = 120_000;

/** Returns the bytes that the listening `app` writes until the connection closes; with `until: 'head'`, until the headers of its first response. */
export function exchangeRaw(app: FastifyInstance, text: string, until: 'closed' | 'head' = 'closed'): Promise<string> {
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setTimeout(IDLE_MS, () => socket.destroy());
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer = `${answer}${chunk}`;
      if (until === 'head' && answer.includes('\r\n\r\n')) socket.destroy();
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
  });
}
