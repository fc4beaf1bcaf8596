/** The two pages that Vite serves from `apps/web`. The server sends the same pages at the same paths (`platform/http/static-web.ts`). */
const BANK_PAGES = /^\/bank\/(sign-in\/[^/]+|to-sign(\/[^/]+)?|permissions(\/[^/]+)?|receipts(\/[^/]+)?|device|accessibility)\/?$/;

/**
 * @param url path and query of a request
 * @returns the file of the page at this path, or undefined for a path that the server handles.
 */
export function pageOf(url: string | undefined): string | undefined {
  const [path = '', query] = (url ?? '').split('?');
  const page = path === '/' ? '/index.html' : BANK_PAGES.test(path) ? '/bank.html' : undefined;
  return page === undefined || query === undefined ? page : `${page}?${query}`;
}
