/**
 * A small Markdown reader: one `# title`, `##` and `###`, paragraphs, `-` and `1.` lists, fenced code and pipe tables.
 * Other constructs are rejected with file and line, so that no page is shown half-parsed. HTML is rejected, too.
 */
import type { ContentPage, Inline, Paragraph } from '@portico/contract';
import { readInline } from './read-inline.ts';

export interface PageSource {
  /** For error messages. */
  readonly file: string;
  readonly url: string;
}

interface Cursor {
  readonly lines: readonly string[];
  readonly file: string;
  at: number;
}

/** After the language: attributes for the guides' test, such as `id=ask-for-consent`. The page omits them. */
const FENCE = /^```([a-z0-9-]*)((?: [a-z-]+=[a-z0-9-]+)*)$/;
const BULLET = /^- (.+)$/;
const NUMBER = /^\d{1,2}\. (.+)$/;
/** Markdown that this reader rejects: quotes, deeper headings, rules, other bullets, HTML, images, footnotes, indentation. */
const UNKNOWN = /^(>|#{4,}|#[^# ]|[*+] |(-{3,}|={3,}|_{3,}|\*{3,})$|<|!\[|\[\^|~~~|\s)/;

export function readMarkdownPage(markdown: string, { file, url }: PageSource): ContentPage {
  const cursor = cursorAt(markdown, file);
  const title = /^# (.+)$/.exec(line(cursor))?.[1];
  if (title === undefined) throw refusal(cursor, 'a page begins with "# Title"');
  cursor.at += 1;
  return { title: title.trim(), url, field_paragraphs: readParagraphs(cursor) };
}

/** Markdown without a title. */
export function readMarkdownBlocks(markdown: string, file: string): Paragraph[] {
  return readParagraphs(cursorAt(markdown, file));
}

function cursorAt(markdown: string, file: string): Cursor {
  const cursor: Cursor = { lines: markdown.replaceAll('\r\n', '\n').split('\n'), file, at: 0 };
  skipEmpty(cursor);
  return cursor;
}

function readParagraphs(cursor: Cursor): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  for (skipEmpty(cursor); cursor.at < cursor.lines.length; skipEmpty(cursor)) paragraphs.push(readParagraph(cursor));
  return withOwnIds(paragraphs);
}

/** A repeated heading gets the suffix `-2`, so that ids are unique. */
function withOwnIds(paragraphs: readonly Paragraph[]): Paragraph[] {
  const counts = new Map<string, number>();
  return paragraphs.map((paragraph) => {
    if (paragraph.type !== 'heading') return paragraph;
    const count = (counts.get(paragraph.id) ?? 0) + 1;
    counts.set(paragraph.id, count);
    return count === 1 ? paragraph : { ...paragraph, id: `${paragraph.id}-${count}` };
  });
}

function readParagraph(cursor: Cursor): Paragraph {
  const first = line(cursor);
  const heading = /^(##|###) (.+)$/.exec(first);
  if (heading !== null) return readHeading(cursor, heading[1] === '##' ? 2 : 3, heading[2] ?? '');
  if (FENCE.test(first)) return readCode(cursor);
  if (BULLET.test(first)) return readList(cursor, BULLET, false);
  if (NUMBER.test(first)) return readList(cursor, NUMBER, true);
  if (first.startsWith('|')) return readTable(cursor);
  if (first.startsWith('# ')) throw refusal(cursor, 'a page has one "# Title" only');
  if (UNKNOWN.test(first) || first.startsWith('```')) throw refusal(cursor, 'this Markdown is not known here');
  return { type: 'text', content: readInline(readBlockText(cursor), where(cursor)) };
}

function readHeading(cursor: Cursor, level: 2 | 3, text: string): Paragraph {
  if (/[*`[\]]/.test(text)) throw refusal(cursor, 'a heading is plain text');
  cursor.at += 1;
  const id = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return { type: 'heading', level, id, text };
}

/** Joins the lines up to the next empty line or block (Markdown's soft line breaks). */
function readBlockText(cursor: Cursor): string {
  const parts = [line(cursor)];
  cursor.at += 1;
  while (cursor.at < cursor.lines.length && line(cursor) !== '' && !startsBlock(line(cursor))) {
    if (UNKNOWN.test(line(cursor))) throw refusal(cursor, 'this Markdown is not known here');
    parts.push(line(cursor));
    cursor.at += 1;
  }
  return parts.join(' ');
}

function startsBlock(text: string): boolean {
  return text.startsWith('#') || text.startsWith('```') || text.startsWith('|') || BULLET.test(text) || NUMBER.test(text);
}

function readCode(cursor: Cursor): Paragraph {
  const language = FENCE.exec(line(cursor))?.[1] ?? '';
  const opened = cursor.at;
  const code: string[] = [];
  for (cursor.at += 1; line(cursor) !== '```'; cursor.at += 1) {
    if (cursor.at >= cursor.lines.length) throw refusal({ ...cursor, at: opened }, 'this code block is not closed');
    code.push(rawLine(cursor));
  }
  cursor.at += 1;
  return { type: 'code', language: language === '' ? 'text' : language, code: code.join('\n') };
}

function readList(cursor: Cursor, marker: RegExp, ordered: boolean): Paragraph {
  const items = [];
  for (let match = marker.exec(line(cursor)); match !== null; match = marker.exec(line(cursor))) {
    const parts = [match[1] ?? ''];
    cursor.at += 1;
    // The second line of an item is indented.
    for (; /^ {2,3}\S/.test(rawLine(cursor)) && !/^\s+(- |\d+\. )/.test(rawLine(cursor)); cursor.at += 1) parts.push(rawLine(cursor).trim());
    items.push(readInline(parts.join(' '), where(cursor)));
  }
  if (/^\s+(- |\d+\. )/.test(rawLine(cursor))) throw refusal(cursor, 'lists are not nested here');
  return { type: 'list', ordered, items };
}

function readTable(cursor: Cursor): Paragraph {
  // The cells of a table head are plain text.
  const head = cellsOf(line(cursor)).map((cell) => textOf(readInline(cell, where(cursor))));
  cursor.at += 1;
  const isDivided = cellsOf(line(cursor)).every((cell) => /^-{3,}$/.test(cell)) && cellsOf(line(cursor)).length === head.length;
  if (!isDivided) throw refusal(cursor, `a table has a second line of ${head.length} times ---`);
  cursor.at += 1;
  const rows = [];
  for (; line(cursor).startsWith('|'); cursor.at += 1) {
    const cells = cellsOf(line(cursor));
    if (cells.length !== head.length) throw refusal(cursor, `this row has ${cells.length} cells, the table ${head.length}`);
    rows.push(cells.map((cell) => readInline(cell, where(cursor))));
  }
  return { type: 'table', head, rows };
}

/** `\|` is a pipe inside a cell. */
function cellsOf(text: string): string[] {
  const inner = text.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function skipEmpty(cursor: Cursor): void {
  while (cursor.at < cursor.lines.length && line(cursor) === '') cursor.at += 1;
}

function rawLine(cursor: Cursor): string {
  return cursor.lines[cursor.at] ?? '';
}

function line(cursor: Cursor): string {
  return rawLine(cursor).trimEnd();
}

function where(cursor: Cursor): string {
  return `${cursor.file}:${cursor.at + 1}`;
}

function refusal(cursor: Cursor, reason: string): Error {
  return new Error(`${where(cursor)}: ${reason}: ${line(cursor).slice(0, 60)}`);
}

function textOf(content: readonly Inline[]): string {
  return content.map(({ text }) => text).join('');
}
