import type { ContentPlace, ExplorerIndex, Menu, NamedParameter } from '@portico/contract';
import { describe, expect, it } from 'vitest';
import { excerptOf } from './highlighted.tsx';
import { paletteEntries } from './palette-entries.ts';
import { createPaletteSearch } from './palette-search.ts';

const MENU: Menu = {
  main: [
    { title: 'How to APIs', pageUrl: '/how-to-api', component: 'ContentPage' },
    { title: 'API Explorer', pageUrl: '/api-explorer', component: 'ApiExplorerPage' },
    { title: 'API Status', pageUrl: '/api-status', component: 'ApiStatusPage' },
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
const PLACES: readonly ContentPlace[] = [
  { kind: 'page', url: '/how-to-api', title: 'How to APIs', page: 'How to APIs', text: 'What is open to you.' },
  {
    kind: 'section',
    url: '/how-to-api?section=tokens',
    title: 'Get a token',
    page: 'How to APIs',
    text: 'Send PKCE with S256. A refresh token is new each time.',
  },
  { kind: 'code', url: '/errors?section=FORMAT_ERROR', title: 'FORMAT_ERROR', page: 'Errors', text: '400 · a field is missing' },
];
const PARAMETERS: readonly NamedParameter[] = [
  {
    name: 'bookingStatus',
    in: 'query',
    list: 'main',
    text: 'Booked, pending or both.',
    operations: [
      { apiId: 'own', operationId: 'repos/get one' },
      { apiId: 'own', operationId: 'cancelPayment' },
    ],
  },
  { name: 'bookingStatus', in: 'query', list: 'fallback', text: '', operations: [{ apiId: 'other', operationId: 'read' }] },
];
const indexes = new Map([
  ['/fallback-explorer', { sections: INDEX.sections.map((section) => ({ ...section, apiId: 'other', list: 'fallback' as const })), changes: [] }],
  ['/api-explorer', INDEX],
]);
const entries = paletteEntries({ menu: MENU, indexes, news: NEWS, places: PLACES, parameters: PARAMETERS });
const search = createPaletteSearch(entries);
const first = (words: string) => search(words).groups[0]?.entries[0]?.href;

describe('the palette', () => {
  it('leads to pages, sections, codes, news, operations and parameters', () => {
    expect(entries.map(({ group, href }) => `${group} ${href}`)).toEqual([
      'Pages #/how-to-api',
      'Pages #/api-explorer',
      'Pages #/api-status',
      'Pages #/terms',
      'Pages #/tokens',
      'Pages #/tpp',
      'Pages #/tpp/certificates',
      'Pages #/tpp/requests',
      'Pages #/tpp/notifications',
      'Pages #/tpp/sessions',
      'Pages #/tpp/security',
      'Pages #/api-status/subscription',
      'Guides #/how-to-api?section=tokens',
      'Codes #/errors?section=FORMAT_ERROR',
      'News #/news/statements',
      'Fallback operations #/fallback-explorer/other/repos%2Fget%20one',
      'Fallback operations #/fallback-explorer/other/cancelPayment',
      'Fallback parameters #/fallback-explorer/other/read',
      'Operations #/api-explorer/own/repos%2Fget%20one',
      'Operations #/api-explorer/own/cancelPayment',
      'Parameters #/api-explorer/own/repos%2Fget%20one',
    ]);
  });
  it.each([
    ['tokns', '#/tokens'],
    ['terms', '#/terms'],
    ['updates by mail', '#/api-status/subscription'],
    ['incidents', '#/api-status/subscription'],
    ['request log', '#/tpp/requests'],
    ['certificates', '#/tpp/certificates'],
    ['statmnts', '#/news/statements'],
    ['news november', '#/news/statements'],
    ['repositry', '#/api-explorer/own/repos%2Fget%20one'],
    ['cancel', '#/api-explorer/own/cancelPayment'],
    ['delete payments', '#/api-explorer/own/cancelPayment'],
    ['pkce', '#/how-to-api?section=tokens'],
    ['refresh token', '#/how-to-api?section=tokens'],
    ['FORMAT_ERROR', '#/errors?section=FORMAT_ERROR'],
    ['booking', '#/api-explorer/own/repos%2Fget%20one'],
    ['what is open', '#/how-to-api'],
  ])('finds %j', (words, href) => {
    expect(first(words)).toBe(href);
  });
  it.each(['zzzz', '"', '()'])('finds nothing for %j', (words) => {
    expect(search(words).groups).toEqual([]);
  });
  it('shows the groups of the fallback interface last', () => {
    expect(search('payments').groups.map(({ group }) => group)).toEqual(['Operations', 'Fallback operations']);
  });
  it('says of a parameter where it is used', () => {
    expect(search('bookingStatus').groups[0]?.entries[0]?.detail).toBe('query of repos/get one and 1 more');
  });
  it('without words lists the pages, also before anything has loaded', () => {
    const bare = paletteEntries({ menu: MENU, indexes: new Map(), news: [], places: [], parameters: [] });
    expect(createPaletteSearch(bare)(' ').groups.map(({ group, entries: listed }) => [group, listed.length])).toEqual([['Pages', 12]]);
  });
  it('shows the part of a text around the first word that was found', () => {
    const text = `${'before '.repeat(20)}PKCE${' after'.repeat(40)}`;
    const { terms } = search('pkce');
    expect(excerptOf(text, terms)).toMatch(/^… (before ){6}PKCE( after){17} …$/);
    expect(excerptOf('PKCE', terms)).toBe('PKCE');
    expect(excerptOf('nothing of it', terms)).toBeUndefined();
  });
});
