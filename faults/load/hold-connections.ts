/**
 * An attacker in a separate process: holds connections from one address, and opens each again after it was closed. Reads one order as JSON from
 * standard input, and writes one {@link HoldResult} as JSON at the end.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export type Hold = keyof typeof FIRST;

export interface HoldOrder {
  readonly port: number;
  /** The loopback address from which it connects. */
  readonly from: string;
  readonly hold: Hold;
  readonly connections: number;
  readonly seconds: number;
}

export interface HoldResult {
  readonly opened: number;
  /** The most connections open at the same time, as the attacker counts them. */
  readonly heldMax: number;
  /** Responses by status, e.g. `408`. */
  readonly answers: Readonly<Record<string, number>>;
}

const OPENED_AT_A_TIME = 100;
const PAUSE_MS = 10;
const MORE_EVERY_MS = 1_000;
/** The pause before a closed connection is opened again. */
const AGAIN_AFTER_MS = 2_000;
const HOST = 'Host: localhost\r\n';
const FIRST = {
  'nothing sent': '',
  'slow headers': `GET /config.json HTTP/1.1\r\n${HOST}`,
  'slow body': `POST /api/v1/payments/sepa-credit-transfers HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 2000000\r\n\r\n{`,
  'kept after an answer': `GET /config.json HTTP/1.1\r\n${HOST}\r\n`,
  'huge headers': `GET /config.json HTTP/1.1\r\n${HOST}${Array.from({ length: 60 }, (_, at) => `X-${at}: ${'x'.repeat(1_000)}\r\n`).join('')}\r\n`,
};
const MORE: Partial<Readonly<Record<Hold, string>>> = { 'slow headers': 'X-More: 1\r\n', 'slow body': ' ' };

async function run({ port, from, hold, connections, seconds }: HoldOrder): Promise<HoldResult> {
  const until = performance.now() + seconds * 1_000;
  const held = new Set<Socket>();
  const answers: Record<string, number> = {};
  let opened = 0;
  let heldMax = 0;

  function open(): void {
    if (performance.now() > until) return;
    const socket = connect({ port, host: '127.0.0.1', localAddress: from }, () => {
      opened += 1;
      held.add(socket);
      heldMax = Math.max(heldMax, held.size);
      socket.write(FIRST[hold]);
    });
    socket.once('data', (bytes: Buffer) => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(bytes.toString('latin1'))?.[1] ?? 'none';
      answers[status] = (answers[status] ?? 0) + 1;
    });
    socket
      .on('error', () => {})
      .on('close', () => {
        held.delete(socket);
        setTimeout(open, AGAIN_AFTER_MS).unref();
      });
  }

  const more = setInterval(() => {
    for (const socket of held) if (socket.writable) socket.write(MORE[hold] ?? '');
  }, MORE_EVERY_MS);
  for (let count = 0; count < connections && performance.now() < until; count += 1) {
    open();
    if (count % OPENED_AT_A_TIME === 0) await delay(PAUSE_MS);
  }
  await delay(Math.max(0, until - performance.now()));
  clearInterval(more);
  return { opened, heldMax, answers };
}

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
// Its connections end with the process.
process.stdout.write(JSON.stringify(await run(JSON.parse(Buffer.concat(chunks).toString()))), () => process.exit());
