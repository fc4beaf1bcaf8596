/**
 * Reads the Markdown of the bank's own texts: one `# title`, `##` and `###`, paragraphs, lists, code in fences and tables. `check-markdown.ts`
 * refuses everything else with file and line, HTML too.
 */
import type { ContentPage, Paragraph } from '@portico/contract';
import { isContentHref } from '@portico/contract/values';
import { lexer, type Token } from 'marked';
import { markdownBlocks, markdownWords } from '#platform/markdown/markdown-blocks.ts';
import { checkMarkdown, type Refuse } from './check-markdown.ts';
import { rowAnchors } from './row-anchors.ts';

export interface PageSource {
  /** For error messages. */
  readonly file: string;
  readonly url: string;
}

/** @throws Error with file and line */
export function readMarkdownPage(markdown: string, { file, url }: PageSource): ContentPage {
  const tokens = lexer(markdown);
  const first = tokens.findIndex(({ type }) => type !== 'space');
  const title = tokens[first];
  const line = 1 + linesOf(tokens.slice(0, first));
  const refuse = refusalIn(file);
  if (title?.type !== 'heading' || title.depth !== 1) throw refuse(line, 'a page begins with "# Title"', title?.raw ?? '');
  const rest = tokens.slice(first + 1);
  checkMarkdown(rest, line + linesOf([title]), refuse);
  return { title: markdownWords(title.tokens ?? []), url, field_paragraphs: paragraphsOf(rest) };
}

/**
 * Reads Markdown without a title.
 *
 * @throws Error with file and line
 */
export function readMarkdownBlocks(markdown: string, file: string): Paragraph[] {
  const tokens = lexer(markdown);
  checkMarkdown(tokens, 1, refusalIn(file));
  return paragraphsOf(tokens);
}

const linesOf = (tokens: readonly Token[]) =>
  tokens
    .map(({ raw }) => raw)
    .join('')
    .split('\n').length - 1;

const refusalIn =
  (file: string): Refuse =>
  (line, reason, raw) =>
    new Error(`${file}:${line}: ${reason}: ${raw.trim().split('\n', 1)[0]?.slice(0, 60)}`);

/** A repeated heading gets the suffix `-2`, so that ids are unique. */
function paragraphsOf(tokens: readonly Token[]): Paragraph[] {
  const counts = new Map<string, number>();
  const anchors = new Set<string>();
  return markdownBlocks(tokens, isContentHref).map((paragraph): Paragraph => {
    if (paragraph.type === 'table') return withAnchors(paragraph, anchors);
    if (paragraph.type !== 'heading') return paragraph;
    const count = (counts.get(paragraph.id) ?? 0) + 1;
    counts.set(paragraph.id, count);
    return count === 1 ? paragraph : { ...paragraph, id: `${paragraph.id}-${count}` };
  });
}

function withAnchors(table: Extract<Paragraph, { type: 'table' }>, taken: Set<string>): Paragraph {
  const anchors = rowAnchors(table.head, table.rows, taken);
  return anchors === undefined ? table : { ...table, anchors };
}
