import type { ExplorerIndex, Menu } from '@portico/contract';
import { describe, expect, it } from 'vitest';
import { createPaletteSearch, paletteEntries } from './palette-entries.ts';

const MENU: Menu = {
  main: [
    { title: 'How to APIs', pageUrl: '/how-to-api', component: 'ContentPage' },
    { title: 'API Explorer', pageUrl: '/api-explorer', component: 'ApiExplorerPage' },
  ],
  hidden: [{ title: 'Terms of use', pageUrl: '/terms', component: 'ContentPage' }],
  user: [
    { title: 'Tokens', pageUrl: '/tokens', component: 'TokensPage' },
    { title: 'Application identity', pageUrl: '/tpp', component: 'ApplicationIdentityPage' },
  ],
};
const INDEX: ExplorerIndex = {
  sections: [
    {
      apiId: 'own',
      title: 'Own',
      list: 'main',
      version: '1',
      description: '',
      isSendable: true,
      operations: [
        { operationId: 'repos/get one', method: 'GET', path: '/repos', summary: 'Read a repository' },
        { operationId: 'cancelPayment', method: 'DELETE', path: '/v1/payments', summary: '' },
      ],
    },
  ],
  changes: [],
};
const NEWS = [
  {
    title: 'Statements are open',
    url: '/news/statements',
    date: '2026-11-12T10:00:00+02:00',
    summary: 'x',
    tags: [],
    field_paragraphs: [],
  },
];
const entries = paletteEntries(MENU, new Map([['/api-explorer', INDEX]]), NEWS);
const search = createPaletteSearch(entries);
const first = (words: string) => search(words)[0]?.href;

describe('the palette', () => {
  it('leads to every page of the menu, to every news item and to every operation', () => {
    expect(entries.map(({ href }) => href)).toEqual([
      '#/how-to-api',
      '#/api-explorer',
      '#/terms',
      '#/tokens',
      '#/tpp',
      '#/tpp/requests',
      '#/news/statements',
      '#/api-explorer/own/repos%2Fget%20one',
      '#/api-explorer/own/cancelPayment',
    ]);
  });
  it.each([
    ['tokns', '#/tokens'],
    ['terms', '#/terms'],
    ['request log', '#/tpp/requests'],
    ['statmnts', '#/news/statements'],
    ['news november', '#/news/statements'],
    ['repositry', '#/api-explorer/own/repos%2Fget%20one'],
    ['cancel', '#/api-explorer/own/cancelPayment'],
    ['delete payments', '#/api-explorer/own/cancelPayment'],
  ])('finds %j', (words, href) => {
    expect(first(words)).toBe(href);
  });
  it.each(['zzzz', '"', '()'])('finds nothing for %j', (words) => {
    expect(search(words)).toEqual([]);
  });
  it('has its pages before any index is there', () => {
    expect(paletteEntries(MENU, new Map(), [])).toHaveLength(6);
  });
});
