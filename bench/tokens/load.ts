/**
 * The applications of the measurement, in a separate process. Each exchanges one code after the other on its own connection, with one write per
 * request. Reads one order as JSON from the command line, and writes one {@link TokenLoadResult} as JSON.
 */
import { connect, type Socket } from 'node:net';

export interface TokenLoadOrder {
  readonly port: number;
  readonly path: string;
  /** Form text without the code. */
  readonly form: string;
  readonly clients: number;
  /** Codes `{prefix}-{first}` to `{prefix}-{last}`, each exchanged once. */
  readonly prefix: string;
  readonly first: number;
  readonly last: number;
}

export interface TokenLoadResult {
  readonly seconds: number;
  /** Of each exchange. */
  readonly milliseconds: readonly number[];
  /** The first response that was not 200 with an access, a refresh and an ID token. */
  readonly failure: string | undefined;
}

const ANSWER = /^HTTP\/1\.1 200 .*"access_token":.*"id_token":.*"refresh_token":/s;

async function run(order: TokenLoadOrder): Promise<TokenLoadResult> {
  let next = order.first;
  let failure: string | undefined;
  const milliseconds: number[] = [];
  const startedAt = performance.now();
  const client = async () => {
    const socket = await open(order.port);
    const send = askOver(socket);
    while (next <= order.last) {
      const request = requestOf(order, next);
      next += 1;
      const sentAt = performance.now();
      const answer = await send(request);
      milliseconds.push(performance.now() - sentAt);
      if (!ANSWER.test(answer)) failure ??= answer.slice(0, 1000);
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: order.clients }, client));
  return { seconds: (performance.now() - startedAt) / 1000, milliseconds, failure };
}

function requestOf({ port, path, form, prefix }: TokenLoadOrder, index: number): string {
  const body = `${form}&code=${prefix}-${index}`;
  const type = 'content-type: application/x-www-form-urlencoded';
  return [`POST ${path} HTTP/1.1`, `host: localhost:${port}`, type, `content-length: ${body.length}`, '', body].join('\r\n');
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: 'localhost', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Sends one request at a time; a response must have `content-length`. */
function askOver(socket: Socket): (request: string) => Promise<string> {
  let received = '';
  let resolveAnswer: ((answer: string) => void) | undefined;
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    received += chunk;
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(received.slice(0, end))?.[1] ?? 0);
    if (received.length < end + 4 + length) return;
    const answer = received;
    received = '';
    resolveAnswer?.(answer);
  });
  socket.on('close', () => resolveAnswer?.('The connection ended.'));
  return (request) =>
    new Promise((resolve) => {
      resolveAnswer = resolve;
      socket.write(request);
    });
}

process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '{}'))));
