/**
 * Pages of the content as plain HTML, for browsers without JavaScript: the portal's own pages live in the fragment of the address, which never reaches
 * a server.
 */
import type { ContentPage } from '@portico/contract';
import { sanitiseHtml } from '@portico/contract/html';
import { parse } from 'marked';
import { plainPage } from '#platform/http/plain-page.ts';
import type { Content } from './content.ts';
import type { StoredText } from './stored-text.ts';

export interface PlainPages {
  /** The entries of the menu that can be read as plain pages. */
  list(): readonly { readonly title: string; readonly path: string }[];
  /** @param path of a menu entry, e.g. `/welcome`. @returns HTML without scripts; undefined for other pages */
  find(path: string): string | undefined;
}

export function createPlainPages(
  content: Pick<Content, 'menu' | 'page'>,
  { productName, publicUrl }: { readonly productName: string; readonly publicUrl: string },
): PlainPages {
  const written = new WeakMap<object, string>();
  const list = () => {
    const { main, hidden } = content.menu();
    return [...main, ...hidden].filter(({ component }) => component === 'ContentPage').map(({ title, pageUrl: path }) => ({ title, path }));
  };
  return {
    list,
    find(path) {
      if (!list().some((page) => page.path === path)) return undefined;
      const text = content.page(path.slice(1));
      if (text === undefined) return undefined;
      const html = written.get(text) ?? write(text, productName, publicUrl);
      written.set(text, html);
      return html;
    },
  };
}

function write({ markdown, value: { title } }: StoredText<ContentPage>, owner: string, publicUrl: string): string {
  // The page has the title already.
  const body = parse(markdown.replace(/^\s*# .*\n/, '').replaceAll(`${publicUrl}/#/`, '#/'), { async: false });
  const linked = sanitiseHtml(body).replaceAll('href="#/', 'href="/');
  return plainPage({ owner, title, content: `${WITHOUT_SCRIPTS}\n${linked}` });
}

const WITHOUT_SCRIPTS = '<p>This is the text of the page. The portal itself needs JavaScript. <a href="/">Start page</a></p>';
