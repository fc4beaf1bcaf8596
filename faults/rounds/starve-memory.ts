/**
 * F15: a server with little memory gets many large bodies, and one is stopped for a while. It must survive, and customers who pay must get their
 * responses.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { openBankUnderLoad } from '../bank-under-load.ts';
import { createFindings, type Report } from '../findings.ts';
import { residentMegabytes } from './soak.ts';

const BROWSERS = 6;
const SERVERS = 2;
/** Limit of JavaScript objects; the measured use of a server under load is about half of it. */
const HEAP_MB = 192;
const FLOODERS = 40;
const BODY = JSON.stringify({ fill: 'x'.repeat(1_000_000) });
const PATHS = ['/api/v1/payments/sepa-credit-transfers', '/identity/sign-in', '/api/ui/payment'];
const STANDSTILL_MS = 12_000;
/** After this time without a response, the customer uses the other server. */
const CLIENT_TIMEOUT_MS = 5_000;
const PROBE_TIMEOUT_MS = 1_000;

export interface StarveSettings {
  readonly clusterUrl: string;
  readonly say: (text: string) => void;
  readonly seconds?: number;
}

export async function starveMemory({ clusterUrl, say, seconds = 20 }: StarveSettings): Promise<Report> {
  const findings = createFindings('F15 · little memory, and a server that stands still', say);
  const bank = await openBankUnderLoad({
    clusterUrl,
    serverCount: SERVERS,
    browsers: BROWSERS,
    timeoutMs: CLIENT_TIMEOUT_MS,
    env: { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` },
  });
  try {
    await bank.load.nextAcknowledgement();
    const { origin, child } = bank.server(0);
    const answers = new Map<string, number>();
    const untilOver = performance.now() + seconds * 1_000;
    let mostMegabytes = 0;
    const flood = async (index: number) => {
      while (performance.now() < untilOver) {
        const answer = await send(origin, PATHS[index % PATHS.length] ?? '/');
        answers.set(answer, (answers.get(answer) ?? 0) + 1);
      }
    };
    const before = bank.load.answered();
    const watch = async () => {
      while (performance.now() < untilOver) {
        mostMegabytes = Math.max(mostMegabytes, residentMegabytes(child.pid));
        await delay(200);
      }
    };
    await Promise.all([watch(), ...Array.from({ length: FLOODERS }, (_, index) => flood(index))]);
    findings.note(
      `Bodies of 1 MB for ${seconds} s from ${FLOODERS} clients at once: ${[...answers].map(([answer, count]) => `${answer} ${count}`).join(', ')}`,
    );
    findings.must(`the flooded server lives, with ${HEAP_MB} MB for its objects`, child.exitCode === null && child.signalCode === null);
    findings.must(
      'no body of that size is accepted, none is answered 5xx but 503',
      [...answers.keys()].every((answer) => !/^(2|5(?!03))/.test(answer)),
    );
    findings.figure('Its resident memory, at most', Math.round(mostMegabytes), 'MB');
    findings.note(`Signatures and refusals answered meanwhile: ${bank.load.answered() - before}`);

    child.kill('SIGSTOP');
    const stoppedAt = performance.now();
    let unready = 0;
    let probes = 0;
    const answeredBefore = bank.load.answered();
    while (performance.now() - stoppedAt < STANDSTILL_MS) {
      probes += 1;
      if (!(await isReady(origin))) unready += 1;
    }
    child.kill('SIGCONT');
    const goesOnAt = performance.now();
    while (!(await isReady(origin))) await delay(20);
    findings.must(`a server that stands still is unready for every probe (${unready} of ${probes})`, unready === probes && probes > 0);
    findings.figure('Ready again after it goes on', Math.round(performance.now() - goesOnAt), 'ms');
    findings.note(`The other server answered ${bank.load.answered() - answeredBefore} signatures and refusals meanwhile`);
    return await findings.conclude(bank);
  } finally {
    await bank.close();
  }
}

async function send(origin: string, path: string): Promise<string> {
  try {
    const method = path.startsWith('/api/ui') ? 'PUT' : 'POST';
    const answer = await fetch(`${origin}${path}`, {
      method,
      body: BODY,
      headers: { 'content-type': 'application/json', origin },
      signal: AbortSignal.timeout(30_000),
    });
    await answer.arrayBuffer();
    return String(answer.status);
  } catch {
    return 'connection closed';
  }
}

/** Asks like a balancer: a late response counts as none. */
async function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
