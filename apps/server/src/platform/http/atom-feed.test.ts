import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { type AtomFeed, sendAtom, writeAtom } from './atom-feed.ts';

const FEED: AtomFeed = {
  title: 'News',
  author: 'Portico Bank AS',
  url: 'https://bank.example/feed',
  pageUrl: 'https://bank.example/#/news',
  entries: [
    {
      title: 'A & <b>B</b> "C" \u0000\u0007\ud800',
      url: 'https://bank.example/#/news/a?b&c',
      published: '2026-11-20T09:00:00+02:00',
      updated: '2026-11-20T09:00:00+02:00',
      summary: ']]><script>',
      categories: ['payments'],
    },
    { title: 'Newer', url: 'x', published: '2026-11-20T08:00:00Z', updated: '2026-11-20T08:00:00Z', summary: '', categories: [] },
  ],
};

describe('an Atom feed', () => {
  it('escapes markup in its texts and removes characters that XML forbids', () => {
    const text = writeAtom(FEED);
    expect(text).toContain('<title>A &amp; &lt;b&gt;B&lt;/b&gt; &quot;C&quot; </title>');
    expect(text).toContain('<id>https://bank.example/#/news/a?b&amp;c</id>');
    expect(text).toContain('<summary>]]&gt;&lt;script&gt;</summary>');
    expect(text).not.toMatch(/\p{Cc}(?<!\n)|\p{Cs}/u);
  });
  it('has the time of its newest entry, compared across time zones', () => {
    expect(writeAtom(FEED)).toMatch(/^ {2}<updated>2026-11-20T08:00:00Z<\/updated>$/m);
  });
  it('has id, title, time and author without any entry', () => {
    const text = writeAtom({ ...FEED, entries: [] });
    for (const name of ['id', 'title', 'updated', 'author']) expect(text).toContain(`<${name}>`);
  });
  it('returns 304 to a request with its ETag', async () => {
    const app = fastify();
    app.get('/feed', (request, reply) => sendAtom(request, reply, FEED));
    const first = await app.inject('/feed');
    expect(first.headers).toMatchObject({ 'content-type': 'application/atom+xml; charset=utf-8', 'cache-control': 'public, max-age=300' });
    const again = (tag: unknown) => app.inject({ url: '/feed', headers: { 'if-none-match': String(tag) } });
    expect((await again(first.headers.etag)).statusCode).toBe(304);
    expect((await again(`W/${first.headers.etag}`)).statusCode).toBe(304);
    expect((await again('"other"')).statusCode).toBe(200);
  });
});
