/**
 * The contract tests of the `Bank` and `AccountReader` interfaces: what Portico relies on, one promise in each test. Any implementation
 * runs them: `describeBank('our core', openOurCore)`. They move small sums between the accounts they are given and leave nothing reserved.
 */
import { afterAll, beforeAll, describe } from 'vitest';
import { type BankUnderTest, createTeller, type OpenTest, type Teller } from './bank-under-test.ts';
import { describeHolds } from './describe-holds.ts';
import { describePayments } from './describe-payments.ts';
import { describeReading } from './describe-reading.ts';

export function describeBank(name: string, openBank: () => Promise<BankUnderTest>): void {
  describe(`${name}, as Portico relies on it`, () => {
    let opened: BankUnderTest;
    let teller: Teller;
    beforeAll(async () => {
      opened = await openBank();
      teller = createTeller(opened);
    });
    afterAll(() => opened?.close());
    const test: OpenTest = () => ({ opened, teller });
    describeReading(test);
    describePayments(test);
    describeHolds(test);
  });
}
