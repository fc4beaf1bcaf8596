import { describe, expect, it } from 'vitest';
import { createPlainPages } from './plain-pages.ts';

const MENU = {
  main: [
    { title: 'Welcome', pageUrl: '/welcome', component: 'ContentPage' as const },
    { title: 'News', pageUrl: '/news', component: 'NewsPage' as const },
  ],
  hidden: [{ title: 'Gone', pageUrl: '/gone', component: 'ContentPage' as const }],
  user: [],
};
const pageOf = (markdown: string) => ({ markdown, value: { title: 'Welcome <b>', url: '/welcome', field_paragraphs: [] } });

function open(markdown: string) {
  const text = { ...pageOf(markdown), file: 'welcome.md', source: markdown };
  return createPlainPages(
    { menu: () => MENU, page: (name) => (name === 'welcome' ? text : undefined) },
    { productName: 'Portico', publicUrl: 'http://localhost:3000' },
  );
}

describe('a page of the content as plain HTML', () => {
  it('has its title once, its text, and links to other plain pages', () => {
    const html =
      open('# Welcome <b>\n\nRead [how](http://localhost:3000/#/how-to-api), [news](#/news) and `curl`.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n').find(
        '/welcome',
      ) ?? '';
    expect(html.match(/<h1>/g)).toHaveLength(1);
    expect(html).toContain('<h1>Welcome &lt;b&gt;</h1>');
    expect(html).toContain('<a href="/how-to-api"');
    expect(html).toContain('<a href="/news"');
    expect(html).toContain('<code>curl</code>');
    expect(html).toContain('<td>1</td>');
  });
  it('shows markup of the text as nothing that acts', () => {
    const html = open('<script>alert(1)</script>\n\n[x](javascript:alert(1))\n\n<img src=x onerror=alert(1)>').find('/welcome') ?? '';
    expect(html).not.toMatch(/<script|href="javascript:|onerror|<img/);
  });
  it('is written once', () => {
    const pages = open('Text.');
    expect(pages.find('/welcome')).toBe(pages.find('/welcome'));
  });
  it.each(['/news', '/gone', '/tokens', '/../welcome', ''])('does not exist for %j', (path) => {
    expect(open('Text.').find(path)).toBeUndefined();
  });
  it('is listed for entries of the menu that are content', () => {
    expect(open('Text.').list()).toEqual([
      { title: 'Welcome', path: '/welcome' },
      { title: 'Gone', path: '/gone' },
    ]);
  });
});
