import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestPlatform, type TestPlatform } from '../../../testing/test-platform.ts';
import { allowancesOf, refundStart, type Starter, spendStart } from './decoupled-limits.ts';

let opened: TestPlatform;
beforeAll(async () => {
  opened = await openTestPlatform({ appendAudit: async () => {} });
});
beforeEach(() => opened.database.query(`delete from spent_allowance where key like 'decoupled:%'`));
afterAll(() => opened.database.close());

const limitsOf = (starter: Starter) => allowancesOf(opened.platform.config, starter);
const start = (starter: Starter) => opened.platform.write(({ tx }) => spendStart(tx, limitsOf(starter)));
const nth = (index: number): Starter => ({ person: `person_${index}`, appId: `app_${index}`, ip: `2001:db8:${index.toString(16)}::1` });

describe('decoupled requests that were not approved', () => {
  it.each([
    [5, 'one customer', (index: number) => ({ ...nth(index), person: 'person_one' })],
    [100, 'one application', (index: number) => ({ ...nth(index), appId: 'app_one' })],
    [300, 'one network', (index: number) => ({ ...nth(index), ip: `2001:db8::${index.toString(16)}` })],
    [1200, 'one /48 of IPv6', (index: number) => ({ ...nth(index), ip: `2001:db8:1:${index.toString(16)}::1` })],
  ])('refuses the start after %i of %s', async (max, _of, starter) => {
    for (let index = 1; index <= max; index += 1) expect(await start(starter(index))).toBe(true);
    expect(await start(starter(max + 1))).toBe(false);
    expect(await start({ ...nth(max + 2), ip: '192.0.2.1' })).toBe(true);
  });

  it('are limited to fifteen of a customer in a day', async () => {
    const one = { ...nth(1), person: 'person_one' };
    for (let index = 1; index <= 15; index += 1) {
      expect(await start(one)).toBe(true);
      await opened.database.query(`delete from spent_allowance where key like 'decoupled:customer:%'`);
    }
    expect(await start(one)).toBe(false);
  });

  it('do not include one that is refunded', async () => {
    for (let index = 1; index <= 6; index += 1) {
      expect(await start(nth(1))).toBe(true);
      const keys = limitsOf(nth(1)).map(({ key }) => key);
      expect(keys).toHaveLength(5);
      await opened.platform.write(({ tx }) => refundStart(tx, keys));
    }
  });

  it('are stored without the customer, the application and the network in clear', async () => {
    await start(nth(1));
    const { rows } = await opened.database.query(`select key from spent_allowance where key like 'decoupled:%'`);
    expect(rows).toHaveLength(5);
    expect(JSON.stringify(rows)).not.toMatch(/cus_1|app_1|2001:db8/);
  });
});
