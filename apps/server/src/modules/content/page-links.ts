/** Which routes of the portal a page links to: `#/welcome?x=1` counts as `/welcome`. */
import type { ContentPage, Inline, Paragraph } from '@portico/contract';
import { type HtmlNode, readHtml } from '@portico/contract/html';

export function hashLinksOf(page: ContentPage): string[] {
  return page.field_paragraphs
    .flatMap(linksOf)
    .filter((href) => href.startsWith('#/'))
    .map((href) => href.slice(1).replace(/[?#].*$/, ''));
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
      return paragraph.actions.map(({ href }) => href);
    case 'links':
      return paragraph.items.map(({ href }) => href);
    case 'heading':
    case 'code':
    case 'steps':
      return [];
    case 'html':
      return htmlLinks(readHtml(paragraph.body));
  }
}

function inlineLinks(content: readonly Inline[]): string[] {
  return content.flatMap(({ href }) => (href === undefined ? [] : [href]));
}

function htmlLinks(nodes: readonly HtmlNode[]): string[] {
  return nodes.flatMap((node) => (typeof node === 'string' ? [] : [...(node.href === undefined ? [] : [node.href]), ...htmlLinks(node.children)]));
}
