/**
 * The clients of the measurement, in a separate process. Each sends one call after the other; the process signs what a provider signs. Reads one order
 * as JSON from standard input, and writes one {@link IdentityLoad} as JSON.
 */
import { createHash, createPrivateKey, createPublicKey, randomUUID, sign } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

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
  readonly clients: number;
  readonly seconds: number;
}

export interface IdentityLoad {
  readonly answered: number;
  readonly seconds: number;
  readonly failures: number;
  readonly failure: string | undefined;
  readonly milliseconds: readonly number[];
}

async function run(order: IdentityOrder): Promise<IdentityLoad> {
  const { origin, method, path, body, clients, seconds, keepsConnections } = order;
  const { hostname, port, protocol } = new URL(origin);
  const isTls = protocol === 'https:';
  const settings = { keepAlive: keepsConnections, maxSockets: 1 };
  const headersOf = createHeaders(order);
  const milliseconds: number[] = [];
  let failures = 0;
  let failure: string | undefined;
  const startedAt = performance.now();
  const client = async (): Promise<void> => {
    // What the server's certificate says is not measured, and no session is taken up again.
    const agent = isTls
      ? new HttpsAgent({ ...settings, ...order.certificate, rejectUnauthorized: false, maxCachedSessions: 0 })
      : new HttpAgent(settings);
    while (performance.now() - startedAt < seconds * 1_000) {
      const headers = headersOf();
      const sentAt = performance.now();
      const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
        const options = { host: hostname, port, method, path, headers, agent };
        const asked = (isTls ? httpsRequest : httpRequest)(options, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => void chunks.push(chunk));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
        });
        asked.on('error', reject);
        asked.end(body);
      });
      if (status === 200 || status === 201) milliseconds.push(performance.now() - sentAt);
      else {
        failures += 1;
        failure ??= `${status} ${text.slice(0, 500)}`;
      }
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { answered: milliseconds.length, seconds: (performance.now() - startedAt) / 1_000, failures, failure, milliseconds };
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
process.stdout.write(JSON.stringify(await run(JSON.parse(Buffer.concat(chunks).toString()))));
