/**
 * The built pages: two entries, hashed assets, and what the browser must know before its first call. Nothing is compressed while
 * somebody waits; the build wrote `.br` and `.gz` beside each file. The list of files is fixed at start.
 */
import { access, readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import { RuntimeConfig } from '@portico/contract';
import { DEFAULT_LOCALE, RUNTIME_CONFIG_ID } from '@portico/contract/values';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { brandedPage, registerBrandFiles } from './brand-files.ts';
import { fixedText } from './fixed-text.ts';
import { registerPlainStyles } from './plain-page.ts';
import { UiRefusal } from './refusal.ts';

/** Names with a hash never change their content. */
const ASSETS = 'assets/';
const ASSET_CACHE = 'public, max-age=31536000, immutable';
/** Plain files are asked for again each time; an unchanged one answers 304. */
const FILE_CACHE = 'no-cache';
/** What stands beside a file for those who accept it, the pages (they have addresses of their own), and the build's own notes. */
const NOT_SERVED = /\.(br|gz|html)$|^\./;
const TIME_ZONES = { ee: 'Europe/Tallinn', lv: 'Europe/Riga', lt: 'Europe/Vilnius' } as const;

export interface StaticWebDeps {
  readonly config: Config;
  /** Folder with `index.html`, `bank.html` and `assets/`. */
  readonly folder: string;
  /** Portal addresses that live in the hash, e.g. `/welcome`: the real path leads there, query kept. */
  readonly hashRoutes: readonly string[];
}

export async function registerStaticWeb(app: FastifyInstance, { config, folder, hashRoutes }: StaticWebDeps): Promise<void> {
  const isBuilt = await access(join(folder, 'index.html')).then(
    () => true,
    () => false,
  );
  if (isBuilt) await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false, index: false });

  const sendPage = isBuilt ? await pageSender(config, folder) : refuseUnbuilt;
  app.get('/', (request, reply) => sendPage(request, reply, 'index.html'));
  for (const page of [
    '/bank/sign-in/:id',
    '/bank/to-sign',
    '/bank/to-sign/:paymentId',
    '/bank/permissions',
    '/bank/permissions/:permissionId',
    '/bank/receipts',
    '/bank/receipts/:receiptId',
  ])
    app.get(page, (request, reply) => sendPage(request, reply, 'bank.html'));
  if (config.bank === 'sandbox') app.get('/bank/device', (request, reply) => sendPage(request, reply, 'bank.html'));
  if (config.brand !== undefined) registerBrandFiles(app, config.brand);
  await registerPlainStyles(app);
  app.get('/config.json', { schema: { response: { 200: RuntimeConfig } } }, async () => runtimeConfig(config));
  for (const route of hashRoutes) {
    if (route !== '/') app.get(route, (request, reply) => reply.redirect(toHashAddress(route, request.url), 302));
  }
  for (const name of isBuilt ? await listFiles(folder) : []) {
    const cache = name.startsWith(ASSETS) ? ASSET_CACHE : FILE_CACHE;
    app.get(`/${name}`, (_request, reply) => reply.header('cache-control', cache).sendFile(name));
  }
}

type PageName = 'index.html' | 'bank.html';

function refuseUnbuilt(): never {
  throw new UiRefusal(503, 'UNAVAILABLE', 'The pages have not been built. Run npm run build, then start again.');
}

/** The pages as they were built, with what the browser must know at once and, where there is a brand, with its colours, picture and name. */
async function pageSender(config: Config, folder: string) {
  const { brand, productName, bankName } = config;
  const page = async (name: PageName, title: string) => {
    const built = withRuntimeConfig(await readFile(join(folder, name), 'utf8'), runtimeConfig(config));
    return fixedText(brand === undefined ? built : brandedPage(built, title, brand), { 'content-type': 'text/html; charset=utf-8' });
  };
  const pages = { 'index.html': await page('index.html', productName), 'bank.html': await page('bank.html', bankName) };
  return (request: FastifyRequest, reply: FastifyReply, name: PageName) => pages[name](request, reply);
}

/** What `/config.json` answers, in the page itself: a question less before anything is drawn. It is data, which no browser runs. */
function withRuntimeConfig(html: string, config: RuntimeConfig): string {
  const json = JSON.stringify(config).replaceAll('<', String.raw`\u003c`);
  return html.replace('</head>', () => `<script type="application/json" id="${RUNTIME_CONFIG_ID}">${json}</script></head>`);
}

/** `/welcome?lang=et` → `/#/welcome?lang=et`. */
function toHashAddress(route: string, url: string): string {
  const query = url.indexOf('?');
  return `/#${route}${query === -1 ? '' : url.slice(query)}`;
}

async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !NOT_SERVED.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

function runtimeConfig(config: Config): RuntimeConfig {
  return {
    productName: config.productName,
    bankName: config.bankName,
    bankLegalName: config.bankLegalName,
    supportContact: config.supportContact,
    apiBase: config.apiBase,
    contentBase: config.contentBase,
    sandboxBase: config.sandboxBase,
    identityBase: config.identityBase,
    defaultLocale: DEFAULT_LOCALE,
    hasSandboxBank: config.bank === 'sandbox',
    hasMailbox: config.mode === 'development' && config.smtpUrl === undefined,
    timeZones: TIME_ZONES,
  };
}
