/** Requests that no HTTP library would send. */
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Of a request that should have been refused the server may wait for the rest. */
const IDLE_MS = 5_000;

/** What the listening `app` writes until the connection is closed; with `until: 'head'`, until its first answer's headers have ended. */
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
