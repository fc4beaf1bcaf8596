/** `POST /{call}`, with JSON in both directions. A caller must send one of the secrets. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';

export type Body = Readonly<Record<string, unknown>>;
export type Calls = Readonly<Record<string, (body: Body) => object>>;

/** What a caller must change before he asks again; never an outcome of a payment. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

export function serve(secrets: readonly string[], calls: Calls): Server {
  const accepted = secrets.map((secret) => digest(`Bearer ${secret}`));

  async function answer(request: IncomingMessage): Promise<object> {
    const given = digest(request.headers.authorization ?? '');
    if (!accepted.some((secret) => timingSafeEqual(given, secret))) throw new Refused(401, 'The secret is not right.');
    const name = (request.url ?? '').replace(/^\//, '');
    const call = request.method === 'POST' && Object.hasOwn(calls, name) ? calls[name] : undefined;
    if (call === undefined) throw new Refused(404, `There is no call ${request.method} ${request.url}.`);
    return call(await readBody(request));
  }

  return createServer((request, response) => {
    answer(request).then(
      (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      (error: unknown) => {
        if (!(error instanceof Refused)) console.error(error);
        const status = error instanceof Refused ? error.status : 500;
        const text = error instanceof Refused ? error.message : 'Something went wrong here.';
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: text }));
      },
    );
  });
}

async function readBody(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    if (typeof body === 'object' && body !== null) return Object.fromEntries(Object.entries(body));
  } catch {
    // Said below, as for any other text.
  }
  throw new Refused(400, 'The body is no JSON object.');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
