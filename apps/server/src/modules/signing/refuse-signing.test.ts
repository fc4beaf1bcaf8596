import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import { openSigningHarness, type SigningHarness, waitFor } from './testing/signing-harness.ts';

let harness: SigningHarness;

beforeAll(async () => {
  harness = await openSigningHarness(await openTestDatabase());
});
afterAll(() => harness.close());

describe('a refusal', () => {
  it('rejects the payment and can be repeated with the same answer', async () => {
    const page = await harness.openPage();
    const first = await harness.refuse(page.id);
    expect(first).toMatchObject({ status: 200, body: { transactionStatus: 'RJCT' } });
    expect(await harness.refuse(page.id)).toMatchObject({ status: 200, text: first.text });
    expect(await harness.statusOf(page.paymentId)).toBe('RJCT');
    expect((await harness.eventsOf(page.paymentId)).filter((event) => event === 'signing.refused')).toHaveLength(1);
  });

  it('ends the session: signing and reading answer 410 with the way back', async () => {
    const page = await harness.openPage();
    await harness.refuse(page.id);
    for (const answer of [
      await harness.sign(page.id),
      await harness.call('GET', '/api/ui/payment/details', { as: 'mari', id: page.id }),
      await harness.call('GET', '/api/ui/account/list', { as: 'mari', id: page.id }),
      await harness.call('POST', '/api/ui/activity', { as: 'mari', id: page.id }),
    ]) {
      expect(answer).toMatchObject({ status: 410, body: { tppFailureUrl: 'https://shop.example/failed?order=7' } });
    }
  });

  it('ends a held signature with 410, its challenge cannot be approved any more, and no money moves', async () => {
    const page = await harness.openPage();
    const moved = harness.bank.moved.length;
    const held = harness.sign(page.id);
    const challengeId = await waitFor(async () => {
      const { state, challenge_id: challenge } = await harness.sessionOf(page.paymentId);
      return state === 'signing' ? (challenge ?? undefined) : undefined;
    });
    expect((await harness.refuse(page.id)).status).toBe(200);
    expect((await held).status).toBe(410);
    await harness.call('POST', `/bank/device/challenges/${challengeId}/answer`, { as: 'mari', body: { answer: 'approve' } });
    expect((await harness.sign(page.id)).status).toBe(410);
    expect(harness.bank.moved.length).toBe(moved);
    expect(await harness.statusOf(page.paymentId)).toBe('RJCT');
  });
});
