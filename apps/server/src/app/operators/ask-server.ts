/** The client of `open-operator-socket.ts`. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { EXIT } from '../exit-codes.ts';
import { type OperatorEvent, readEvent, type SentOrder } from './operator-order.ts';
import { socketAddress } from './socket-address.ts';

const NOBODY_LISTENS: ReadonlySet<string> = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK']);
const NOT_ALLOWED: ReadonlySet<string> = new Set(['EACCES', 'EPERM']);

/** Returns undefined when no server listens in this data folder. */
export async function askServer(dataDir: string, order: SentOrder): Promise<AsyncIterable<OperatorEvent> | undefined> {
  const address = socketAddress(dataDir);
  if (address === undefined) return undefined;
  try {
    return readEvents(await send(address, order));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (NOBODY_LISTENS.has(code)) return undefined;
    if (!NOT_ALLOWED.has(code)) throw error;
    return notAllowed(address);
  }
}

function send(address: string, order: SentOrder): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    httpRequest({ socketPath: address, method: 'POST', path: '/', agent: false }, resolve).on('error', reject).end(JSON.stringify(order));
  });
}

async function* readEvents(response: IncomingMessage): AsyncGenerator<OperatorEvent> {
  let isEnded = false;
  try {
    for await (const line of createInterface({ input: response })) {
      const event = readEvent(line);
      if (event === undefined) break;
      isEnded = !('line' in event);
      yield event;
    }
  } catch {
    // The code below reports it.
  }
  if (!isEnded) {
    yield {
      exitCode: EXIT.failure,
      text: 'The server ended before it had answered. Look what was done (app find, audit export), then repeat the command.',
    };
  }
}

async function* notAllowed(address: string): AsyncGenerator<OperatorEvent> {
  yield { exitCode: EXIT.notAllowed, text: `${address} belongs to another user. Run the command as the user who runs the server.` };
}
