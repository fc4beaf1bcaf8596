/**
 * Validates content before rendering, because any system with the contract's format may provide it: known paragraph types, plain texts, bounded
 * size, and links that cannot run scripts. The schemas stay on the server.
 */
import type { ContentPage, ContentPlace, Inline, Menu, MenuItem, NewsItem, Paragraph } from '@portico/contract';
import { isContentHref, MENU_COMPONENTS } from '@portico/contract/values';
import { isRecord } from '../api/api-error.ts';

const PARTS_MAX = 5000;
const PAGE_URL = /^\/[A-Za-z0-9/-]*$/;
/** Below the content base. */
const MARKDOWN_PATH = /^\/[a-z0-9-]+(?:\/[a-z0-9-]+)*\.md$/;
const NEWS_URL = /^\/news\/[a-z0-9-]{1,64}$/;

type Check<T> = (value: unknown) => value is T;

export function isMenu(value: unknown): value is Menu {
  return isRecord(value) && [value.main, value.hidden, value.user].every((items) => isListOf(items, isMenuItem));
}

export function isContentPage(value: unknown): value is ContentPage {
  return isRecord(value) && isText(value.title) && isText(value.url) && isListOf(value.field_paragraphs, isParagraph) && hasMarkdown(value);
}

const PLACE_KINDS = ['page', 'section', 'code'] as const;

/** A place leads to a page of the portal alone. */
export function isContentPlaces(value: unknown): value is ContentPlace[] {
  return isListOf(value, isContentPlace);
}

function isContentPlace(value: unknown): value is ContentPlace {
  return (
    isRecord(value) &&
    PLACE_KINDS.some((kind) => kind === value.kind) &&
    [value.url, value.title, value.page, value.text].every(isText) &&
    isHref(`#${value.url}`)
  );
}

export function isNewsList(value: unknown): value is NewsItem[] {
  return isListOf(value, isNewsItem);
}

function isNewsItem(value: unknown): value is NewsItem {
  return (
    isContentPage(value) &&
    NEWS_URL.test(value.url) &&
    'summary' in value &&
    isText(value.summary) &&
    'date' in value &&
    isText(value.date) &&
    !Number.isNaN(Date.parse(value.date)) &&
    'tags' in value &&
    isListOf(value.tags, isText)
  );
}

function hasMarkdown({ markdown }: Record<string, unknown>): boolean {
  return markdown === undefined || (isText(markdown) && MARKDOWN_PATH.test(markdown));
}

function isMenuItem(value: unknown): value is MenuItem {
  return (
    isRecord(value) &&
    isText(value.title) &&
    isText(value.pageUrl) &&
    PAGE_URL.test(value.pageUrl) &&
    MENU_COMPONENTS.some((name) => name === value.component)
  );
}

const PARAGRAPHS: Readonly<Record<Paragraph['type'], (value: Record<string, unknown>) => boolean>> = {
  heading: ({ level, id, text }) => (level === 2 || level === 3) && isText(id) && isText(text),
  text: ({ content }) => isListOf(content, isInline),
  list: ({ ordered, items }) => typeof ordered === 'boolean' && isListOf(items, isInlineList),
  code: ({ language, code }) => isText(language) && isText(code),
  table: ({ head, rows }) => isListOf(head, isText) && isListOf(rows, isRow),
  hero: ({ title, lead, actions, blocks = [], note = [] }) =>
    isText(title) && isText(lead) && isListOf(actions, isAction) && isListOf(blocks, isCodeBlock) && isInlineList(note),
  steps: ({ title, items }) => isText(title) && isListOf(items, isStep),
  links: ({ title, items }) => isText(title) && isListOf(items, isLinkItem),
  html: ({ body }) => isText(body),
};

function isParagraph(value: unknown): value is Paragraph {
  if (!isRecord(value) || !isParagraphType(value.type)) return false;
  return PARAGRAPHS[value.type](value);
}

function isParagraphType(type: unknown): type is Paragraph['type'] {
  return typeof type === 'string' && Object.hasOwn(PARAGRAPHS, type);
}

function isInline(value: unknown): value is Inline {
  return isRecord(value) && isText(value.text) && (value.href === undefined || isHref(value.href));
}

function isInlineList(value: unknown): value is Inline[] {
  return isListOf(value, isInline);
}

function isRow(value: unknown): value is Inline[][] {
  return isListOf(value, isInlineList);
}

function isAction(value: unknown): value is { label: string; href: string } {
  return isRecord(value) && isText(value.label) && isHref(value.href) && typeof value.primary === 'boolean';
}

function isCodeBlock(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && isText(value.language) && isText(value.code);
}

function isStep(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && [value.who, value.title, value.text, value.code].every(isText) && typeof value.atBank === 'boolean';
}

function isLinkItem(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && isText(value.label) && isHref(value.href) && isText(value.text) && (value.note === undefined || isText(value.note));
}

function isHref(value: unknown): value is string {
  return isText(value) && isContentHref(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isListOf<T>(value: unknown, check: Check<T>): value is T[] {
  return Array.isArray(value) && value.length <= PARTS_MAX && value.every(check);
}
