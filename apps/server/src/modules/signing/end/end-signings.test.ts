import type { KyselyPlugin } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { WriteContext } from '#platform/db/run-write.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { openSigningHarness, type SigningHarness, waitFor } from '../testing/signing-harness.ts';
import { SANDBOX } from '../testing/test-bank.ts';

let harness: SigningHarness;
beforeAll(async () => {
  harness = await openSigningHarness(await openTestDatabase());
});
afterEach(() => harness.moveClock(0));
afterAll(() => harness.close());

const WHOSE = { sandboxId: SANDBOX, appId: 'app_shop' };
const write = <Result>(work: (context: WriteContext) => Promise<Result>) => harness.signing.engine.platform.write(work);
const end = () => write((context) => harness.signing.end(context, WHOSE));

/** Counts the statements of the work; the audit entries are written afterwards, for all at once. */
async function statementsOf(work: (context: WriteContext) => Promise<void>): Promise<number> {
  let answered = 0;
  // Prepared statements are compiled once, so results are counted.
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      answered += 1;
      return result;
    },
  };
  await write((context) => work({ ...context, tx: context.tx.withPlugin(counting) }));
  return answered;
}

async function request(count: number): Promise<readonly string[]> {
  const paymentIds: string[] = [];
  for (let made = 0; made < count; made += 1) {
    paymentIds.push((await harness.createPayment()).paymentId);
    await harness.createConsent();
  }
  return paymentIds;
}

describe('the end of all sessions of an application', () => {
  it('sends as many statements for twelve sessions of each kind as for one', async () => {
    const count = () => statementsOf((context) => harness.signing.end(context, WHOSE));
    await request(1);
    const few = await count();
    await request(12);
    expect(await count()).toBe(few);
    expect(await count()).toBe(1);
  });

  it('rejects every unsigned payment and consent, with one audit entry for each end', async () => {
    const paymentIds = await request(3);
    await end();
    for (const paymentId of paymentIds) {
      expect(await harness.statusOf(paymentId)).toBe('RJCT');
      expect((await harness.sessionOf(paymentId)).state).toBe('expired');
      const events = await harness.eventsOf(paymentId);
      expect(events.filter((event) => event === 'signing.expired')).toHaveLength(1);
    }
    await end();
    expect((await harness.eventsOf(paymentIds[0] ?? '')).filter((event) => event === 'signing.expired')).toHaveLength(1);
  });

  it('leaves the payments to the caller after a withdrawal', async () => {
    const { paymentId } = await harness.createPayment();
    await write((context) => harness.signing.withdraw(context, { sandboxId: SANDBOX, resourceId: paymentId, kind: 'payment' }));
    expect([(await harness.sessionOf(paymentId)).state, await harness.statusOf(paymentId)]).toEqual(['expired', 'RCVD']);
  });

  it('ends a held signature, and changes no session that has ended', async () => {
    const signed = await harness.openPage();
    const paid = harness.sign(signed.id);
    await harness.answerOnDevice(signed.paymentId, 'approve');
    expect((await paid).status).toBe(200);
    const page = await harness.openPage();
    const held = harness.sign(page.id);
    await waitFor(async () => ((await harness.sessionOf(page.paymentId)).state === 'signing' ? true : undefined));
    await end();
    expect((await held).status).toBe(410);
    expect([(await harness.sessionOf(signed.paymentId)).state, (await harness.sessionOf(page.paymentId)).state]).toEqual(['signed', 'expired']);
    expect(await harness.statusOf(page.paymentId)).toBe('RJCT');
  });
});
