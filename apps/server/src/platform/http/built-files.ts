/**
 * Serves the files of the web build. No file is compressed during a request; the build wrote a `.br` and a `.gz` beside each. The list of files is read
 * once at start.
 */
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import { codingFor } from './negotiate.ts';

/** The content of a file with a hash in its name never changes. */
const ASSETS = 'assets/';
const ASSET_CACHE = 'public, max-age=31536000, immutable';
/** Browsers revalidate other files each time; an unchanged one returns 304. */
export const FILE_CACHE = 'no-cache';
/** Not served by name: compressed variants, pages (they have their own routes), source maps, and hidden files of the build. */
const NOT_SERVED = /\.(br|gz|html|map)$|(^|\/)\./;
/** Files of the console's entry. */
const OF_CONSOLE = /^assets\/console-/;

export const isOfConsole = (name: string): boolean => OF_CONSOLE.test(name);

/** Paths below the folder, with `/`. */
export async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !NOT_SERVED.test(path));
}

export async function allowFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false, index: false });
}

/** Call after {@link allowFiles}. */
export function serveFiles(app: FastifyInstance, names: readonly string[], config: FastifyContextConfig = {}): void {
  for (const name of names) {
    const cache = name.startsWith(ASSETS) ? ASSET_CACHE : FILE_CACHE;
    app.get(`/${name}`, { config }, (request, reply) => {
      // The plugin parses `Accept-Encoding` in another way, so it gets only the encoding that was negotiated here.
      request.raw.headers['accept-encoding'] = codingFor(request.headers, ['br', 'gzip']);
      return reply.header('cache-control', cache).sendFile(name);
    });
  }
}
