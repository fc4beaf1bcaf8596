/**
 * The clients of the measurement, in a separate process. Each signs one payment after the other on its own connection, with one write per request.
 * Reads one order as JSON from the command line, and writes one {@link LoadResult} as JSON.
 */
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { copies } from './rehearsal.ts';

export interface LoadOrder {
  readonly port: number;
  /** The server's public origin. */
  readonly origin: string;
  readonly clients: number;
  readonly seconds: number;
  /** The most payments to sign. */
  readonly payments?: number;
  readonly customers: number;
  /** Index of the first copy to sign; each copy is signed once. */
  readonly firstIndex: number;
}

export interface LoadResult {
  readonly signed: number;
  readonly seconds: number;
  readonly nextIndex: number;
  /** The first response that was not 200; a 503 counts too. */
  readonly failure: string | undefined;
  readonly failures: number;
  /** For each signed payment: index, milliseconds of the PUT, and its end in milliseconds since 1970. */
  readonly puts: readonly (readonly [index: number, ms: number, endedAt: number])[];
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function run(order: LoadOrder): Promise<LoadResult> {
  let nextIndex = order.firstIndex;
  let failures = 0;
  let failure: string | undefined;
  const puts: [number, number, number][] = [];
  const startedAt = performance.now();
  const until = startedAt + order.seconds * 1000;
  const client = async () => {
    const socket = await open(order.port);
    const send = askOver(socket);
    while (performance.now() < until && nextIndex < order.firstIndex + (order.payments ?? Number.POSITIVE_INFINITY)) {
      const index = nextIndex;
      nextIndex += 1;
      const request = requestOf(order, index);
      const sentAt = performance.now();
      const answer = await send(request);
      const ms = performance.now() - sentAt;
      if (answer.status === 200) puts.push([index, ms, performance.timeOrigin + performance.now()]);
      else {
        failures += 1;
        failure ??= `${answer.status} ${answer.text.slice(0, 500)}`;
      }
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: order.clients }, client));
  return { signed: puts.length, seconds: (performance.now() - startedAt) / 1000, nextIndex, failure, failures, puts };
}

function requestOf({ origin, port, customers }: LoadOrder, index: number): string {
  const customer = copies.customerOf(index, customers);
  const body = JSON.stringify({ debtorAccountIban: copies.iban(customer) });
  return [
    'PUT /api/ui/payment HTTP/1.1',
    `host: localhost:${port}`,
    `origin: ${origin}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    `x-request-id: ${randomUUID()}`,
    `signing-id: ${copies.signingId(index)}`,
    `cookie: portico-bank=${copies.bankCookie(customer)}`,
    '',
    body,
  ].join('\r\n');
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: 'localhost', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Sends one request at a time; a response must have `content-length`. */
function askOver(socket: Socket): (request: string) => Promise<Answer> {
  let received = '';
  let resolveAnswer: ((answer: Answer) => void) | undefined;
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    received += chunk;
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(received.slice(0, end))?.[1] ?? 0);
    if (received.length < end + 4 + length) return;
    const answer = { status: Number(received.slice(9, 12)), text: received.slice(end + 4) };
    received = '';
    resolveAnswer?.(answer);
  });
  socket.on('close', () => resolveAnswer?.({ status: 0, text: 'The connection ended.' }));
  return (request) =>
    new Promise((resolve) => {
      resolveAnswer = resolve;
      socket.write(request);
    });
}

process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '{}'))));
