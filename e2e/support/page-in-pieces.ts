/** The portal behind a line that stops in the middle of its page. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@portico/testkit';

const PAUSE_MS = 400;

/** @param end the first piece of `/` ends before it; everything else comes as it is */
export async function serveInPieces(portalUrl: string, end: string): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = createServer((asked, answer) => {
    if (asked.url === '/') void giveInPieces(portalUrl, url, end, answer);
    else pass(portalUrl, asked, answer);
  });
  server.listen(port, 'localhost');
  await once(server, 'listening');
  return {
    url,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function giveInPieces(portalUrl: string, url: string, end: string, answer: ServerResponse): Promise<void> {
  const found = await fetch(portalUrl, { headers: { 'accept-encoding': 'identity' } });
  const page = (await found.text()).replaceAll(portalUrl, url);
  const length = page.indexOf(end);
  answer.writeHead(length < 0 ? 502 : 200, {
    'content-type': 'text/html',
    'content-security-policy': found.headers.get('content-security-policy') ?? '',
  });
  answer.write(page.slice(0, length));
  await wait(PAUSE_MS);
  answer.end(page.slice(length));
}

function pass(portalUrl: string, asked: IncomingMessage, answer: ServerResponse): void {
  const { method, url = '/', headers } = asked;
  const upstream = request(new URL(url, portalUrl), { method, headers: { ...headers, host: new URL(portalUrl).host } }, (found) => {
    answer.writeHead(found.statusCode ?? 502, found.headers);
    found.pipe(answer);
  });
  upstream.on('error', () => answer.destroy());
  asked.pipe(upstream);
}
