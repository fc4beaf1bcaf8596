/** HTML in content, from the maintenance page and from external content systems. Server and browser use the same reader. */
export type { HtmlNode } from './html-grammar.ts';
export { readHtml } from './read-html.ts';
export { sanitiseHtml, writeHtml } from './write-html.ts';
