/** Reads the content folder into the contract's shapes and checks that menu, pages and links fit together. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ContentPage, Menu, type MenuItem } from '@portico/contract';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { FIGURES } from './figures.ts';
import { hashLinksOf } from './page-links.ts';
import { fillPlaceholders } from './placeholders.ts';
import { readMarkdownPage } from './read-markdown-page.ts';

export interface LoadedContent {
  readonly menu: Menu;
  readonly pages: ReadonlyMap<string, ContentPage>;
  readonly homepage: ContentPage;
}

export const PAGE_NAME = /^[a-z0-9-]{1,64}$/;

/** @throws Error naming the file (and the line, in Markdown) and what is accepted. */
export async function loadContent(folder: string, configured: Readonly<Record<string, string>>): Promise<LoadedContent> {
  const placeholders = { ...configured, ...FIGURES };
  const pages = await readPages(join(folder, 'pages'), placeholders);
  const homepageFile = join(folder, 'homepage.json');
  const homepage = fillPlaceholders(checked(ContentPage, await readJson(homepageFile), homepageFile), placeholders, homepageFile);
  const menuFile = join(folder, 'menu.json');
  const menu = onlyExisting(checked(Menu, await readJson(menuFile), menuFile), pages);
  for (const page of [homepage, ...pages.values()]) checkLinks(page, menu);
  return { menu, pages, homepage };
}

async function readPages(folder: string, placeholders: Readonly<Record<string, string>>): Promise<Map<string, ContentPage>> {
  const pages = new Map<string, ContentPage>();
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md')).sort();
  for (const file of files) {
    const name = file.slice(0, -'.md'.length);
    const path = join(folder, file);
    if (!PAGE_NAME.test(name)) throw new Error(`${path}: a page is named ${PAGE_NAME.source}.md`);
    const page = readMarkdownPage(await readFile(path, 'utf8'), { file: path, url: `/${name}` });
    pages.set(name, fillPlaceholders(checked(ContentPage, page, path), placeholders, path));
  }
  return pages;
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file}: not valid JSON`, { cause });
  }
}

function checked<Schema extends TSchema>(schema: Schema, value: unknown, file: string) {
  if (Value.Check(schema, value)) return value;
  const [first] = Value.Errors(schema, value);
  throw new Error(`${file}: ${first?.instancePath ?? '/'} ${first?.message ?? 'does not fit the contract'}`);
}

/** An application has its requests below it. */
function addressesOf({ component, pageUrl }: MenuItem): readonly string[] {
  return component === 'ApplicationIdentityPage' ? [pageUrl, `${pageUrl}/requests`] : [pageUrl];
}

/** A page of an operation, `{pageUrl}/{apiId}/{operationId}`: the explorer's own. */
const OPERATION_OF = /^(\/[a-z0-9-]+)\/[a-z0-9-]+\/[A-Za-z0-9_-]+$/;

/** The served menu holds only what exists: a content page without its file is left out. */
function onlyExisting(menu: Menu, pages: ReadonlyMap<string, ContentPage>): Menu {
  const exists = ({ component, pageUrl }: MenuItem) => component !== 'ContentPage' || pages.has(pageUrl.slice(1));
  return { main: menu.main.filter(exists), hidden: menu.hidden.filter(exists), user: menu.user.filter(exists) };
}

function checkLinks(page: ContentPage, menu: Menu): void {
  const known = new Set([...menu.main, ...menu.hidden, ...menu.user].flatMap(addressesOf));
  const explorers = menu.main.filter(({ component }) => component === 'ApiExplorerPage').map(({ pageUrl }) => pageUrl);
  const isKnown = (path: string) => known.has(path) || explorers.includes(OPERATION_OF.exec(path)?.[1] ?? '');
  const dead = hashLinksOf(page).find((path) => !isKnown(path));
  if (dead !== undefined) throw new Error(`page ${page.url}: the link #${dead} leads to no page of the menu`);
}
