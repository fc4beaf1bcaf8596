/** Serves the archive of the typed client, which `npm install` takes by its address, and its checksum. The build packs it (`packages/client/pack.mjs`). */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { sha256Hex } from '../crypto/hash.ts';
import { hasTag } from './entity-tag.ts';
import { UiRefusal } from './refusal.ts';

const ARCHIVE = /^portico-client-\d[\w.-]*\.tgz$/;
/** A release of the portal can change the types without a new version of the client, so caches must revalidate. */
const CACHE = 'no-cache';

interface ServedFile {
  /** RFC 6713 for the archive. */
  readonly type: string;
  readonly bytes: Buffer;
  readonly etag: string;
}

/** @param folder with the packed archive; it may be missing, for example in a server that runs from its sources. */
export async function registerClientArchive(app: FastifyInstance, folder: string): Promise<void> {
  const files = await readFiles(folder);
  app
    .withTypeProvider<TypeBoxTypeProvider>()
    .get('/client/:name', { schema: { params: Type.Object({ name: Type.String() }) } }, async (request, reply) => {
      const file = files.get(request.params.name) ?? refuseUnknown([...files.keys()]);
      reply.headers({ 'cache-control': CACHE, etag: file.etag });
      if (hasTag(request.headers['if-none-match'], file.etag)) return reply.code(304).send();
      return reply.type(file.type).send(file.bytes);
    });
}

/** By name: each archive, and its SHA-256 in the format of `sha256sum --check`. */
async function readFiles(folder: string): Promise<ReadonlyMap<string, ServedFile>> {
  const names = await readdir(folder).catch((): string[] => []);
  const archives = await Promise.all(
    names.filter((name) => ARCHIVE.test(name)).map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })),
  );
  return new Map(
    archives.flatMap(({ name, bytes }): [string, ServedFile][] => {
      const sum = sha256Hex(bytes);
      return [
        [name, { type: 'application/gzip', bytes, etag: `"${sum.slice(0, 32)}"` }],
        [`${name}.sha256`, { type: 'text/plain; charset=utf-8', bytes: Buffer.from(`${sum}  ${name}\n`), etag: `"${sum.slice(32)}"` }],
      ];
    }),
  );
}

function refuseUnknown(names: readonly string[]): never {
  const text =
    names.length === 0
      ? 'The archive of the client has not been built here. Run npm run build, then start again.'
      : `There is no such file of the client. There are: ${names.join(', ')}.`;
  throw new UiRefusal(404, 'NOT_FOUND', text);
}
