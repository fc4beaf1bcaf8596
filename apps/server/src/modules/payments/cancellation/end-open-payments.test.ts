import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { type BulkHouse, item, openBulkHouse } from '../testing/bulk-house.ts';

let house: BulkHouse;
beforeAll(async () => {
  house = await openBulkHouse(await openTestDatabase());
});
afterAll(() => house.close());

const end = () => house.harness.write((context) => house.harness.payments.endOpen(context, house.owner));

describe('a reset of a customer', () => {
  it('ends twelve unsigned payments with the statements of one', async () => {
    const statementsFor = async (count: number) => {
      const paymentIds: string[] = [];
      for (let made = 0; made < count; made += 1) paymentIds.push(await house.create([item(100)]));
      const before = house.statements.count;
      await end();
      const sent = house.statements.count - before;
      for (const paymentId of paymentIds) expect(await house.status(paymentId)).toMatchObject({ transactionStatus: 'RJCT' });
      return sent;
    };
    const few = await statementsFor(1);
    expect(await statementsFor(12)).toBe(few);
  });

  it('changes no payment that has ended', async () => {
    const paymentId = await house.create([item(100)]);
    await end();
    const ended = await house.information(paymentId);
    await end();
    expect(await house.information(paymentId)).toEqual(ended);
  });
});
