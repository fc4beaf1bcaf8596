/** Serves the built pages: two HTML entries, their files, and the settings that the browser needs before its first call. The console has its own server. */
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RuntimeConfig } from '@portico/contract';
import { DEFAULT_LOCALE, FIRST_CONTENT_ID, RUNTIME_CONFIG_ID } from '@portico/contract/values';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { brandedPage, registerBrandFiles } from './brand-files.ts';
import { allowFiles, FILE_CACHE, isOfConsole, listFiles, serveFiles } from './built-files.ts';
import { type FirstSight, loadFirstSight } from './first-sight.ts';
import { fixedText } from './fixed-text.ts';
import { escapeHtml, registerPlainStyles } from './plain-page.ts';
import { UiRefusal } from './refusal.ts';
import { letSearchEnginesIndex, policyForScriptsOf, securityHeaders } from './security-headers.ts';

const FONT_FACE = /@font-face\{[^{}]+\}/g;
/** As {@link toHashAddress}, in the browser, before anything is painted. */
const TO_HASH = "location.replace('/#'+location.pathname.replace(/\\/$/,'')+location.search)";
const TIME_ZONES = { ee: 'Europe/Tallinn', lv: 'Europe/Riga', lt: 'Europe/Vilnius' } as const;

export interface StaticWebDeps {
  readonly config: Config;
  /** Folder with `index.html`, `bank.html` and `assets/`. */
  readonly folder: string;
  /** Routes of the portal that live in the hash, e.g. `/welcome`. The path redirects to `/#/welcome` and keeps the query. */
  readonly hashRoutes: readonly string[];
  /**
   * Returns the content that the landing page requests first, by its path below the content base. It returns the same objects until the content
   * changes. Undefined where another server serves the content, and while the portal shows no landing page.
   */
  readonly firstContent?: (() => Promise<FirstContent | undefined>) | undefined;
  /** What browsers without JavaScript read instead of a hash route. Undefined where another server serves the content. */
  readonly plainPages?: PlainPages | undefined;
}

interface PlainPages {
  list(): readonly { readonly title: string; readonly path: string }[];
  find(path: string): string | undefined;
}

type FirstContent = Readonly<Record<string, object>>;

export async function registerStaticWeb(
  app: FastifyInstance,
  { config, folder, hashRoutes, firstContent, plainPages }: StaticWebDeps,
): Promise<void> {
  const isBuilt = await access(join(folder, 'index.html')).then(
    () => true,
    () => false,
  );
  if (isBuilt) await allowFiles(app, folder);

  const headers = securityHeaders(config);
  const sendPage = isBuilt ? await pageSender(app, { config, folder, firstContent, plainPages }) : refuseUnbuilt;
  app.get('/', (request, reply) => sendPage(request, reply, 'index.html'));
  const bankPages = [
    '/bank/sign-in/:id',
    '/bank/to-sign',
    '/bank/to-sign/:paymentId',
    '/bank/accessibility',
    '/bank/permissions',
    '/bank/permissions/:permissionId',
    '/bank/receipts',
    '/bank/receipts/:receiptId',
    ...(config.bank === 'sandbox' ? ['/bank/device'] : []),
  ];
  for (const page of bankPages) {
    app.get(page, (request, reply) => sendPage(request, reply, 'bank.html'));
    app.get(`${page}/`, (request, reply) => reply.redirect(withoutLastSlash(request.url), 302));
  }
  if (config.brand !== undefined) registerBrandFiles(app, config.brand);
  const files = isBuilt ? (await listFiles(folder)).filter((name) => !isOfConsole(name)) : [];
  await registerPlainStyles(app, await fontFacesOf(folder, files));
  app.get('/config.json', { schema: { response: { 200: RuntimeConfig } } }, async () => runtimeConfig(config));
  for (const route of hashRoutes) {
    for (const path of route === '/' ? [] : [route, `${route}/`])
      app.get(path, (request, reply) => {
        const plain = plainPages?.find(route);
        if (plain === undefined) return reply.redirect(toHashAddress(route, request.url), 302);
        const html = plain.replace('</title>', () => `</title><script>${TO_HASH}</script>`);
        return reply
          .headers({ ...policyForScriptsOf(html, headers), 'cache-control': FILE_CACHE })
          .type('text/html; charset=utf-8')
          .send(html);
      });
  }
  serveFiles(app, files);
}

type PageName = 'index.html' | 'bank.html';

function refuseUnbuilt(): never {
  throw new UiRefusal(503, 'UNAVAILABLE', 'The pages have not been built. Run npm run build, then start again.');
}

/** Sends the built pages with the settings that the browser needs first. With a brand, the pages have its colours, logo and name. */
async function pageSender(
  app: FastifyInstance,
  { config, folder, firstContent, plainPages }: Pick<StaticWebDeps, 'config' | 'folder' | 'firstContent' | 'plainPages'>,
) {
  const { brand, productName, bankName } = config;
  const headers = securityHeaders(config);
  const complete = (built: string, title: string): Page => {
    const html = withData(built, RUNTIME_CONFIG_ID, runtimeConfig(config));
    return { html: brand === undefined ? html : brandedPage(html, title, brand), policy: policyForScriptsOf(built, headers) };
  };
  const portal = complete(await readFile(join(folder, 'index.html'), 'utf8'), productName);
  const pages = { 'index.html': pageText(portal), 'bank.html': pageText(complete(await readFile(join(folder, 'bank.html'), 'utf8'), bankName)) };
  const landing = firstContent && landingPage(app, { folder, config, plainPages }, firstContent, portal, (html) => complete(html, productName));
  return async (request: FastifyRequest, reply: FastifyReply, name: PageName) => {
    // A URL with a query is a customer's page or a return from another site, which shows none of this content.
    const isStart = request.url === '/';
    if (isStart) letSearchEnginesIndex(reply);
    const send = isStart ? await landing?.() : undefined;
    return (send ?? pages[name])(request, reply);
  };
}

interface Page {
  readonly html: string;
  readonly policy: Readonly<Record<string, string>>;
}

const pageText = ({ html, policy }: Page) => fixedText(html, { 'content-type': 'text/html; charset=utf-8', ...policy });

/**
 * The portal's page with the content of the landing page, rendered on the server (decision 0028). It is rendered again when the content changes. If
 * rendering fails, the browser renders the page from the same content.
 */
function landingPage(
  app: FastifyInstance,
  { config, folder, plainPages }: Pick<StaticWebDeps, 'config' | 'folder' | 'plainPages'>,
  firstContent: NonNullable<StaticWebDeps['firstContent']>,
  portal: Page,
  complete: (built: string) => Page,
) {
  let loading: Promise<FirstSight | undefined> | undefined;
  const load = () => {
    loading ??= loadFirstSight(folder).catch((error: unknown) => {
      app.log.error({ err: error }, 'the landing page cannot be drawn here; browsers draw it');
      return undefined;
    });
    return loading;
  };
  const write = async (content: FirstContent) => {
    const firstSight = await load();
    const drawn = await firstSight?.draw(runtimeConfig(config), content).catch((error: unknown) => {
      app.log.error({ err: error }, 'this content cannot be drawn here; browsers draw it');
      return undefined;
    });
    const { html, policy } =
      firstSight === undefined || drawn === undefined ? portal : withFirstSight(complete(firstSight.html), drawn, plainPages?.list());
    return pageText({ html: withData(html, FIRST_CONTENT_ID, content), policy });
  };
  let shown: FirstContent = {};
  let written: ReturnType<typeof write> | undefined;
  const read = async () => {
    const content = await firstContent();
    if (content === undefined) return undefined;
    if (written === undefined || Object.entries(content).some(([path, answer]) => shown[path] !== answer)) {
      shown = content;
      written = write(content);
    }
    return written;
  };
  // The page is rendered after the server has begun to listen, so that it delays neither the start nor the first visitor.
  app.addHook('onListen', async () => void read());
  return read;
}

function withFirstSight({ html, policy }: Page, drawn: string, plain: readonly { readonly title: string; readonly path: string }[] = []): Page {
  const links = plain.map(({ title, path }) => `<a href="${escapeHtml(path)}">${escapeHtml(title)}</a>`).join(', ');
  const without =
    links === '' ? '' : `<noscript><p>The links and buttons of this page need JavaScript. Without it you can read: ${links}.</p></noscript>`;
  return { html: html.replace('<div id="root"></div>', () => `${without}<div id="root">${drawn}</div>`), policy };
}

/**
 * Embeds the response of a call in the page, which saves a request before the first render. It is JSON in an inert `script` element, which the first
 * script reads.
 */
function withData(html: string, id: string, value: object): string {
  const json = JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
  return html.replace('</title>', () => `</title><script type="application/json" id="${id}">${json}</script>`);
}

/** `/welcome?lang=et` → `/#/welcome?lang=et`. */
function toHashAddress(route: string, url: string): string {
  const query = url.indexOf('?');
  return `/#${route}${query === -1 ? '' : url.slice(query)}`;
}

/** `/bank/receipts/?search=x` → `/bank/receipts?search=x` */
function withoutLastSlash(url: string): string {
  return url.replace(/\/(?=\?|$)/, '');
}

/** The names of font files contain a hash, so their rules are read from the style sheets of the build. */
async function fontFacesOf(folder: string, files: readonly string[]): Promise<string> {
  const sheets = await Promise.all(files.filter((name) => name.endsWith('.css')).map((name) => readFile(join(folder, name), 'utf8')));
  return sheets
    .flatMap((sheet) => sheet.match(FONT_FACE) ?? [])
    .filter((rule) => rule.includes('url(/assets/'))
    .join('\n');
}

function runtimeConfig(config: Config): RuntimeConfig {
  return {
    productName: config.productName,
    bankName: config.bankName,
    bankLegalName: config.bankLegalName,
    supportContact: config.supportContact,
    ...(config.accessibilityAuthority === undefined ? {} : { accessibilityAuthority: config.accessibilityAuthority }),
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
