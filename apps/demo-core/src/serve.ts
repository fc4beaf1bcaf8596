/** `POST /{call}`, with JSON in both directions. A caller must send one of the secrets. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

export type Body = Readonly<Record<string, unknown>>;
const PAGES = /^\/(app|authentication|openid\/sign-in)(\/|$)/;
const OPENID = /^\/openid\//;

export type Calls = Readonly<Record<string, (body: Body) => object>>;

/** For browsers, which have no secret. */
export interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
export interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Path and query. */
  readonly target: string;
  readonly form: URLSearchParams;
}

/** What browsers ask for. */
export interface BrowserSide {
  /** Undefined: no such page. */
  openPage(visit: Visit): Promise<Page | undefined>;
  serveOpenId(request: IncomingMessage, response: ServerResponse): void;
}

/** What a caller must change before he asks again; never an outcome of a payment. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

export function serve(secrets: readonly string[], calls: Calls, browsers: BrowserSide): Server {
  const accepted = secrets.map((secret) => digest(`Bearer ${secret}`));

  async function answer(request: IncomingMessage): Promise<object> {
    const given = digest(request.headers.authorization ?? '');
    if (!accepted.some((secret) => timingSafeEqual(given, secret))) throw new Refused(401, 'The secret is not right.');
    const name = (request.url ?? '').replace(/^\//, '');
    const call = request.method === 'POST' && Object.hasOwn(calls, name) ? calls[name] : undefined;
    if (call === undefined) throw new Refused(404, `There is no call ${request.method} ${request.url}.`);
    return call(await readBody(request));
  }

  async function openPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(request.method === 'POST' ? await readText(request) : '');
    const page = await browsers.openPage({ request, response, target: request.url ?? '/', form });
    const { status, headers, body } = page ?? { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not here.' };
    response.writeHead(status, headers).end(body);
  }

  return createServer((request, response) => {
    if (PAGES.test(request.url ?? '')) {
      openPage(request, response).catch((error: unknown) => {
        console.error(error);
        response.writeHead(500).end();
      });
      return;
    }
    if (OPENID.test(request.url ?? '')) {
      browsers.serveOpenId(request, response);
      return;
    }
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
  const given = await readText(request);
  try {
    const body: unknown = JSON.parse(given);
    if (typeof body === 'object' && body !== null) return Object.fromEntries(Object.entries(body));
  } catch {
    // Said below, as for any other text.
  }
  throw new Refused(400, 'The body is no JSON object.');
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
