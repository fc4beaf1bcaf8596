/** The search of the portal finds what developers look for in the texts and documents that this repository serves. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { API_SECTIONS } from '../apps/server/src/modules/catalog/index.ts';
import { contentPlaces, loadContent } from '../apps/server/src/modules/content/index.ts';
import { paletteEntries } from '../apps/web/src/features/palette/palette-entries.ts';
import { createPaletteSearch } from '../apps/web/src/features/palette/palette-search.ts';

const NAMES = ['productName', 'bankName', 'bankLegalName', 'supportContact', 'publicUrl', 'apiBase', 'mtlsUrl'];
const placeholders = Object.fromEntries(NAMES.map((name) => [name, `the ${name}`]));
const { content } = await loadContent(join(import.meta.dirname, '../content'), { placeholders });
if (content === undefined) throw new Error('The content cannot be read.');

const explorers = { main: '/api-explorer', fallback: '/fallback-explorer' } as const;
const indexes = new Map(
  (['main', 'fallback'] as const).map((list) => [
    explorers[list],
    {
      changes: [],
      sections: API_SECTIONS.filter((section) => (section.list ?? 'main') === list).map(({ apiId, title, operations }) => ({
        apiId,
        title,
        list,
        version: '',
        description: '',
        isSendable: true,
        operations: operations.map(({ operationId, method, path, summary }) => ({ operationId, method, path, summary })),
      })),
    },
  ]),
);
const sources = { menu: content.menu, indexes, news: content.news.map(({ value }) => value), places: contentPlaces(content), parameters: [] };
const search = createPaletteSearch(paletteEntries(sources));

describe('the search finds', () => {
  it.each([
    ['PKCE', '#/how-to-sign-in?section='],
    ['refresh token', '#/how-to-sign-in?section=refresh'],
    ['FORMAT_ERROR', '#/api-error-handling?section=FORMAT_ERROR'],
    ['CONSENT_EXPIRED', '#/api-error-handling?section=CONSENT_EXPIRED'],
    ['ACCC', '#/api-payment-info?section=ACCC'],
    ['scenario', '#/api-explorer/sandbox-management/setTestScenario'],
    ['test clock', '#/api-explorer/sandbox-management/getTestClock'],
    ['postman', '#/how-to-sandbox?section='],
    ['request log', '#/tpp/requests'],
    ['cancel bulk payment', '#/api-explorer/bulk-payments/'],
    ['NOT_SIGNED_IN', '#/how-to-fallback?section=NOT_SIGNED_IN'],
  ])('for %j first %s', (words, href) => {
    expect(search(words).groups[0]?.entries[0]?.href.slice(0, href.length)).toBe(href);
  });

  it.each([
    ['scenario', '#/how-to-sandbox?section=scenarios'],
    ['test clock', '#/how-to-sandbox?section=the-test-clock'],
  ])('for %j the guide too: %s', (words, href) => {
    expect(search(words).groups.flatMap(({ entries }) => entries.map((entry) => entry.href))).toContain(href);
  });

  it.each(['qqqq', '???'])('nothing for %j', (words) => expect(search(words).groups).toEqual([]));

  it('every error code of every operation by its name', () => {
    const codes = new Set(API_SECTIONS.flatMap(({ operations }) => operations.flatMap(({ errors }) => errors.map(({ code }) => code))));
    const missing = [...codes].filter((code) => search(code).groups.find(({ group }) => group === 'Codes')?.entries[0]?.title !== code);
    expect(codes.size).toBeGreaterThan(40);
    expect(missing).toEqual([]);
  });

  it('has no two places with one address', () => {
    const addresses = sources.places.map(({ url }) => url);
    expect(addresses.filter((url, index) => addresses.indexOf(url) !== index)).toEqual([]);
  });

  it('leads to pages of the menu alone', () => {
    const menu = JSON.parse(readFileSync(join(import.meta.dirname, '../content/menu.json'), 'utf8'));
    const routes = [...menu.main, ...menu.hidden].map(({ pageUrl }: { pageUrl: string }) => pageUrl);
    expect(sources.places.filter(({ url }) => !routes.includes(url.split('?')[0] ?? ''))).toEqual([]);
  });
});
