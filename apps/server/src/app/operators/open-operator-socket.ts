/**
 * Receives operators' commands in the running server: HTTP on a Unix socket in the data folder, which only this server's user may open. It is used
 * only with the embedded database. That database locks its folder, so a socket file found at the start belongs to no running server and is removed.
 */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { FILE_BYTES_MAX, type OperatorEvent, readOrder, type SentOrder } from './operator-order.ts';
import { PATH_TOO_LONG, socketAddress } from './socket-address.ts';

/** The limit of a request body: words, texts and a file as base64. */
const ORDER_BYTES_MAX = 65_536 + Math.ceil(FILE_BYTES_MAX / 3) * 4;
const ONLY_THE_OWNER = 0o177;

export interface OperatorSocket {
  close(): Promise<void>;
}

/** Returns undefined when the socket cannot be opened. The log gives the reason, and the server works without it. */
export async function openOperatorSocket(
  dataDir: string,
  play: (order: SentOrder) => AsyncIterable<OperatorEvent>,
  log: Logger,
): Promise<OperatorSocket | undefined> {
  const address = socketAddress(dataDir);
  if (address === undefined) {
    log.warn(PATH_TOO_LONG);
    return undefined;
  }
  const server = createServer((request, response) => {
    answer(request, response, play).catch((error: unknown) => {
      log.warn({ err: error }, 'An operator’s command broke off.');
      response.destroy();
    });
  });
  try {
    rmSync(address, { force: true });
    // The umask is changed around the call that creates the file, so other users cannot open the socket at any moment.
    const umask = process.umask(ONLY_THE_OWNER);
    server.listen(address);
    process.umask(umask);
    await once(server, 'listening');
  } catch (error) {
    log.warn({ err: error }, 'Operators’ commands cannot reach this server while it runs.');
    return undefined;
  }
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, play: (order: SentOrder) => AsyncIterable<OperatorEvent>): Promise<void> {
  const order = readOrder(await readBody(request));
  if (order === undefined) {
    response.writeHead(400).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  for await (const event of play(order)) {
    // The operator has ended their command, for example with Ctrl+C: stop the work.
    if (gone.signal.aborted) return;
    if (!response.write(`${JSON.stringify(event)}\n`)) await once(response, 'drain', { signal: gone.signal });
  }
  response.end();
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > ORDER_BYTES_MAX) return '';
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}
