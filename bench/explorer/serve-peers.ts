/** Serves fixed files and pages, compressed like Portico's, so that sizes can be compared. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { freePort } from '@portico/testkit';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

export interface FileServer {
  readonly origin: string;
  stop(): void;
}

/** @param pages texts by path, compressed in advance; other paths are files of `folder`, compressed at the first request */
export async function serveFiles(folder: string, pages: ReadonlyMap<string, string>): Promise<FileServer> {
  const port = await freePort();
  const compressed = new Map<string, Promise<Buffer>>();
  const read = async (path: string) => brotliCompressSync(pages.get(path) ?? (await readFile(join(folder, normalize(path)))));
  const bodyOf = (path: string): Promise<Buffer> => {
    const body = compressed.get(path) ?? read(path);
    compressed.set(path, body);
    return body;
  };
  for (const path of pages.keys()) await bodyOf(path);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://files.invalid');
    const path = decodeURIComponent(pathname);
    bodyOf(path).then(
      (body) => response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream', 'content-encoding': 'br' }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
