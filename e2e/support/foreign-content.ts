/** A content system of somebody else's: another port, other HTML, and everything that can be wrong with its answers. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { freePort } from '@portico/testkit';

export interface ForeignContent {
  /** To be given as `PORTICO_CONTENT_BASE`. */
  readonly base: string;
  /** Answers of paths below the base, e.g. `/dev-portal-menu`; others are 404. */
  answers: Readonly<Record<string, ForeignAnswer>>;
  /** What was asked, newest last. */
  readonly asked: string[];
  stop(): Promise<void>;
}

export type ForeignAnswer = object | ((response: ServerResponse) => void);

const isWritten = (given: ForeignAnswer): given is (response: ServerResponse) => void => typeof given === 'function';

const HUGE_BYTES = 50 * 1024 * 1024;

export const WRONG: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'HTML instead of JSON': (response) => response.setHeader('content-type', 'text/html').end('<!doctype html><title>Welcome to your new site</title>'),
  'another shape': (response) => response.setHeader('content-type', 'application/json').end('{"data":{"children":[{"type":"node--page"}]}}'),
  'half an answer': (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"main":[');
    setTimeout(() => response.destroy(), 100);
  },
  '50 MB': (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const part = `${' '.repeat(65_535)}\n`;
    let left = HUGE_BYTES;
    const send = () => {
      while (left > 0 && !response.destroyed) {
        left -= part.length;
        if (!response.write(part)) return void response.once('drain', send);
      }
      response.end('{}');
    };
    send();
  },
  'an error of its own': (response) => response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Fatal error</h1> on line 1'),
};

export async function startForeignContent(portalOrigin: string): Promise<ForeignContent> {
  const port = await freePort();
  const asked: string[] = [];
  const content: ForeignContent = {
    base: `http://127.0.0.1:${port}/cms`,
    answers: {},
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => answer(request, response, content, portalOrigin));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return content;
}

function answer(request: IncomingMessage, response: ServerResponse, { answers, asked }: ForeignContent, portalOrigin: string): void {
  response.setHeader('access-control-allow-origin', portalOrigin);
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('access-control-allow-headers', 'content-type, tpp-id, x-request-id');
  if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  const path = new URL(request.url ?? '/', 'http://x.example').pathname.replace(/^\/cms/, '');
  asked.push(path);
  const given = answers[path];
  if (given !== undefined && isWritten(given)) return void given(response);
  if (given === undefined) return void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404</h1>');
  response.setHeader('content-type', 'application/json').end(JSON.stringify(given));
}
