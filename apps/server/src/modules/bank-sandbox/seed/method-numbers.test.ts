import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { openTestBank, type TestBank } from '../testing/open-test-bank.ts';

let test: TestBank;
beforeAll(async () => {
  test = await openTestBank(await openTestDatabase());
  await test.seed('sbx_second');
});
afterAll(() => test.close());

const numbers = async () =>
  (await test.database.query('select country, auth_methods, phone_number, user_number from customer order by id')).rows.map((row) => Object(row));

describe('the numbers by which Mobile-ID and eParaksts mobile find a seeded customer', () => {
  it('exist only for customers with the method, and are unique', async () => {
    const customers = await numbers();
    expect(customers.filter((one) => one.auth_methods.includes('MOBILE_ID') !== (one.phone_number !== null))).toEqual([]);
    expect(customers.filter((one) => one.auth_methods.includes('EPARAKSTS_MOBILE') !== (one.user_number !== null))).toEqual([]);
    const phones = customers.flatMap(({ phone_number: phone }) => phone ?? []);
    expect(phones.length).toBeGreaterThan(15);
    expect(new Set(phones).size).toBe(phones.length);
  });

  it('are phone numbers that no country assigns', async () => {
    for (const { country, phone_number: phone } of await numbers()) {
      if (phone !== null) expect(phone).toMatch(country === 'ee' ? /^\+3720\d{7}$/ : /^\+3700\d{7}$/);
    }
  });

  it('find the customer, in the customer’s country only', async () => {
    const ilze = await test.customer('Paraudziņa');
    expect(ilze.userNumber).toMatch(/^\d{8}$/);
    expect(await test.bank.findCustomerByUserNumber('lv', ilze.userNumber ?? '')).toEqual(ilze);
    expect(await test.bank.findCustomerByUserNumber('ee', ilze.userNumber ?? '')).toBeUndefined();
    expect(await test.bank.findCustomerByUserNumber('lv', '00000000')).toBeUndefined();
    expect(await test.bank.findCustomerByUserNumber('lv', "' or 1=1 --")).toBeUndefined();
  });
});
