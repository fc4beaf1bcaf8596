import type { ContentPage, Paragraph } from '@portico/contract';
import { describe, expect, it } from 'vitest';
import { contentPlaces } from './content-places.ts';

const text = (words: string) => ({ type: 'text' as const, content: [{ text: words }] });
const heading = (id: string) => ({ type: 'heading' as const, level: 2 as const, id, text: `Title of ${id}` });

function placesOf(...paragraphs: Paragraph[]) {
  const value: ContentPage = { title: 'Guide', url: '/guide', field_paragraphs: paragraphs };
  const menu = { main: [{ title: 'Guide', pageUrl: '/guide', component: 'ContentPage' as const }], hidden: [], user: [] };
  const stored = { file: 'guide.md', source: '', markdown: '', value };
  return contentPlaces({
    menu,
    pages: new Map([
      ['guide', stored],
      ['other', { ...stored, value: { ...value, url: '/other' } }],
    ]),
  });
}

describe('the places of a page', () => {
  it('are the page with the text before its first heading, and each section with its text', () => {
    expect(
      placesOf(text('Before.'), heading('a'), text('One.'), { type: 'list', ordered: false, items: [[{ text: 'Two.' }]] }, heading('b')),
    ).toEqual([
      { kind: 'page', url: '/guide', title: 'Guide', page: 'Guide', text: 'Before.' },
      { kind: 'section', url: '/guide?section=a', title: 'Title of a', page: 'Guide', text: 'One.\nTwo.' },
      { kind: 'section', url: '/guide?section=b', title: 'Title of b', page: 'Guide', text: '' },
    ]);
  });
  it('contain the code and the tables of a section', () => {
    const table = { type: 'table' as const, head: ['A', 'B'], rows: [[[{ text: 'one' }], [{ text: 'two' }]]] };
    expect(placesOf({ type: 'code', language: 'sh', code: 'curl' }, table)).toMatchObject([{ text: 'curl\none · two' }]);
  });
  it('are the rows of codes, which are in no section', () => {
    const rows = ['A_B', ''].map((code) => [[{ text: '400' }], [{ text: code, code: true }], [{ text: 'what to do' }]]);
    expect(placesOf({ type: 'table', head: ['Status', 'Code', 'Do'], rows, anchors: ['A_B', ''] })).toEqual([
      { kind: 'page', url: '/guide', title: 'Guide', page: 'Guide', text: '' },
      { kind: 'code', url: '/guide?section=A_B', title: 'A_B', page: 'Guide', text: '400 · what to do' },
    ]);
  });
  it('are none for a page without a route', () => expect(placesOf().map(({ url }) => url)).toEqual(['/guide']));
});
