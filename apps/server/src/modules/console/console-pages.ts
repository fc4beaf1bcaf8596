/** Serves the built pages of the console. One HTML entry has every page; only the sign-in page needs no session. */
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { allowFiles, listFiles, serveFiles } from '#platform/http/built-files.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { SIGN_IN_PAGE } from './console-access.ts';

const ENTRY = 'console.html';
/** Assets of the console and those that it shares with other entries. */
const ASSETS = /^assets\//;
const CONSOLE_PAGES = ['/', '/find', '/payments', '/providers', '/requests', '/audit'] as const;

/** @param folder the build of `apps/web`. Call after `registerConsole`, whose guard these routes need. */
export async function registerConsolePages(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = await access(join(folder, ENTRY)).then(
    () => true,
    () => false,
  );
  const html = isBuilt ? await readFile(join(folder, ENTRY), 'utf8') : undefined;
  const sendPage = (reply: FastifyReply) => {
    if (html === undefined) throw new UiRefusal(503, 'UNAVAILABLE', 'The pages have not been built. Run npm run build, then start again.');
    return reply.type('text/html; charset=utf-8').send(html);
  };
  app.get(SIGN_IN_PAGE, { config: { consoleAccess: 'open' } }, (_request, reply) => sendPage(reply));
  for (const page of CONSOLE_PAGES) app.get(page, { config: { consoleAccess: 'page' } }, (_request, reply) => sendPage(reply));
  if (!isBuilt) return;
  await allowFiles(app, folder);
  serveFiles(
    app,
    (await listFiles(folder)).filter((name) => ASSETS.test(name)),
    { consoleAccess: 'open' },
  );
}
