/**
 * Gives test customers of earlier versions random numbers (docs/decisions/0058): their old personal codes, phone numbers and user numbers
 * are derived from the sandbox's number, so every visitor can compute them. The job repeats, because a server of an earlier version may still
 * create such customers. User names and IBANs stay: no sign-in page asks for them, and payments and consents refer to them.
 */
import { defineRecurringJob, type RecurringJob } from '#platform/jobs/recurring-job.ts';
import type { Platform } from '#platform/platform.ts';
import { testNumberDraws } from '#platform/telemetry/instruments.ts';
import { drawSignInNumbers } from './draw-identity.ts';
import { type CustomerToRenew, renewNumbers, takeCustomersToRenew } from './renew-numbers-store.ts';

const INTERVAL_MS = 10 * 60_000;
const BATCH = 100;

/** Declares the job; call before `jobs.start`. */
export function defineRenewNumbersJob(platform: Pick<Platform, 'jobs' | 'write' | 'clock' | 'random' | 'log'>): RecurringJob {
  return defineRecurringJob(platform, { queue: 'renew-test-numbers', everyMs: INTERVAL_MS, run: () => renewPredictableNumbers(platform) });
}

/** Returns how many customers got new numbers. */
export async function renewPredictableNumbers({ write, random, log }: Pick<Platform, 'write' | 'random' | 'log'>): Promise<number> {
  let renewed = 0;
  for (let isMore = true; isMore; ) {
    const batch = await write(async ({ tx }) => {
      const customers = await takeCustomersToRenew(tx, BATCH);
      let done = 0;
      for (const customer of customers) {
        // A customer whose new numbers were taken is retried in the next run.
        const isFree = await renewNumbers(tx, customer.customerId, drawSignInNumbers(random, { ...customer, ...sexOf(customer) }));
        testNumberDraws.add(1, { 'portico.test_number.kind': 'customer', outcome: isFree ? 'free' : 'taken' });
        if (isFree) done += 1;
      }
      return done;
    });
    renewed += batch;
    isMore = batch > 0;
  }
  if (renewed > 0) log.warn({ customers: renewed }, 'Test customers of an earlier version got other personal codes, phone numbers and user numbers.');
  return renewed;
}

/** Derived from the first digit of an Estonian or Lithuanian code. */
function sexOf({ country, nationalIdentityNumber }: CustomerToRenew): { sex?: 'female' | 'male' } {
  if (country === 'lv') return {};
  return { sex: Number(nationalIdentityNumber[0]) % 2 === 0 ? 'female' : 'male' };
}
