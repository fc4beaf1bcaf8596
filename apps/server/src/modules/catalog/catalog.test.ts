/** What a server that runs for years says of days. */
import { HISTORY_DAYS_MAX, PERIODIC_START_DAYS_MAX } from '@portico/contract/values';
import { addDays } from '@portico/primitives';
import { describe, expect, it } from 'vitest';
import { createCatalog } from './catalog.ts';
import { unpackText } from './packed-text.ts';
import type { RouteTable } from './route-table.ts';

const text = { type: 'string' };
const ROUTES: RouteTable = new Map([
  [
    'GET /api/v1/accounts/:accountId/transactions',
    { params: undefined, query: { type: 'object', properties: { dateFrom: text } }, body: undefined, answers: {} },
  ],
  ['POST /api/v1/periodic-payments/:paymentProduct', { params: undefined, query: undefined, body: { type: 'object', properties: {} }, answers: {} }],
]);
const config = { apiBase: 'http://localhost/api', publicUrl: 'http://localhost', bankName: 'Test Bank', supportContact: 'support@example.com' };

let today: string;
const catalog = createCatalog({ config, routes: ROUTES, today: () => today });

async function documentOf(apiId: string): Promise<string> {
  const section = catalog.sections().find((one) => one.apiId === apiId);
  return section === undefined ? '' : unpackText(await section.document('json'));
}
const dayIn = (document: string, form: RegExp): string => form.exec(document)?.[1] ?? 'no day';

async function readDays() {
  return {
    back: dayIn(await documentOf('accounts'), /"name": "dateFrom"[\s\S]*?"example": "(\d{4}-\d{2}-\d{2})"/),
    ahead: dayIn(await documentOf('periodic-payments'), /"startDate": "(\d{4}-\d{2}-\d{2})"/),
  };
}

describe('a day in an example', () => {
  it('can be sent on every day of three years in which the server is not restarted', async () => {
    for (today = '2027-01-01'; today < '2030-01-01'; today = addDays(today, 9)) {
      const { back, ahead } = await readDays();
      // The bank's own date may be the next one.
      expect(back >= addDays(today, 1 - HISTORY_DAYS_MAX) && back < today, `${back} read on ${today}`).toBe(true);
      expect(ahead > addDays(today, 100) && ahead <= addDays(today, PERIODIC_START_DAYS_MAX), `${ahead} ordered on ${today}`).toBe(true);
    }
  });

  it('stays for a month, and with it everything that is made of it once', async () => {
    today = '2028-02-01';
    const [sections, index, postman] = [catalog.sections(), await catalog.index(undefined), await catalog.postman()];
    today = '2028-02-29';
    expect(catalog.sections()).toBe(sections);
    expect(await catalog.index(undefined)).toBe(index);
    expect(await catalog.postman()).toBe(postman);
    today = '2028-03-01';
    expect(catalog.sections()).not.toBe(sections);
    expect((await catalog.index(undefined)).etag).not.toBe(index.etag);
    expect((await catalog.postman()).etag).not.toBe(postman.etag);
  });
});
