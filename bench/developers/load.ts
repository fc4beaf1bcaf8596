/**
 * The clients of the measurement, in a separate process. Each sends one call after the other on its own connection, each time as another caller.
 * Reads one order as JSON from standard input, and writes one {@link LoadResult} as JSON.
 */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

export interface LoadOrder {
  readonly port: number;
  readonly clients: number;
  /** Absent: the load ends when every caller has called once. */
  readonly seconds?: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Headers that identify the caller, one set for each. */
  readonly callers: readonly Readonly<Record<string, string>>[];
  /** Path of each caller; default: `path`. */
  readonly paths?: readonly string[];
}

export interface LoadResult {
  readonly answered: number;
  readonly seconds: number;
  /** Number of responses other than 200 and 204, and the first of them. */
  readonly failures: number;
  readonly failure: string | undefined;
  readonly milliseconds: readonly number[];
}

async function run({ port, clients, seconds, method, path, callers, paths = [] }: LoadOrder): Promise<LoadResult> {
  const milliseconds: number[] = [];
  let sent = 0;
  let failures = 0;
  let failure: string | undefined;
  const startedAt = performance.now();
  const goesOn = () => (seconds === undefined ? sent < callers.length : performance.now() - startedAt < seconds * 1000);
  const client = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (goesOn()) {
      const at = sent % callers.length;
      sent += 1;
      const sentAt = performance.now();
      const { status, text } = await call(agent, paths[at] ?? path, callers[at] ?? {});
      if (status === 200 || status === 204) milliseconds.push(performance.now() - sentAt);
      else {
        failures += 1;
        failure ??= `${status} ${text.slice(0, 500)}`;
      }
    }
    agent.destroy();
  };
  const call = (agent: Agent, at: string, caller: Readonly<Record<string, string>>) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const origin = `http://localhost:${port}`;
      const headers = { origin, 'content-type': 'application/json', 'x-request-id': randomUUID(), ...caller };
      const asked = request({ host: 'localhost', port, path: at, method, agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => void chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      });
      asked.on('error', reject);
      asked.end();
    });
  await Promise.all(Array.from({ length: clients }, client));
  return { answered: milliseconds.length, seconds: (performance.now() - startedAt) / 1000, failures, failure, milliseconds };
}

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
process.stdout.write(JSON.stringify(await run(JSON.parse(Buffer.concat(chunks).toString()))));
