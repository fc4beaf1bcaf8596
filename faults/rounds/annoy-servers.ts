/**
 * F9: hundreds of clients send slowly, read nothing or disconnect in the middle, while customers pay. `http/slow-clients.test.ts` tests the limits.
 */
import { randomInt } from 'node:crypto';
import { createConnection, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { openBankUnderLoad } from '../bank-under-load.ts';
import { countOpenFiles } from '../check/check-bank.ts';
import { createFindings, type Report, share } from '../findings.ts';

const BROWSERS = 6;
const CLIENTS = 300;
const CALL_MS_WANTED = 1_000;
const BITE_MS = 500;
/** Open files of a server for customers, its pool and its own files. */
const FILES_TOLERANCE = 60;
const SETTLE_MS = 20_000;

const HEAD = 'POST /api/v1/payments/sepa-credit-transfers HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 20000\r\n';
const WAYS = ['slow headers', 'slow body', 'reads nothing', 'hangs up'] as const;

export interface AnnoySettings {
  readonly clusterUrl?: string;
  readonly say: (text: string) => void;
  readonly seconds?: number;
}

export async function annoyServers({ clusterUrl, say, seconds = 30 }: AnnoySettings): Promise<Report> {
  const findings = createFindings(`F9 · ${clusterUrl === undefined ? 'PGlite' : 'PostgreSQL'}: slow clients, and clients that hang up`, say);
  const bank = await openBankUnderLoad({ clusterUrl, serverCount: 1, browsers: BROWSERS });
  try {
    await bank.load.nextAcknowledgement();
    const { origin, child } = bank.server(0);
    const before = countOpenFiles(child.pid, bank.place.dataDir);
    const answered = bank.load.answered();
    const beganAt = performance.now();
    const port = Number(new URL(origin).port);
    const untilOver = beganAt + seconds * 1_000;
    let connections = 0;
    const annoy = async (index: number) => {
      while (performance.now() < untilOver) {
        connections += 1;
        await behave(WAYS[index % WAYS.length] ?? 'hangs up', port, untilOver);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, index) => annoy(index)));
    const met = bank.servers.calls.filter((call) => call.beganAt >= beganAt);
    findings.note(
      `${CLIENTS} such clients for ${seconds} s, ${connections} connections; ${bank.load.answered() - answered} signatures and refusals were answered meanwhile`,
    );
    findings.must('every call of a customer was answered, none with 5xx', met.length > 0 && met.every(({ outcome }) => /^[234]\d\d$/.test(outcome)));
    // A signature is held until the phone answers.
    const unheld = met.filter(({ method }) => method !== 'PUT');
    findings.figure('99 of 100 calls of customers that no phone holds came within', share(unheld, 0.99), 'ms', CALL_MS_WANTED);
    findings.figure('The longest call of a customer', Math.round(Math.max(...met.map(({ ms }) => ms))), 'ms');
    await delay(SETTLE_MS);
    const after = countOpenFiles(child.pid, bank.place.dataDir);
    if (before !== undefined && after !== undefined)
      findings.must(`open files are given back: ${before} before, ${after} afterwards`, after <= before + FILES_TOLERANCE);
    return await findings.conclude(bank);
  } finally {
    await bank.close();
  }
}

/** Runs one connection until the server or the client ends it. */
async function behave(way: (typeof WAYS)[number], port: number, untilOver: number): Promise<void> {
  const socket = createConnection({ host: 'localhost', port });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const isOver = () => socket.destroyed || performance.now() > untilOver;
  socket.write(way === 'reads nothing' ? 'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(50) : HEAD);
  if (way === 'hangs up') {
    socket.write('\r\n{"instructedAmount":');
    await delay(randomInt(10, BITE_MS));
  }
  if (way === 'slow body') socket.write('\r\n');
  if (way === 'reads nothing') socket.pause();
  else socket.resume();
  while (way !== 'hangs up' && !isOver()) await bite(socket, way);
  socket.resetAndDestroy();
  await closed;
}

async function bite(socket: Socket, way: (typeof WAYS)[number]): Promise<void> {
  if (way === 'slow headers') socket.write(`X-More-${randomInt(1_000_000)}: 1\r\n`);
  if (way === 'slow body') socket.write('x');
  await delay(BITE_MS);
}
