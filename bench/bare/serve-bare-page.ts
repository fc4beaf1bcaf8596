/** Builds the minimal page into a temporary folder and serves it compressed, as the portal serves its files. */
import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { createFolder, freePort } from '@portico/testkit';

const ROOT = join(import.meta.dirname, '..', '..');
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

export interface BarePage {
  readonly url: string;
  /** Responses of its calls, by name. */
  answers: ReadonlyMap<string, string>;
  stop(): Promise<void>;
}

export async function startBarePage(): Promise<BarePage> {
  const folder = await createFolder('bare');
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  await promisify(execFile)(process.execPath, [
    vite,
    'build',
    import.meta.dirname,
    '--outDir',
    folder,
    '--emptyOutDir',
    '--base',
    './',
    '--logLevel',
    'warn',
  ]);
  const port = await freePort();
  const files = new Map<string, Buffer>();
  const page: BarePage = {
    url: `http://127.0.0.1:${port}/index.html`,
    answers: new Map(),
    async stop() {
      server.close();
      server.closeAllConnections();
      await rm(folder, { recursive: true, force: true });
    },
  };

  async function bodyOf(path: string): Promise<Buffer> {
    const [, name] = /^\/(\w+)\.json$/.exec(path) ?? [];
    if (name !== undefined) return Buffer.from(name === 'calls' ? JSON.stringify([...page.answers.keys()]) : (page.answers.get(name) ?? '{}'));
    const known = files.get(path) ?? brotliCompressSync(await readFile(join(folder, path)));
    files.set(path, known);
    return known;
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', page.url);
    const isAnswer = pathname.endsWith('.json');
    const headers = { 'content-type': isAnswer ? 'application/json' : (TYPES[extname(pathname)] ?? 'text/plain') };
    bodyOf(pathname).then(
      (body) => response.writeHead(200, isAnswer ? headers : { ...headers, 'content-encoding': 'br' }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return page;
}
