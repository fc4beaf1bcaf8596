import { hash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerClientArchive } from './client-archive.ts';

const NAME = 'portico-client-1.2.3.tgz';
const ARCHIVE = Buffer.from([0x1f, 0x8b, 0, 0xff, 10]);

let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-archive-'));
  for (const name of [NAME, '.build', 'notes.txt', 'portico-client-1.2.3.tgz.bak']) await writeFile(join(folder, name), ARCHIVE);
  app = fastify();
  await registerClientArchive(app, folder);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

describe('the archive of the client', () => {
  it('is sent as it was packed, and revalidated each time', async () => {
    const { statusCode, headers, rawPayload } = await app.inject(`/client/${NAME}`);
    expect([statusCode, rawPayload]).toEqual([200, ARCHIVE]);
    expect(headers).toMatchObject({ 'content-type': 'application/gzip', 'cache-control': 'no-cache', etag: expect.stringMatching(/^"\w{32}"$/) });
    const again = await app.inject({ url: `/client/${NAME}`, headers: { 'if-none-match': String(headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('has a checksum in the format of sha256sum', async () => {
    const { headers, body } = await app.inject(`/client/${NAME}.sha256`);
    expect(body).toBe(`${hash('sha256', ARCHIVE, 'hex')}  ${NAME}\n`);
    expect(headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' });
    expect(headers.etag).not.toBe((await app.inject(`/client/${NAME}`)).headers.etag);
  });

  it.each(['.build', 'notes.txt', 'portico-client-1.2.3.tgz.bak', 'portico-client-0.0.1.tgz', '..%2fpackage.json', '__proto__', 'toString'])(
    'is all that there is: %s',
    async (name) => {
      const { statusCode, body } = await app.inject(`/client/${name}`);
      expect(statusCode).toBe(404);
      expect(body).toContain(`There are: ${NAME}, ${NAME}.sha256.`);
    },
  );

  it('is absent from a server whose build is missing, and the answer says how to build it', async () => {
    const unbuilt = fastify();
    await registerClientArchive(unbuilt, join(folder, 'nothing'));
    const { statusCode, body } = await unbuilt.inject(`/client/${NAME}`);
    expect(statusCode).toBe(404);
    expect(body).toContain('npm run build');
    await unbuilt.close();
  });
});
