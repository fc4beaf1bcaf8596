import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CoSignature } from '#modules/bank/index.ts';
import { PAYEES, verifyLedger } from '#modules/bank-sandbox/index.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { defineResumeJob } from '../index.ts';
import { post, VALID_BODY } from '../testing/payments-harness.ts';
import { openPeriodicHouse, type PeriodicHouse } from '../testing/periodic-house.ts';

const [EXECUTE, SECOND_SIGNATURE] = ['payments.execute', 'payments.second-signature'];
/** A Tuesday morning. */
const SIGNED_AT = '2030-01-15T09:00:00Z';
const ASKED_AT = '2030-01-15T09:01:00Z';

let house: PeriodicHouse;
let coSignature: CoSignature;
/** How often the bank was asked for the second signature. */
let asked: number;
let needsSecondSignature: boolean;

beforeAll(async () => {
  house = await openPeriodicHouse(await openTestDatabase(), (bank) => ({
    async findAccount(reader, owner, iban) {
      const account = await bank.findAccount(reader, owner, iban);
      return account && { ...account, needsSecondSignature };
    },
    async readCoSignature() {
      asked += 1;
      return coSignature;
    },
  }));
});
beforeEach(async () => {
  [coSignature, asked, needsSecondSignature] = ['pending', 0, true];
  await house.setClock(SIGNED_AT);
});
afterEach(async () => {
  expect(await verifyLedger(house.database.db)).toEqual([]);
  await house.reset();
});
afterAll(() => house.close());

async function signed(product = 'instant-sepa-credit-transfers'): Promise<string> {
  const { paymentId } = (await post(house.harness.app, { ...VALID_BODY, creditorAccount: { iban: PAYEES.lumenBooks.iban } }, { product })).json();
  await house.sign(paymentId);
  return paymentId;
}

/** A job as a server of this version or of the version before sends it: both have the same payload. */
const run = (queue: string, paymentId: string) =>
  house.harness.jobs.run({ queue, data: { sandboxId: house.owner.sandboxId, paymentId }, options: undefined });
const queuesOf = (paymentId: string) => house.jobsOf(paymentId).map(({ queue }) => queue);

describe('the job of the second signature', () => {
  it('sends its jobs to the queue of second signatures until the bank knows the answer', async () => {
    const paymentId = await signed();
    expect(queuesOf(paymentId)).toEqual([SECOND_SIGNATURE]);
    await house.setClock(ASKED_AT);
    await run(SECOND_SIGNATURE, paymentId);
    expect([queuesOf(paymentId), await house.history(paymentId), asked]).toEqual([[SECOND_SIGNATURE, SECOND_SIGNATURE], 'RCVD PATC', 1]);
  });

  it('pays the payment once the signature is given, and does nothing when it comes again', async () => {
    const paymentId = await signed();
    coSignature = 'given';
    await house.setClock(ASKED_AT);
    await run(SECOND_SIGNATURE, paymentId);
    await run(SECOND_SIGNATURE, paymentId);
    expect([await house.history(paymentId), asked, await house.bookings()]).toEqual(['RCVD PATC ACTC ACCP ACSP ACCC', 1, 1]);
  });

  it('does not execute a payment that awaits no second signature', async () => {
    needsSecondSignature = false;
    const paymentId = await signed('sepa-credit-transfers');
    await house.setClock(ASKED_AT);
    await run(SECOND_SIGNATURE, paymentId);
    expect([await house.history(paymentId), asked]).toEqual(['RCVD ACTC ACCP ACFC', 0]);
  });

  it('that was lost is sent again by the resume job, to its queue', async () => {
    const paymentId = await signed();
    await house.setClock(ASKED_AT);
    const { write, clock, jobs } = house.harness;
    await defineResumeJob({ write, clock, jobs, bank: house.bank }).start();
    expect(queuesOf(paymentId)).toEqual([SECOND_SIGNATURE, SECOND_SIGNATURE]);
  });

  it('of an unknown payment does nothing', async () => {
    await run(SECOND_SIGNATURE, 'pay_unknown');
    expect(asked).toBe(0);
  });
});

describe('a job that a server of the version before sent to the queue of executions', () => {
  it('does not ask for the second signature: a job on the other queue does, and the payment ends well', async () => {
    const paymentId = await signed();
    coSignature = 'given';
    await house.setClock(ASKED_AT);
    const before = queuesOf(paymentId).length;
    await run(EXECUTE, paymentId);
    expect([await house.history(paymentId), asked, queuesOf(paymentId).slice(before)]).toEqual(['RCVD PATC', 0, [SECOND_SIGNATURE]]);
    await run(SECOND_SIGNATURE, paymentId);
    expect([await house.history(paymentId), asked]).toEqual(['RCVD PATC ACTC ACCP ACSP ACCC', 1]);
  });

  it('executes a payment with its signatures as before', async () => {
    needsSecondSignature = false;
    const paymentId = await signed('sepa-credit-transfers');
    await house.setClock(ASKED_AT);
    await run(EXECUTE, paymentId);
    expect(await house.history(paymentId)).toBe('RCVD ACTC ACCP ACFC ACSP ACSC');
  });
});
