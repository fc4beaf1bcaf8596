/** Where a text leads to: every `href` in it. */
import type { Inline, Paragraph } from '@portico/contract';
import { type HtmlNode, readHtml } from '@portico/contract/html';

export function hrefsOf(paragraphs: readonly Paragraph[]): string[] {
  return paragraphs.flatMap(linksOf);
}

function linksOf(paragraph: Paragraph): string[] {
  switch (paragraph.type) {
    case 'text':
      return inlineLinks(paragraph.content);
    case 'list':
      return paragraph.items.flatMap(inlineLinks);
    case 'table':
      return paragraph.rows.flat().flatMap(inlineLinks);
    case 'hero':
      return [...paragraph.actions.map(({ href }) => href), ...inlineLinks(paragraph.note ?? [])];
    case 'links':
      return paragraph.items.map(({ href }) => href);
    case 'html':
      return htmlLinks(readHtml(paragraph.body));
    case 'heading':
    case 'code':
    case 'steps':
      return [];
  }
}

function inlineLinks(content: readonly Inline[]): string[] {
  return content.flatMap(({ href }) => (href === undefined ? [] : [href]));
}

function htmlLinks(nodes: readonly HtmlNode[]): string[] {
  return nodes.flatMap((node) => (typeof node === 'string' ? [] : [...(node.href === undefined ? [] : [node.href]), ...htmlLinks(node.children)]));
}
