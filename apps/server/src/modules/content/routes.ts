/** `GET {content}/…`: public, the same for everybody, checked against the contract on the way out. */

import type { IncomingHttpHeaders } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { ContentPage, Menu, NewsItem, NewsList, UiErrorBody } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { type AtomFeed, sendAtom } from '#platform/http/atom-feed.ts';
import { mediaTypeFor } from '#platform/http/negotiate.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { varyBy } from '#platform/http/vary-by.ts';
import type { Content } from './content.ts';
import { PAGE_NAME } from './load-content.ts';
import type { StoredText } from './stored-text.ts';

const PREFIX = '/content';
const MENU_PATH = '/dev-portal-menu';
const HOMEPAGE_PATH = '/homepage.json';
/** Content changes without a release: a browser asks again each time. */
const CACHING = 'no-cache';
const MARKDOWN_TYPE = 'text/markdown; charset=utf-8';
const MARKDOWN_ENDING = '.md';
/** RFC 7763; one who takes anything gets JSON. */
const FORMS = ['application/json', 'text/markdown'] as const;
const FEED_ENTRIES_MAX = 30;

const NameParams = Type.Object({ name: Type.String() });

export interface ContentRouteDeps {
  readonly content: Content;
  /** News that nobody wrote; default: none. */
  readonly announcements?: () => Promise<readonly StoredText<NewsItem>[]>;
  readonly config: { readonly productName: string; readonly bankLegalName: string; readonly publicUrl: string };
}

export function registerContentRoutes(app: FastifyInstance, { content, announcements, config }: ContentRouteDeps): void {
  const announced = async () => (await announcements?.()) ?? [];
  const allNews = async () => [...(await announced()), ...content.news()].toSorted((a, b) => Date.parse(b.value.date) - Date.parse(a.value.date));
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get(`${PREFIX}${MENU_PATH}`, { schema: { response: { 200: Menu } } }, async (_request, reply) => {
    reply.header('cache-control', CACHING);
    return content.menu();
  });

  routes.get(`${PREFIX}${HOMEPAGE_PATH}`, { schema: { response: { 200: ContentPage } } }, async (_request, reply) => {
    reply.header('cache-control', CACHING);
    return content.homepage().value;
  });

  app.get(`${PREFIX}/homepage.md`, async (_request, reply) => {
    return reply.header('cache-control', CACHING).type(MARKDOWN_TYPE).send(content.homepage().markdown);
  });

  routes.get(
    `${PREFIX}/dev-portal-pages/:name`,
    { schema: { params: NameParams, response: { 200: Type.Union([ContentPage, Type.String()]), 404: UiErrorBody } } },
    async (request, reply) => {
      const { text, isMarkdown } = find(request.params.name, request.headers, content.page, 'Page not found');
      varyBy(reply, 'Accept');
      reply.header('cache-control', CACHING);
      return isMarkdown ? reply.type(MARKDOWN_TYPE).send(text.markdown) : text.value;
    },
  );

  routes.get(`${PREFIX}/dev-portal-news`, { schema: { response: { 200: NewsList } } }, async (_request, reply) => {
    reply.header('cache-control', CACHING);
    return (await allNews()).map(({ value }) => value);
  });

  app.get(`${PREFIX}/dev-portal-news.atom`, async (request, reply) => sendAtom(request, reply, newsFeed(await allNews(), config)));

  routes.get(
    `${PREFIX}/dev-portal-news/:name`,
    { schema: { params: NameParams, response: { 200: Type.Union([NewsItem, Type.String()]), 404: UiErrorBody } } },
    async (request, reply) => {
      const told = await announced();
      const newsItem = (name: string) => content.newsItem(name) ?? told.find(({ value }) => value.url === `/news/${name}`);
      const { text, isMarkdown } = find(request.params.name, request.headers, newsItem, 'News item not found');
      varyBy(reply, 'Accept');
      reply.header('cache-control', CACHING);
      return isMarkdown ? reply.type(MARKDOWN_TYPE).send(text.markdown) : text.value;
    },
  );
}

/** What the first page of the portal asks for, by path below the content base; the same objects until the content changes. */
export function firstContent(content: Content): Readonly<Record<string, object>> {
  return { [MENU_PATH]: content.menu(), [HOMEPAGE_PATH]: content.homepage().value };
}

/** Whether the content base is this server's own. */
export function isOwnContent({ contentBase, publicUrl }: { readonly contentBase: string; readonly publicUrl: string }): boolean {
  return contentBase === `${publicUrl}${PREFIX}`;
}

/** @param name a key, perhaps with `.md`; anything else is looked for nowhere */
function find<T extends ContentPage | NewsItem>(
  name: string,
  headers: IncomingHttpHeaders,
  textOf: (key: string) => StoredText<T> | undefined,
  missing: string,
): { text: StoredText<T>; isMarkdown: boolean } {
  const hasEnding = name.endsWith(MARKDOWN_ENDING);
  const key = hasEnding ? name.slice(0, -MARKDOWN_ENDING.length) : name;
  const text = PAGE_NAME.test(key) ? textOf(key) : undefined;
  if (text === undefined) throw new UiRefusal(404, 'NOT_FOUND', missing);
  return { text, isMarkdown: hasEnding || mediaTypeFor(headers, FORMS) === 'text/markdown' };
}

function newsFeed(news: readonly StoredText<NewsItem>[], { productName, bankLegalName, publicUrl }: ContentRouteDeps['config']): AtomFeed {
  return {
    title: `${productName} news`,
    author: bankLegalName,
    url: `${publicUrl}${PREFIX}/dev-portal-news.atom`,
    pageUrl: `${publicUrl}/#/news`,
    entries: news.slice(0, FEED_ENTRIES_MAX).map(({ value: { title, url, date, summary, tags } }) => ({
      title,
      url: `${publicUrl}/#${url}`,
      published: date,
      updated: date,
      summary,
      categories: tags,
    })),
  };
}
