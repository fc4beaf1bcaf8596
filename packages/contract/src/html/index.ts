/** HTML in content, of the maintenance page and of foreign content systems: one reader for the server and the browser. */
export type { HtmlNode } from './html-grammar.ts';
export { readHtml } from './read-html.ts';
export { sanitiseHtml, writeHtml } from './write-html.ts';
