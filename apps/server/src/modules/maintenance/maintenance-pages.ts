/** The text of the maintenance page in each language: the operator's text if there is one, else the bank's page from the content folder. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MaintenancePage, MaintenanceTexts } from '@portico/contract';
import { LOCALES, type Locale } from '@portico/contract/values';
import type { Logger } from 'pino';
import { escapeHtml } from '#platform/http/plain-page.ts';

export interface MaintenancePages {
  /** `texts`: from the operator; a language without one gets the bank's own page. */
  page(lang: Locale, texts: MaintenanceTexts): Promise<MaintenancePage>;
}

export interface MaintenancePagesDeps {
  /** Folder with `maintenance/{language}.html`: a first line `<h1>title</h1>`, then the body. */
  readonly contentDir: string;
  /** The same folder as the product delivers it, for a page that is not valid at the start. Default: none, so the start fails. */
  readonly deliveredDir?: string;
  /** Values of the `{{name}}` placeholders. */
  readonly placeholders: Readonly<Record<string, string>>;
  readonly sanitise: (html: string) => string;
  readonly log: Pick<Logger, 'error'>;
}

type Pages = ReadonlyMap<Locale, MaintenancePage>;

/** A change in the folder takes effect after this time. */
const KNOWN_MS = 5_000;
const TITLE = /^<h1>([^<]+)<\/h1>\r?\n/;

/** @throws Error naming the invalid file, if the delivered page cannot replace it. */
export async function createMaintenancePages(deps: MaintenancePagesDeps): Promise<MaintenancePages> {
  let pages = await readFirst(deps);
  let readAtMs = performance.now();

  async function readAgain(): Promise<void> {
    readAtMs = performance.now();
    try {
      pages = await readPages(deps);
    } catch (error) {
      deps.log.error({ err: error }, 'The maintenance pages are not valid, the last good ones stay.');
    }
  }

  return {
    async page(lang, texts) {
      if (performance.now() - readAtMs > KNOWN_MS) await readAgain();
      const page = pages.get(lang);
      if (page === undefined) throw new Error(`There is no maintenance page in ${lang}.`);
      const text = texts[lang];
      return text === undefined ? page : { ...page, body: toHtml(text) };
    },
  };
}

/** Logs each invalid page at the start, so that a bank notices it then and not during an outage. */
async function readFirst(deps: MaintenancePagesDeps): Promise<Pages> {
  const { contentDir, deliveredDir = contentDir, log } = deps;
  const readOr = (lang: Locale) =>
    readPage(deps, lang).catch((error: unknown) => {
      if (deliveredDir === contentDir) throw error;
      log.error({ err: error }, 'A maintenance page is not valid, the delivered one is served.');
      return readPage({ ...deps, contentDir: deliveredDir }, lang);
    });
  return new Map(await Promise.all(LOCALES.map(async (lang) => [lang, await readOr(lang)] as const)));
}

async function readPages(deps: MaintenancePagesDeps): Promise<Pages> {
  return new Map(await Promise.all(LOCALES.map(async (lang) => [lang, await readPage(deps, lang)] as const)));
}

async function readPage({ contentDir, placeholders, sanitise }: MaintenancePagesDeps, lang: Locale): Promise<MaintenancePage> {
  const file = join(contentDir, 'maintenance', `${lang}.html`);
  const source = await readFile(file, 'utf8');
  const title = TITLE.exec(source)?.[1];
  if (title === undefined) throw new Error(`${file}: the first line is <h1>title</h1>`);
  const fill = (text: string, say: (value: string) => string) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name) => {
      const value = placeholders[String(name)];
      if (value === undefined) throw new Error(`${file}: unknown placeholder {{${name}}}; known are ${Object.keys(placeholders).join(', ')}`);
      return say(value);
    });
  return { lang, title: fill(title, String), body: sanitise(fill(source.replace(TITLE, ''), escapeHtml)).trim() };
}

/** Plain text, with empty lines between paragraphs. */
function toHtml(text: string): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('');
}
