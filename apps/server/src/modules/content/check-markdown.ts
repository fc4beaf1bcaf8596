/**
 * Refuses Markdown that a page cannot show as its author wrote it: every token that has no value, and text that looks like markup which was not
 * closed. An error names file and line, so that no page is published with a part missing.
 */
import { isContentHref } from '@portico/contract/values';
import type { MarkedToken, Token, Tokens } from 'marked';

/** Attributes after the language of a code block, such as `id=ask-for-consent`, are for the guides' test. The page omits them. */
const CODE_INFO = /^[a-z0-9-]*(?: [a-z-]+=[a-z0-9-]+)*$/;
/** A line of a text that its author meant as a heading, a row of a table, code or an item. */
const BLOCK_START = /^[ \t]*(?:#|\||```|~~~|\d{1,9}[.)] )/m;
/** Marks that the library left in a text, because another one that closes them is missing. A backslash makes them text. */
const OPEN_MARK = /[`*]|\]\(|<[a-z/!]/i;

export type Refuse = (line: number, reason: string, raw: string) => Error;

/** @throws the error of `refuse`, with the number of the token's line counted from `line` */
export function checkMarkdown(tokens: readonly Token[], line: number, refuse: Refuse): void {
  let at = line;
  for (const token of tokens) {
    checkToken(token as MarkedToken, at, refuse);
    at += linesIn(token.raw);
  }
}

const linesIn = (text: string) => text.split('\n').length - 1;

function checkToken(token: MarkedToken, line: number, refuse: Refuse): void {
  const reason = reasonAgainst(token);
  if (reason !== undefined) throw refuse(line, reason, token.raw);
  if (token.type === 'table') checkTable(token, line, refuse);
  else if (token.type === 'list') checkMarkdown(token.items, line, refuse);
  else if ('tokens' in token && token.tokens !== undefined) {
    if (token.type === 'list_item') checkItem(token, line, refuse);
    if (token.type === 'paragraph' || token.type === 'text') checkLines(token.raw, line, refuse);
    checkMarkdown(token.tokens, line, refuse);
  }
}

/** Returns undefined for a token whose value says everything that the text says. */
function reasonAgainst(token: MarkedToken): string | undefined {
  switch (token.type) {
    case 'space':
    case 'escape':
    case 'codespan':
    case 'strong':
    case 'paragraph':
      return undefined;
    case 'heading':
      return againstHeading(token);
    case 'code':
      return againstCode(token);
    case 'list':
      return token.ordered && token.start !== 1 ? 'a list begins with 1.' : undefined;
    case 'list_item':
      return token.task ? 'this Markdown is not known here' : undefined;
    case 'table':
      return token.align.some((side) => side !== null) ? 'the cells of a table are not aligned here' : undefined;
    case 'link':
      return againstLink(token);
    case 'text':
      return token.tokens === undefined && OPEN_MARK.test(token.raw) ? 'this markup is not known here or not closed' : undefined;
    default:
      return 'this Markdown is not known here';
  }
}

function againstHeading({ depth, tokens, raw }: Tokens.Heading): string | undefined {
  if (depth === 1) return 'a page has one "# Title" only';
  if (depth > 3 || !raw.trimStart().startsWith('#')) return 'this Markdown is not known here';
  return tokens.every(({ type }) => type === 'text' || type === 'escape') ? undefined : 'a heading is plain text';
}

function againstCode({ codeBlockStyle, lang = '', raw }: Tokens.Code): string | undefined {
  if (codeBlockStyle === 'indented' || !CODE_INFO.test(lang)) return 'this Markdown is not known here';
  const [fence = ''] = /^ *(?:`{3,}|~{3,})/.exec(raw) ?? [];
  const last = raw.trimEnd().split('\n').slice(1).at(-1)?.trim() ?? '';
  return last.startsWith(fence.trim()) && /^(?:`+|~+)$/.test(last) ? undefined : 'this code block is not closed';
}

function againstLink({ href, title, raw }: Tokens.Link): string | undefined {
  if (!isContentHref(href)) return `a link begins with #/, https:// or mailto:, not ${href.slice(0, 40)}`;
  return title || !raw.startsWith('[') ? 'a link is written as [text](address)' : undefined;
}

function checkLines(text: string, line: number, refuse: Refuse): void {
  const at = text.search(BLOCK_START);
  if (at === -1) return;
  const reason = 'a line of a text does not begin with #, |, a fence or a number; the second line of a table is | --- |';
  throw refuse(line + linesIn(text.slice(0, at)), reason, text.slice(at));
}

/** A value has one text for each item. */
function checkItem({ tokens }: Tokens.ListItem, line: number, refuse: Refuse): void {
  let at = line;
  for (const [index, { type, raw }] of tokens.entries()) {
    if (type === 'list') throw refuse(at, 'lists are not nested here', raw);
    if (index > 0 && type !== 'space') throw refuse(at, 'an item has one text', raw);
    at += linesIn(raw);
  }
}

/** The library fills short rows and cuts long ones. */
function checkTable({ header, rows, raw }: Tokens.Table, line: number, refuse: Refuse): void {
  const lines = raw.trimEnd().split('\n');
  for (const [index, cells] of [header, ...rows].entries()) {
    // The second line has no cells.
    const at = index === 0 ? 0 : index + 1;
    const row = lines[at] ?? '';
    const count = row
      .trim()
      .replace(/^\|/, '')
      .replace(/(?<!\\)\|$/, '')
      .split(/(?<!\\)\|/).length;
    if (count !== header.length) throw refuse(line + at, `this row has ${count} cells, the table ${header.length}`, row);
    for (const { tokens } of cells) checkMarkdown(tokens, line + at, refuse);
  }
}
