/** Writes a tree of the allow-list as HTML, for clients that expect HTML. An external page may show it without changes. */
import { type HtmlNode, isVoid } from './html-grammar.ts';
import { readHtml } from './read-html.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

export function writeHtml(nodes: readonly HtmlNode[]): string {
  return nodes.map(writeNode).join('');
}

function writeNode(node: HtmlNode): string {
  if (typeof node === 'string') return escaped(node);
  const { tag, href, children } = node;
  const attributes = href === undefined ? '' : ` href="${escaped(href)}" rel="noopener noreferrer"`;
  return isVoid(tag) ? `<${tag}>` : `<${tag}${attributes}>${writeHtml(children)}</${tag}>`;
}

/** Reduces HTML to the allow-list. Applied to its own result, it changes nothing. */
export function sanitiseHtml(html: string): string {
  return writeHtml(readHtml(html));
}
