/**
 * The clients of the measurement, in a separate process. Each sends one call after the other; the process signs what a provider signs. Reads one order
 * as JSON from standard input. Writes a line when each client has its first response, so that its connection is open, and then one
 * {@link IdentityLoad} of the calls after it as a line of JSON.
 */
import { createHash, createPrivateKey, createPublicKey, randomUUID, sign } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';

export interface IdentityOrder {
  /** Where the server listens, for example `https://localhost:41234`. */
  readonly origin: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** PEM of the client's certificate and its key, for https. */
  readonly certificate?: { readonly cert: string; readonly key: string };
  /** PEM of the key that signs proofs, and the token for which they are. */
  readonly dpop?: { readonly key: string; readonly token: string };
  /** What signs requests: PEM of the key, and the certificate as base64. */
  readonly seal?: { readonly key: string; readonly der: string; readonly keyId: string };
  /** False: a new connection for each call. */
  readonly keepsConnections: boolean;
  /** Of all clients together, at even distances. Absent: each client sends a call when it has the response to the one before. */
  readonly perSecond?: number;
  readonly clients: number;
  readonly seconds: number;
}

export interface IdentityLoad {
  readonly answered: number;
  readonly seconds: number;
  /** Processor time of the clients' process, in milliseconds. */
  readonly processorMs: number;
  readonly failures: number;
  readonly failure: string | undefined;
  readonly milliseconds: readonly number[];
}

async function run(order: IdentityOrder): Promise<IdentityLoad> {
  const { perSecond, clients, seconds } = order;
  const calls = Array.from({ length: clients }, () => createClient(order));
  const failed = (await Promise.all(calls.map(({ send }) => send()))).map(({ failure }) => failure).filter((failure) => failure !== undefined);
  process.stdout.write('open\n');
  const milliseconds: number[] = [];
  const [startedAt, usedBefore] = [performance.now(), process.cpuUsage()];
  const passed = () => performance.now() - startedAt;
  const work = async ({ send, end }: Client, place: number): Promise<void> => {
    for (let turn = place; passed() < seconds * 1_000; turn += clients) {
      if (perSecond !== undefined) await wait(Math.max(0, (turn / perSecond) * 1_000 - passed()));
      const sentAt = performance.now();
      const { failure } = await send();
      if (failure === undefined) milliseconds.push(performance.now() - sentAt);
      else failed.push(failure);
    }
    end();
  };
  await Promise.all(calls.map(work));
  const { user, system } = process.cpuUsage(usedBefore);
  const [lasted, processorMs] = [passed() / 1_000, (user + system) / 1_000];
  return { answered: milliseconds.length, seconds: lasted, processorMs, failures: failed.length, failure: failed[0], milliseconds };
}

interface Client {
  /** `failure`: an unexpected response. */
  send(): Promise<{ readonly failure: string | undefined }>;
  end(): void;
}

function createClient(order: IdentityOrder): Client {
  const { origin, method, path, body, keepsConnections } = order;
  const { hostname, port, protocol } = new URL(origin);
  const isTls = protocol === 'https:';
  const settings = { keepAlive: keepsConnections, maxSockets: 1 };
  // What the server's certificate says is not measured, and no session is taken up again.
  const agent = isTls
    ? new HttpsAgent({ ...settings, ...order.certificate, rejectUnauthorized: false, maxCachedSessions: 0 })
    : new HttpAgent(settings);
  const headersOf = createHeaders(order);
  const send = () =>
    new Promise<{ failure: string | undefined }>((resolve, reject) => {
      const options = { host: hostname, port, method, path, headers: headersOf(), agent };
      const asked = (isTls ? httpsRequest : httpRequest)(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => void chunks.push(chunk));
        response.on('end', () => {
          const { statusCode = 0 } = response;
          resolve({ failure: [200, 201].includes(statusCode) ? undefined : `${statusCode} ${Buffer.concat(chunks).toString().slice(0, 500)}` });
        });
      });
      asked.on('error', reject);
      asked.end(body);
    });
  return { send, end: () => agent.destroy() };
}

/** Headers of one call; each has its id, signature and proof. */
function createHeaders({ origin, method, path, headers, body, dpop, seal }: IdentityOrder): () => Record<string, string> {
  const length: Record<string, string> = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const proofOf = dpop === undefined ? undefined : createProof(dpop, method, `${origin}${path}`);
  const sealKey = seal === undefined ? undefined : createPrivateKey(seal.key);
  return () => {
    const sent: Record<string, string> = { ...headers, ...length, 'x-request-id': randomUUID() };
    if (proofOf !== undefined) sent.dpop = proofOf();
    if (seal === undefined || sealKey === undefined) return sent;
    const names = ['digest', 'x-request-id', 'tpp-redirect-uri'];
    sent.digest = `SHA-256=${createHash('sha256')
      .update(body ?? '')
      .digest('base64')}`;
    sent['tpp-signature-certificate'] = seal.der;
    const signature = sign('sha256', Buffer.from(names.map((name) => `${name}: ${sent[name]}`).join('\n')), sealKey).toString('base64');
    sent.signature = `keyId="${seal.keyId}",algorithm="ecdsa-sha256",headers="${names.join(' ')}",signature="${signature}"`;
    return sent;
  };
}

/** RFC 9449 §4.2, with ES256. */
function createProof({ key, token }: NonNullable<IdentityOrder['dpop']>, htm: string, htu: string): () => string {
  const privateKey = createPrivateKey(key);
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const header = encode({ typ: 'dpop+jwt', alg: 'ES256', jwk: createPublicKey(privateKey).export({ format: 'jwk' }) });
  const ath = createHash('sha256').update(token).digest('base64url');
  return () => {
    const content = `${header}.${encode({ jti: randomUUID(), iat: Math.floor(Date.now() / 1_000), htm, htu, ath })}`;
    return `${content}.${sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  };
}

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
process.stdout.write(`${JSON.stringify(await run(JSON.parse(Buffer.concat(chunks).toString())))}\n`);
