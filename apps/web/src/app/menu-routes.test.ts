import { describe, expect, it } from 'vitest';
import { findRoute, type MenuRoute } from './menu-routes.ts';

const route = (pageUrl: string, component: MenuRoute['component']): MenuRoute => ({ pageUrl, component, title: pageUrl, needsLogin: false });
const ROUTES = [
  route('/', 'LandingPage'),
  route('/news', 'NewsPage'),
  route('/api-explorer', 'ApiExplorerPage'),
  route('/news/archive', 'ContentPage'),
];
const find = (pathname: string) => {
  const found = findRoute(
    ROUTES,
    pathname,
    (component, below) => component === 'ApiExplorerPage' || (component === 'NewsPage' && below.length === 1),
  );
  return found === undefined ? undefined : [found.route.pageUrl, found.below];
};

describe('the entry of the menu that an address belongs to', () => {
  it.each([
    ['/', '/', []],
    ['/news', '/news', []],
    ['/news/', '/news', []],
    ['/NEWS/', '/news', []],
    ['/API-explorer/Own/Get/', '/api-explorer', ['Own', 'Get']],
    ['/news/one', '/news', ['one']],
    ['/news/archive', '/news/archive', []],
    ['/api-explorer/own/repos%2Fget%20one', '/api-explorer', ['own', 'repos/get one']],
    ['/api-explorer/own/repos/get', '/api-explorer', ['own', 'repos', 'get']],
    ['/api-explorer/own/100%', '/api-explorer', ['own', '100%']],
  ])('%s is %s with %j below', (pathname, pageUrl, below) => {
    expect(find(pathname)).toEqual([pageUrl, below]);
  });
  it.each(['/nowhere', '/newsletter', '/news/one/two', '//', '//news'])('%s has none but what “/” is', (pathname) => {
    expect(find(pathname)).toEqual(pathname === '//' ? ['/', []] : undefined);
  });
});
