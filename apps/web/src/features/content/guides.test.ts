import type { Menu } from '@portico/contract';
import { describe, expect, it } from 'vitest';
import { guideSections, placeOf } from './guides.ts';

const item = (pageUrl: string) => ({ title: `Title of ${pageUrl}`, pageUrl, component: 'ContentPage' as const });
const MENU: Menu = {
  main: [item('/one'), item('/terms')],
  hidden: [item('/two'), item('/three')],
  user: [],
  guides: [
    { title: 'First', pages: ['/one', '/nowhere'] },
    { title: 'Second', pages: ['/two', '/three'] },
  ],
};
const sections = guideSections(MENU);

describe('the guides', () => {
  it('have the titles of the menu and the order of their groups, without pages that have no route', () => {
    expect(sections).toEqual([
      { title: 'First', guides: [{ url: '/one', title: 'Title of /one' }] },
      {
        title: 'Second',
        guides: [
          { url: '/two', title: 'Title of /two' },
          { url: '/three', title: 'Title of /three' },
        ],
      },
    ]);
  });
  it.each([
    ['/one', undefined, '/two'],
    ['/two', '/one', '/three'],
    ['/three', '/two', undefined],
  ])('before and after %s are %s and %s', (url, previous, next) => {
    const place = placeOf(sections, url);
    expect([place?.previous?.url, place?.next?.url]).toEqual([previous, next]);
  });
  it.each(['/terms', '/nowhere', '/'])('%s is none of them', (url) => expect(placeOf(sections, url)).toBeUndefined());
  it('are none with a menu of another system', () => {
    expect(guideSections({ main: [item('/one')], hidden: [], user: [] })).toEqual([]);
  });
});
