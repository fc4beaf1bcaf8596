/** `npm run dev` serves the server's pages at the same paths. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pageOf } from './page-of.ts';

const staticWeb = readFileSync(join(import.meta.dirname, '../../apps/server/src/platform/http/static-web.ts'), 'utf8');
const served = [...staticWeb.matchAll(/'(\/bank\/[^']+)'/g)].map(([, path = '']) => path.replaceAll(/:[a-zA-Z]+/g, 'some-id'));

describe('the page of an address in development', () => {
  it.each(served)('is the bank page where the server sends it: %s', (path) => {
    expect(pageOf(path)).toBe('/bank.html');
  });

  it('ignores a slash at the end of the path', () => {
    expect(pageOf('/bank/receipts/?search=a')).toBe('/bank.html?search=a');
  });

  it('keeps the query, which the page reads', () => {
    expect(pageOf('/?m=signingPayment&entry=abc')).toBe('/index.html?m=signingPayment&entry=abc');
  });

  it.each(['/bank/sca/abc', '/bank/sign-in', '/bank/permissions/a/b', '/api/v1/consents', '/config.json', '/welcome', '/bank/devices'])(
    'is left to the server where it sends no page: %s',
    (path) => {
      expect(pageOf(path)).toBeUndefined();
    },
  );

  it('knows at least six addresses of bank pages', () => {
    expect(served.length).toBeGreaterThanOrEqual(6);
  });
});
