/** A PUT whose session moves under it: what it does in the round that follows, and when it has had enough of them. */
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { Signable } from '../signing.ts';
import { createAttempts, ofNoSession } from '../testing/signing-attempts.ts';
import { openSigningHarness, type SigningHarness } from '../testing/signing-harness.ts';
import { submitSignature } from './submit-signature.ts';

const ROUNDS = 5;
/** Another tab has entered the session again since it was read. */
const ENTERED_AGAIN = sql`entry_version = entry_version + 1`;
/** Another tab signs another body, and its phone is being asked. */
const OTHER_BODY = sql`state = 'signing', submission = '{}', submission_digest = 'another', held_until = now() + interval '1 minute'`;

let harness: SigningHarness;
beforeAll(async () => {
  harness = await openSigningHarness(await openTestDatabase());
});
afterAll(() => harness.close());

/** Mari's PUT on a page of her own; `moves` happen one by one, each right before a challenge would start. */
async function openPut(...moves: readonly RawBuilder<unknown>[]) {
  const attempts = createAttempts(harness);
  const page = await harness.openPage();
  const attempt = await attempts.attemptOn(page);
  const waiting = [...moves];
  const { sca } = attempts.engine;
  const start = vi.fn<typeof sca.startWith>(async (input, write) => {
    const move = waiting.shift();
    if (move !== undefined) await attempts.write(page, move);
    return sca.startWith(input, write);
  });
  const examine = vi.fn<Signable['examine']>((...given) => attempt.kind.examine(...given));
  const put = ({ session, bankSession, customer, submission } = attempt) =>
    submitSignature(
      attempts.with({ sca: { ...sca, startWith: start } }),
      { ...attempt.kind, examine },
      { session, bankSession, customer, signingId: page.id },
      submission,
    );
  return { page, attempt, examine, start, put };
}

describe('a PUT whose session moves', () => {
  it('signs in the fifth round, which is its last', async () => {
    const { page, start, put } = await openPut(...Array.from({ length: ROUNDS - 1 }, () => ENTERED_AGAIN));
    const held = put();
    await harness.answerOnDevice(page.paymentId, 'approve');
    expect(await held).toMatchObject({ transactionStatus: 'ACFC', signedAt: expect.any(String) });
    expect(start).toHaveBeenCalledTimes(ROUNDS);
  });

  it('asks the browser to come again soon when it moved in all five', async () => {
    const { start, put } = await openPut(...Array.from({ length: ROUNDS }, () => ENTERED_AGAIN));
    await expect(put()).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    expect(start).toHaveBeenCalledTimes(ROUNDS);
  });

  it('goes by what the session has become', async () => {
    const { start, put } = await openPut(OTHER_BODY);
    await expect(put()).rejects.toMatchObject({ status: 409, code: 'SIGNING_STATE_INVALID' });
    expect(start).toHaveBeenCalledTimes(1);
  });

  it('ends the session when its time is over before the challenge starts', async () => {
    const { page, start, put } = await openPut(sql`created_at = created_at - interval '15 minutes 1 second'`);
    await expect(put()).rejects.toMatchObject({ status: 410, code: 'SIGNING_TERMINATED' });
    expect(start).toHaveBeenCalledTimes(1);
    expect((await harness.sessionOf(page.paymentId)).state).toBe('expired');
    expect(await harness.statusOf(page.paymentId)).toBe('RJCT');
  });

  it('has ended where there is none any more, with the way back', async () => {
    const { attempt, start, put } = await openPut();
    const { tppName, tppSuccessUrl } = attempt.session;
    await expect(put(ofNoSession(attempt))).rejects.toMatchObject({
      status: 410,
      code: 'SIGNING_TERMINATED',
      options: { extra: { tppName, tppSuccessUrl } },
    });
    expect(start.mock.settledResults).toEqual([{ type: 'fulfilled', value: undefined }]);
  });
});

describe('what there is to sign', () => {
  it('is asked for once in a round, however many steps of it need that, and once more for update when it is signed', async () => {
    const { page, examine, put } = await openPut();
    const held = put();
    await harness.answerOnDevice(page.paymentId, 'approve');
    await held;
    expect(examine.mock.calls.map(([reader, , , forUpdate]) => [reader.isTransaction, forUpdate])).toEqual([
      [false, undefined],
      [true, true],
    ]);
  });

  it('is asked for afresh in the next round', async () => {
    const { page, examine, put } = await openPut(ENTERED_AGAIN);
    const held = put();
    await harness.answerOnDevice(page.paymentId, 'approve');
    await held;
    expect(examine.mock.calls.map(([reader]) => reader.isTransaction)).toEqual([false, false, true]);
  });
});

describe('the person who signs', () => {
  it('is asked of the bank once before the phone and once when the payment is signed', async () => {
    const page = await harness.openPage();
    const findCustomer = vi.spyOn(harness.bank, 'findCustomer');
    const held = harness.sign(page.id);
    await harness.untilAsked(page.paymentId);
    const before = findCustomer.mock.calls.map(([, reader]) => reader?.isTransaction);
    findCustomer.mockClear();
    await harness.answerOnDevice(page.paymentId, 'approve');
    expect((await held).status).toBe(200);
    const after = findCustomer.mock.calls.map(([, reader]) => reader?.isTransaction).filter((isInside) => isInside === true);
    findCustomer.mockRestore();
    expect([before, after]).toEqual([[undefined], [true]]);
  });
});
