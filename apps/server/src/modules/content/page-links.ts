/** Which routes of the portal a page links to: `#/welcome?x=1` counts as `/welcome`. */
import type { ContentPage, Inline, Paragraph } from '@portico/contract';

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
  }
}

function inlineLinks(content: readonly Inline[]): string[] {
  return content.flatMap(({ href }) => (href === undefined ? [] : [href]));
}
