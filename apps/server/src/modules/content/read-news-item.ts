/** A news item: front matter with title, date, summary and tags, followed by Markdown without a title. */
import type { NewsItem } from '@portico/contract';
import { readFrontMatter } from './read-front-matter.ts';
import { readMarkdownBlocks } from './read-markdown-page.ts';

const NAMES = ['title', 'date', 'summary', 'tags'] as const;
const NEEDED = ['title', 'date', 'summary'] as const;
/** With a UTC offset, because a date alone depends on the time zone. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/;
const TAG = /^[a-z0-9-]{1,32}$/;

/** @throws Error with file and line */
export function readNewsItem(text: string, { file, url }: { readonly file: string; readonly url: string }): NewsItem {
  const { values, body } = readFrontMatter(text, file, NAMES);
  const lines = text.split('\n');
  const refuse = (name: string, reason: string) => new Error(`${file}:${lines.findIndex((line) => line.startsWith(`${name}:`)) + 1}: ${reason}`);
  const missing = NEEDED.find((name) => values[name] === undefined);
  if (missing !== undefined) throw new Error(`${file}:1: the front matter has no ${missing}`);
  const { title = '', date = '', summary = '' } = values;
  if (!INSTANT.test(date) || Number.isNaN(Date.parse(date))) {
    throw refuse('date', `a date is an instant with its offset, as 2026-11-20T09:00:00+02:00, not ${date.slice(0, 40)}`);
  }
  const tags = (values.tags ?? '').split(',').flatMap((tag) => (tag.trim() === '' ? [] : [tag.trim()]));
  const bad = tags.find((tag) => !TAG.test(tag));
  if (bad !== undefined) throw refuse('tags', `tags are small letters, digits and hyphens, with commas between them, not ${bad.slice(0, 40)}`);
  return { title, url, date, summary, tags, field_paragraphs: readMarkdownBlocks(body, file) };
}
