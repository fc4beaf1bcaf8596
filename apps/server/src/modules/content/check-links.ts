/** Whether links lead somewhere: a route of the menu, a section of a page, a news item, an operation of the API. */
import type { ContentPage, MenuItem, NewsItem } from '@portico/contract';
import { isContentHref, SUBSCRIPTION_PAGE } from '@portico/contract/values';
import type { LoadedContent } from './content.ts';
import { hrefsOf } from './page-links.ts';
import type { StoredText } from './stored-text.ts';

type AnyText = StoredText<ContentPage | NewsItem>;

/** What is known of the API where links are checked; without it every operation counts as known. */
export type KnowsOperation = (apiId: string, operationId: string) => boolean;

const OPERATION = /^([a-z0-9-]+)\/([A-Za-z0-9_-]+)$/;

/** One line for each dead link of a text, with file and line; empty: none. */
export function linkProblems(text: AnyText, content: LoadedContent, knowsOperation: KnowsOperation = () => true): string[] {
  return hrefsOf(text.value.field_paragraphs).flatMap((href) => {
    const reason = isContentHref(href) ? deadReason(href, content, knowsOperation) : 'a link begins with #/, https:// or mailto:';
    return reason === undefined ? [] : [`${text.file}:${lineOf(text.source, href)}: the link ${href.slice(0, 80)}: ${reason}`];
  });
}

function deadReason(href: string, content: LoadedContent, knowsOperation: KnowsOperation): string | undefined {
  if (!href.startsWith('#/')) return undefined;
  const { pathname, searchParams } = new URL(href.slice(1), 'https://portal.invalid');
  const { main, hidden, user } = content.menu;
  const entries = [...main, ...hidden, ...user];
  if (entries.some(({ pageUrl }) => pageUrl === pathname)) return missingSection(pathname, searchParams.get('section'), content);
  const above = entries.find(({ pageUrl }) => pageUrl !== '/' && pathname.startsWith(`${pageUrl}/`));
  const reason = above === undefined ? undefined : missingBelow(above, pathname.slice(above.pageUrl.length + 1), content, knowsOperation);
  return above === undefined ? 'leads to no page of the menu' : reason;
}

function missingSection(url: string, section: string | null, { pages }: LoadedContent): string | undefined {
  const page = pages.get(url.slice(1));
  if (section === null || page === undefined) return undefined;
  const hasSection = page.value.field_paragraphs.some(
    (paragraph) =>
      (paragraph.type === 'heading' && paragraph.id === section) ||
      (paragraph.type === 'table' && section !== '' && paragraph.anchors?.includes(section)),
  );
  return hasSection ? undefined : `the page ${url} has no section ${section}`;
}

/** As in the browser's `page-registry.ts`. */
const APPLICATION_PAGES = ['requests', 'certificates', 'notifications'];

/** @param rest below the entry's address */
function missingBelow({ component, title }: MenuItem, rest: string, { news }: LoadedContent, knowsOperation: KnowsOperation): string | undefined {
  if (component === 'ApiExplorerPage') {
    const [, apiId, operationId] = OPERATION.exec(rest) ?? [];
    const isKnown = apiId !== undefined && operationId !== undefined && knowsOperation(apiId, operationId);
    return isKnown ? undefined : `there is no operation ${rest}`;
  }
  if (component === 'NewsPage') return news.some(({ value }) => value.url.endsWith(`/${rest}`)) ? undefined : `there is no news item ${rest}`;
  if (component === 'ApplicationIdentityPage' && APPLICATION_PAGES.includes(rest)) return undefined;
  if (component === 'ApiStatusPage' && rest === SUBSCRIPTION_PAGE.segment) return undefined;
  return `${title} has no page ${rest}`;
}

function lineOf(source: string, href: string): number {
  const isHere = (line: string) => [`(${href})`, JSON.stringify(href)].some((written) => line.includes(written));
  return Math.max(0, source.split('\n').findIndex(isHere)) + 1;
}
