/**
 * Reads the content folder into the contract's shapes, and checks that menu, pages, news and links are consistent. An invalid file does not
 * affect the others: its last valid version stays.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ContentPage, Menu, type MenuItem, NewsItem, type Paragraph } from '@portico/contract';
import { sanitiseHtml } from '@portico/contract/html';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { linkProblems } from './check-links.ts';
import type { LoadedContent } from './content.ts';
import { FIGURES } from './figures.ts';
import { landingMarkdown, servedMarkdown } from './page-markdown.ts';
import { fillPlaceholders, fillText } from './placeholders.ts';
import { readMarkdownPage } from './read-markdown-page.ts';
import { readNewsItem } from './read-news-item.ts';
import { type ContentEdition, selectEdition, selectEntries } from './select-edition.ts';
import type { StoredText } from './stored-text.ts';

export interface Loading {
  /** Undefined when the menu or the landing page is invalid and has no valid earlier version. */
  readonly content: LoadedContent | undefined;
  /** Problems, each with its file and, in Markdown, its line. */
  readonly problems: readonly string[];
}

export interface ContentTexts {
  /** Values of the `{{name}}` placeholders, e.g. `bankName`, `apiBase`. */
  readonly placeholders: Readonly<Record<string, string>>;
  /** Default: `sandbox`. */
  readonly edition?: ContentEdition;
}

interface Source {
  readonly folder: string;
  readonly edition: ContentEdition;
  readonly values: Readonly<Record<string, string>>;
  readonly problems: string[];
}

export const PAGE_NAME = /^[a-z0-9-]{1,64}$/;
const FILE_BYTES_MAX = 1024 * 1024;

/** @param last the last valid content */
export async function loadContent(folder: string, { placeholders, edition = 'sandbox' }: ContentTexts, last?: LoadedContent): Promise<Loading> {
  const source: Source = { folder, edition, values: { ...placeholders, ...FIGURES }, problems: [] };
  const pages = await readTexts(source, 'pages', (file, name) => readPage(source, file, name), last?.pages);
  const items = await readTexts(source, 'news', (file, name) => readNews(source, file, name), newsByName(last));
  const news = [...items.values()].sort((a, b) => Date.parse(b.value.date) - Date.parse(a.value.date));
  const homepage = await attempt(source, () => readHomepage(source), last?.homepage);
  const menu = await attempt(source, () => readMenu(source, pages), last?.menu);
  if (menu === undefined || homepage === undefined) return { content: undefined, problems: source.problems };
  const content = withGoodLinks({ menu, pages, homepage, news }, last, source.problems);
  return { content, problems: source.problems };
}

const newsByName = (last: LoadedContent | undefined) => new Map(last?.news.map((item) => [item.value.url.slice('/news/'.length), item]));

/** Returns the result of `read`, or the last valid one after an error. */
async function attempt<T>({ problems }: Source, read: () => Promise<T | undefined>, last: T | undefined): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
    return last;
  }
}

async function readTexts<T>(
  source: Source,
  part: 'pages' | 'news',
  read: (file: string, name: string) => Promise<T | undefined>,
  last?: ReadonlyMap<string, T>,
) {
  const folder = join(source.folder, part);
  const files = await attempt(source, () => listTexts(folder, part), undefined);
  if (files === undefined) return last ?? new Map<string, T>();
  const texts = new Map<string, T>();
  for (const file of files) {
    const name = file.slice(0, -'.md'.length);
    const text = await attempt(source, () => read(join(folder, file), name), last?.get(name));
    if (text !== undefined) texts.set(name, text);
  }
  return texts;
}

/** The folder of news is optional. */
async function listTexts(folder: string, part: 'pages' | 'news'): Promise<readonly string[]> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (part === 'news' && error.code === 'ENOENT') return [];
    throw error;
  });
  return files.filter((file) => file.endsWith('.md')).sort();
}

async function readPage(loading: Source, file: string, name: string): Promise<StoredText<ContentPage> | undefined> {
  const { values } = loading;
  const source = await readText(file, name);
  return readEdition(loading, source, file, (text) => {
    const page = { ...readMarkdownPage(text, { file, url: `/${name}` }), markdown: `/dev-portal-pages/${name}.md` };
    // Runs first, because its errors contain the line.
    const markdown = servedMarkdown(fillText(text, values, file), values);
    return { file, source, value: fillPlaceholders(ContentPage, page, values, file), markdown };
  });
}

async function readNews(loading: Source, file: string, name: string): Promise<StoredText<NewsItem> | undefined> {
  const { values } = loading;
  const source = await readText(file, name);
  return readEdition(loading, source, file, (text) => {
    const item = { ...readNewsItem(text, { file, url: `/news/${name}` }), markdown: `/dev-portal-news/${name}.md` };
    // Runs first, because its errors contain the line.
    const markdown = servedMarkdown(fillText(text, values, file), values);
    return { file, source, value: fillPlaceholders(NewsItem, item, values, file), markdown };
  });
}

/** Reads what the edition shows. Returns undefined for a text that belongs to the other edition as a whole. Errors name the line of the file. */
function readEdition<T>({ edition }: Source, source: string, file: string, read: (text: string) => T): T | undefined {
  const { text, lineOf } = selectEdition(source, edition, file);
  if (text.trim() === '' && source.trim() !== '') return undefined;
  try {
    return read(text);
  } catch (cause) {
    const [, line, reason] = (cause instanceof Error && /^:(\d+): (.*)$/s.exec(cause.message.slice(file.length))) || [];
    if (line === undefined) throw cause;
    throw new Error(`${file}:${lineOf(Number(line))}: ${reason}`, { cause });
  }
}

async function readHomepage({ folder, edition, values }: Source): Promise<StoredText<ContentPage>> {
  const file = join(folder, 'homepage.json');
  const source = await readFile(file, 'utf8');
  const read = checked(ContentPage, parsed(source, edition, file), file);
  const page = { ...read, field_paragraphs: read.field_paragraphs.map(harmless), markdown: '/homepage.md' };
  const value = fillPlaceholders(ContentPage, page, values, file);
  return { file, source, value, markdown: servedMarkdown(landingMarkdown(value), values) };
}

function harmless(paragraph: Paragraph): Paragraph {
  return paragraph.type === 'html' ? { ...paragraph, body: sanitiseHtml(paragraph.body) } : paragraph;
}

/** Leaves out menu entries of content pages without a file, and guides without an entry. */
async function readMenu({ folder, edition }: Source, pages: ReadonlyMap<string, unknown>): Promise<Menu> {
  const file = join(folder, 'menu.json');
  const { main, hidden, user, guides = [] } = checked(Menu, parsed(await readFile(file, 'utf8'), edition, file), file);
  const exists = ({ component, pageUrl }: MenuItem) => component !== 'ContentPage' || pages.has(pageUrl.slice(1));
  const shown = { main: main.filter(exists), hidden: hidden.filter(exists), user: user.filter(exists) };
  const isContent = (url: string) =>
    [...shown.main, ...shown.hidden].some(({ pageUrl, component }) => pageUrl === url && component === 'ContentPage');
  const groups = guides.map((group) => ({ ...group, pages: group.pages.filter(isContent) })).filter(({ pages: left }) => left.length > 0);
  return groups.length === 0 ? shown : { ...shown, guides: groups };
}

/** Rejects a text with a dead link, unless there is no valid earlier version. */
function withGoodLinks(content: LoadedContent, last: LoadedContent | undefined, problems: string[]): LoadedContent {
  const good = <T extends ContentPage | NewsItem>(text: StoredText<T>, before: StoredText<T> | undefined): StoredText<T> => {
    const found = linkProblems(text, content);
    problems.push(...found);
    return found.length === 0 ? text : (before ?? text);
  };
  const newsBefore = newsByName(last);
  return {
    menu: content.menu,
    homepage: good(content.homepage, last?.homepage),
    pages: new Map([...content.pages].map(([name, page]) => [name, good(page, last?.pages.get(name))])),
    news: content.news.map((item) => good(item, newsBefore.get(item.value.url.slice('/news/'.length)))),
  };
}

async function readText(file: string, name: string): Promise<string> {
  if (!PAGE_NAME.test(name)) throw new Error(`${file}: a page is named ${PAGE_NAME.source}.md`);
  const text = await readFile(file, 'utf8');
  if (text.length > FILE_BYTES_MAX) throw new Error(`${file}: a page has ${FILE_BYTES_MAX} characters at most`);
  return text;
}

function parsed(source: string, edition: ContentEdition, file: string): unknown {
  const { text } = selectEdition(source, edition, file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file}: not valid JSON: ${cause instanceof Error ? cause.message : ''}`, { cause });
  }
  return selectEntries(value, edition, file);
}

function checked<Schema extends TSchema>(schema: Schema, value: unknown, file: string) {
  if (Value.Check(schema, value)) return value;
  const [first] = Value.Errors(schema, value);
  throw new Error(`${file}: ${first?.instancePath ?? '/'} ${first?.message ?? 'does not fit the contract'}`);
}
